// Writes valid archives, archives with a wrong size, and Daymark archives with changed rows.
import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'

type Files = Readonly<Record<string, string | Buffer>>
export type Row = Record<string, unknown>

export interface Lies {
  /** The unpacked size that the directory claims. */
  claim?: number
}

export function zipOf(files: Files, { claim }: Lies = {}): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text as string)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claim ?? content.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name)])
    const place = Buffer.alloc(16)
    place.writeUInt32LE(offset, 12)
    const version = Buffer.from([20, 0])
    const directory = common.subarray(0, 24)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), version, directory, place, Buffer.from(name)]))
    parts.push(head, packed)
    offset += head.length + packed.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, list, end]))
}

/** Updates the manifest's checksums after files of a Daymark archive were changed. */
export function resealed(files: Readonly<Record<string, string>>): Record<string, string> {
  const manifest = JSON.parse(files['manifest.json'] ?? '') as { files: Record<string, Row> }
  for (const [name, entry] of Object.entries(manifest.files))
    entry['sha256'] = createHash('sha256')
      .update(files[name] ?? '')
      .digest('hex')
  return { ...files, 'manifest.json': JSON.stringify(manifest) }
}

export function archiveWith(
  files: Readonly<Record<string, string>>,
  name: string,
  change: (rows: Row[]) => Row[],
): Record<string, string> {
  const rows = (files[name] ?? '')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Row)
  const text = change(rows)
    .map(row => `${JSON.stringify(row)}\n`)
    .join('')
  return resealed({ ...files, [name]: text })
}
