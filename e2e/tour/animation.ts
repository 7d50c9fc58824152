// Writes an animated PNG from screenshots, which must all have the same size.
import { constants, crc32, deflateSync, inflateSync } from 'node:zlib'

export interface Frame {
  png: Buffer
  /** The time for which the frame is shown. */
  ms: number
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** The length of the `fcTL` chunk in the animated PNG specification. */
const FRAME_HEADER_BYTES = 26
const REPEAT_FOREVER = 0

export function animationOf(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png, ms }) => ({ ...partsOf(png), ms }))
  const [first] = pictures
  if (!first) throw new Error('An animation needs a frame.')
  let sequence = 0
  const body = pictures.flatMap(({ header, pixels, ms }, at) => {
    if (!header.equals(first.header)) throw new Error('All frames must have the same size and colors.')
    const control = chunk('fcTL', frameHeader(sequence++, header, ms))
    if (at === 0) return [control, chunk('IDAT', pixels)]
    return [control, chunk('fdAT', Buffer.concat([number32(sequence++), pixels]))]
  })
  const count = Buffer.concat([number32(pictures.length), number32(REPEAT_FOREVER)])
  const start = [SIGNATURE, chunk('IHDR', first.header), chunk('acTL', count)]
  return Buffer.concat([...start, ...body, chunk('IEND', Buffer.alloc(0))])
}

function partsOf(png: Buffer): { header: Buffer; pixels: Buffer } {
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') header = content
    if (type === 'IDAT') data.push(content)
    at += length + 12
  }
  if (!header) throw new Error('This is not a PNG.')
  // Compresses again, because browsers compress screenshots for speed and not for size.
  const pixels = deflateSync(inflateSync(Buffer.concat(data)), { level: constants.Z_BEST_COMPRESSION })
  return { header, pixels }
}

function frameHeader(sequence: number, header: Buffer, ms: number): Buffer {
  const content = Buffer.alloc(FRAME_HEADER_BYTES)
  content.writeUInt32BE(sequence, 0)
  // Copies the width and height, and sets the delay in milliseconds. The other bytes stay 0: the frame starts at the
  // top left corner and replaces the previous frame without blending.
  header.copy(content, 4, 0, 8)
  content.writeUInt16BE(ms, 20)
  content.writeUInt16BE(1000, 22)
  return content
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  return Buffer.concat([number32(content.length), named, number32(crc32(named))])
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
