// Reads an uploaded ZIP archive without unpacking it as a whole.
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import { FileFault, tooMuch } from './file-fault.ts'

export interface ZipEntry {
  /** Only compared, never used as a path. */
  readonly name: string
  /** Unpacks the file. Throws a `FileFault` if it is not what the directory of the archive says. */
  content(): AsyncGenerator<Buffer>
}

interface Place {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  bytes: number
  /** The position of the file's header. */
  at: number
}

const MAX_FILES = 2_000
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024
const DIRECTORY = 0x02014b50
const FILE = 0x04034b50
const END = 0x06054b50
const LARGE_END = 0x06064b50
const LARGE_END_PLACE = 0x07064b50
const END_BYTES = 22
const LARGE_END_PLACE_BYTES = 20
const MAX_COMMENT = 65_535
const ENTRY_BYTES = 46
const HEADER_BYTES = 30
/** A field with this value refers to an eight-byte field in the extra data. */
const IN_EXTRA = 0xffffffff
const LARGE_EXTRA = 1
const ENCRYPTED = 1
const CHUNK_BYTES = 64 * 1024
const DAMAGED = 'The ZIP archive is damaged. Download it again.'

export const isZip = (source: ByteSource): boolean =>
  source.size > 4 && source.read(0, 4).readUInt32LE(0) === FILE

/** Returns the files of the archive. Throws a `FileFault` if two of them share bytes. */
export function openZip(source: ByteSource): ZipEntry[] {
  const places = sound(() => placesOf(source))
  const seen = new Set<string>()
  for (const { name } of places) {
    if (seen.has(name)) throw new FileFault(`The ZIP archive contains ${name.slice(0, 100)} twice.`)
    seen.add(name)
  }
  // A small archive whose entries all name the same bytes would unpack to any size.
  const sorted = places.toSorted((a, b) => a.at - b.at)
  for (const [index, { at, packed }] of sorted.entries())
    if (at + HEADER_BYTES + packed > (sorted[index + 1]?.at ?? source.size)) throw new FileFault(DAMAGED)
  return places.map(place => ({ name: place.name, content: () => contentOf(source, place) }))
}

/** Reading a position outside of the archive throws a `RangeError`. */
function sound<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? new FileFault(DAMAGED) : error
  }
}

function placesOf(source: ByteSource): Place[] {
  const { count, at: first, bytes } = directoryOf(source)
  if (count > MAX_FILES)
    throw tooMuch(`The ZIP archive has ${count} files; at most ${MAX_FILES} are allowed.`)
  if (bytes > MAX_DIRECTORY_BYTES) throw new FileFault(DAMAGED)
  const directory = source.read(first, bytes)
  const places: Place[] = []
  let at = 0
  for (let entry = 0; entry < count; entry++) {
    if (directory.readUInt32LE(at) !== DIRECTORY) throw new FileFault(DAMAGED)
    const short = (place: number) => directory.readUInt16LE(at + place)
    const long = (place: number) => directory.readUInt32LE(at + place)
    const [nameBytes, extraBytes, commentBytes] = [short(28), short(30), short(32)]
    const extra = at + ENTRY_BYTES + nameBytes
    const large = largeFields(directory.subarray(extra, extra + extraBytes))
    // The fields in the extra data have this order, and each exists only if the short field is full.
    const field = (value: number) => (value === IN_EXTRA ? large() : value)
    const [bytes, packed, headerAt] = [field(long(24)), field(long(20)), field(long(42))]
    places.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, extra),
      ...{ flags: short(8), method: short(10), crc: long(16), packed, bytes, at: headerAt },
    })
    at = extra + extraBytes + commentBytes
  }
  return places
}

interface DirectoryPlace {
  count: number
  at: number
  bytes: number
}

function directoryOf(source: ByteSource): DirectoryPlace {
  const tailAt = Math.max(0, source.size - END_BYTES - MAX_COMMENT)
  const tail = source.read(tailAt, END_BYTES + MAX_COMMENT)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue
    const place = {
      count: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      at: tail.readUInt32LE(at + 16),
    }
    return place.at === IN_EXTRA ? largeDirectoryOf(source, tailAt + at) : place
  }
  throw new FileFault(DAMAGED)
}

function largeDirectoryOf(source: ByteSource, endAt: number): DirectoryPlace {
  const locator = source.read(endAt - LARGE_END_PLACE_BYTES, LARGE_END_PLACE_BYTES)
  if (locator.readUInt32LE(0) !== LARGE_END_PLACE) throw new FileFault(DAMAGED)
  const end = source.read(Number(locator.readBigUInt64LE(8)), 56)
  if (end.readUInt32LE(0) !== LARGE_END) throw new FileFault(DAMAGED)
  const [count, bytes, at] = [32, 40, 48].map(place => Number(end.readBigUInt64LE(place)))
  return { count: count ?? 0, bytes: bytes ?? 0, at: at ?? 0 }
}

/** Returns a function that reads the next eight-byte field of the extra data. */
function largeFields(extra: Buffer): () => number {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== LARGE_EXTRA)
    at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return () => {
    const value = Number(extra.readBigUInt64LE(at))
    at += 8
    return value
  }
}

async function* contentOf(source: ByteSource, place: Place): AsyncGenerator<Buffer> {
  if (place.flags & ENCRYPTED) throw new FileFault('The ZIP archive is encrypted. Unpack it first.')
  if (place.method !== 0 && place.method !== 8)
    throw new FileFault('The ZIP archive uses an unknown compression method. Pack it again.')
  const header = source.read(place.at, HEADER_BYTES)
  const from = sound(() => {
    if (header.readUInt32LE(0) !== FILE) throw new FileFault(DAMAGED)
    return place.at + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  })
  if (from + place.packed > source.size) throw new FileFault(DAMAGED)
  const packed = partOf(source, from, place.packed)
  let [bytes, crc] = [0, 0]
  for await (const chunk of place.method === 0 ? packed : inflated(packed)) {
    bytes += chunk.length
    // Stops at the declared size, so that a wrong size cannot get around a limit.
    if (bytes > place.bytes) throw new FileFault(DAMAGED)
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (bytes !== place.bytes || crc !== place.crc) throw new FileFault(DAMAGED)
}

function* partOf(source: ByteSource, from: number, length: number): Generator<Buffer> {
  for (let at = from; at < from + length; at += CHUNK_BYTES)
    yield source.read(at, Math.min(CHUNK_BYTES, from + length - at))
}

async function* inflated(packed: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  // The reader below gets the error.
  pipeline(packed, inflate).catch(() => {})
  try {
    yield* inflate as AsyncIterable<Buffer>
  } catch {
    throw new FileFault(DAMAGED)
  } finally {
    inflate.destroy()
  }
}
