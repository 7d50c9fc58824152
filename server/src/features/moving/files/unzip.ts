// Reads an uploaded ZIP archive within limits.
import { crc32, inflateRawSync } from 'node:zlib'

/** A file that cannot be imported at all. The message is shown to the person. */
export class FileFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FileFault'
  }
}

/** The limit is necessary, because an upload of 20 MB can unpack to gigabytes. */
export const MAX_UNPACKED_BYTES = 128 * 1024 * 1024
const MAX_FILES = 2_000

const DIRECTORY = 0x02014b50
const FILE = 0x04034b50
const END = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT = 65_535
const ENCRYPTED = 1
const DAMAGED = 'The ZIP archive is damaged. Download it again.'

export const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === FILE

/** Returns the wanted files by name. Names are only compared, never used as paths. */
export function unzip(archive: Buffer, isWanted: (name: string) => boolean): Map<string, Buffer> {
  try {
    return filesOf(archive, isWanted)
  } catch (error) {
    // Reading a position outside the archive throws a `RangeError`.
    if (error instanceof RangeError) throw new FileFault(DAMAGED)
    throw error
  }
}

function filesOf(archive: Buffer, isWanted: (name: string) => boolean): Map<string, Buffer> {
  const end = endOf(archive)
  const count = archive.readUInt16LE(end + 10)
  if (count > MAX_FILES) throw new FileFault(`The ZIP archive has more than ${MAX_FILES} files.`)
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  let left = MAX_UNPACKED_BYTES
  for (let entry = 0; entry < count; entry++) {
    if (archive.readUInt32LE(at) !== DIRECTORY) throw new FileFault(DAMAGED)
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map(place => archive.readUInt16LE(at + place))
    const name = archive.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0))
    if (isWanted(name)) {
      if (files.has(name)) throw new FileFault(`The ZIP archive contains ${name} twice.`)
      const content = contentOf(archive, at, left)
      left -= content.length
      files.set(name, content)
    }
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  return files
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_BYTES - MAX_COMMENT)
  for (let at = archive.length - END_BYTES; at >= first; at--) if (archive.readUInt32LE(at) === END) return at
  throw new FileFault(DAMAGED)
}

function contentOf(archive: Buffer, entry: number, left: number): Buffer {
  const [flags = 0, method = 0] = [8, 10].map(place => archive.readUInt16LE(entry + place))
  if (flags & ENCRYPTED) throw new FileFault('The ZIP archive is encrypted. Unpack it first.')
  const [crc = 0, packed = 0, bytes = 0] = [16, 20, 24].map(place => archive.readUInt32LE(entry + place))
  const start = archive.readUInt32LE(entry + 42)
  if (archive.readUInt32LE(start) !== FILE) throw new FileFault(DAMAGED)
  const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
  if (from + packed > archive.length) throw new FileFault(DAMAGED)
  if (bytes > left) throw new FileFault('The ZIP archive is too large when unpacked. Split it first.')
  const content = unpacked(archive.subarray(from, from + packed), method, bytes)
  if (content.length !== bytes || crc32(content) !== crc) throw new FileFault(DAMAGED)
  return content
}

function unpacked(packed: Buffer, method: number, bytes: number): Buffer {
  if (method === 0) return packed
  if (method !== 8) throw new FileFault('The ZIP archive uses an unknown compression method. Pack it again.')
  try {
    // Stops just after the declared size, so that a small file cannot fill the memory.
    return inflateRawSync(packed, { maxOutputLength: bytes + 1 })
  } catch {
    throw new FileFault(DAMAGED)
  }
}
