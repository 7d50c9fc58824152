import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipOf } from '../../../test/support/write-zip.ts'
import { bufferSource } from './byte-source.ts'
import { openZip } from './zip-reader.ts'

const DAMAGED = { name: 'FileFault', message: /damaged/ }
const open = (bytes: Uint8Array) => openZip(bufferSource(Buffer.from(bytes)))

async function unpacked(bytes: Uint8Array): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const { name, content } of open(bytes))
    files[name] = Buffer.concat(await Array.fromAsync(content())).toString()
  return files
}

/** Returns the archive with every entry of its directory changed. */
function withDirectory(archive: Uint8Array, change: (entry: Buffer, index: number) => void): Buffer {
  const bytes = Buffer.from(archive)
  let index = 0
  for (
    let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
  )
    change(bytes.subarray(at), index++)
  return bytes
}

describe('ZIP archives', () => {
  const files = { 'a.txt': 'a'.repeat(300_000), 'b.txt': 'é한', 'c.txt': '' }
  it('are unpacked in parts', async () => {
    assert.deepEqual(await unpacked(zipOf(files)), files)
  })
  it('whose entries share bytes are refused', () => {
    const overlapping = withDirectory(zipOf(files), (entry, index) => {
      if (index > 0) entry.writeUInt32LE(0, 42)
    })
    assert.throws(() => open(overlapping), DAMAGED)
    const wide = withDirectory(zipOf(files), (entry, index) => {
      if (index === 0) entry.writeUInt32LE(entry.readUInt32LE(20) + 100, 20)
    })
    assert.throws(() => open(wide), DAMAGED)
  })
  it('whose sizes or checksums are wrong are refused, and a wrong size cannot unpack to more', async () => {
    for (const place of [16, 24])
      for (const change of [-1, 1]) {
        const wrong = withDirectory(zipOf(files), (entry, index) => {
          if (index === 0) entry.writeUInt32LE(entry.readUInt32LE(place) + change, place)
        })
        await assert.rejects(unpacked(wrong), DAMAGED)
      }
    let bytes = 0
    const bomb = zipOf({ 'a.txt': 'a'.repeat(50_000_000) }, { claim: 100_000 })
    await assert.rejects(async () => {
      for (const { content } of open(bomb)) for await (const chunk of content()) bytes += chunk.length
    }, DAMAGED)
    assert.ok(bytes <= 100_000, `${bytes}`)
  })
})
