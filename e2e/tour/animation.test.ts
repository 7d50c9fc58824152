import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { animationOf } from './animation.ts'

interface Chunk {
  type: string
  content: Buffer
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    assert.equal(png.readUInt32BE(end), crc32(png.subarray(at + 4, end)))
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), content: png.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** A picture with one gray pixel per column. */
function picture(...pixels: number[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels.length, 0)
  header.writeUInt32BE(1, 4)
  header[8] = 8
  const parts: [string, Buffer][] = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.from([0, ...pixels]))],
    ['IEND', Buffer.alloc(0)],
  ]
  const chunks = parts.map(([type, content]) => {
    const frame = Buffer.alloc(content.length + 12)
    frame.writeUInt32BE(content.length, 0)
    frame.write(type, 4, 'latin1')
    content.copy(frame, 8)
    return frame
  })
  return Buffer.concat([Buffer.alloc(8), ...chunks])
}

test('an animation shows each picture for its time', () => {
  const chunks = chunksOf(
    animationOf([
      { png: picture(1, 2), ms: 100 },
      { png: picture(3, 4), ms: 2500 },
    ]),
  )
  assert.deepEqual(
    chunks.map(({ type }) => type),
    ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
  )
  const [, count, first, pixels, second, more] = chunks.map(({ content }) => content)
  assert.ok(count && first && pixels && second && more)
  assert.equal(count.readUInt32BE(0), 2)
  assert.deepEqual([first.readUInt32BE(0), second.readUInt32BE(0), more.readUInt32BE(0)], [0, 1, 2])
  assert.deepEqual([first.readUInt32BE(4), first.readUInt32BE(8)], [2, 1])
  assert.deepEqual([first.readUInt16BE(20), second.readUInt16BE(20)], [100, 2500])
  assert.deepEqual([...inflateSync(pixels)], [0, 1, 2])
  assert.deepEqual([...inflateSync(more.subarray(4))], [0, 3, 4])
})

test('pictures of different sizes are refused', () => {
  const frames = [picture(1), picture(1, 2)].map(png => ({ png, ms: 1 }))
  assert.throws(() => animationOf(frames), /same size/)
})
