import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

export function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  assert.ok(end >= 0, 'the archive has no end')
  const files: Record<string, string> = {}
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(archive.toString('latin1', at, at + 4), 'PK\x01\x02')
    const [crc, compressed, bytes] = [16, 20, 24].map(place => archive.readUInt32LE(at + place))
    const [name = 0, extra = 0] = [28, 30].map(place => archive.readUInt16LE(at + place))
    const start = archive.readUInt32LE(at + 42)
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    const text = inflateRawSync(archive.subarray(content, content + (compressed ?? 0)))
    assert.deepEqual([crc32(text), text.length], [crc, bytes])
    files[archive.toString('utf8', at + 46, at + 46 + name)] = text.toString()
    at += 46 + name + extra
  }
  assert.equal(at, end)
  return files
}
