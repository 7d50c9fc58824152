// Streams a ZIP archive to save memory: the size of each file follows its content.
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipFile {
  name: string
  content: AsyncIterable<Buffer>
}

interface Written {
  name: Buffer
  crc: number
  compressed: number
  bytes: number
  offset: number
}

const FILE = 0x04034b50
const SIZES = 0x08074b50
const DIRECTORY = 0x02014b50
const END = 0x06054b50
const LARGE_END = 0x06064b50
const LARGE_END_PLACE = 0x07064b50
/** Two flags: the sizes follow the content, and the name is UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 45
/** A four-byte field with this value refers to an eight-byte field in the extra data. */
const IN_EXTRA = 0xffffffff

/** Each file must be smaller than 4 GiB. The archive may be larger. */
export async function* zipArchive(files: AsyncIterable<ZipFile>, modifiedAt: number): AsyncGenerator<Buffer> {
  const time = dosTime(modifiedAt)
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), crc: 0, compressed: 0, bytes: 0, offset }
    const header = Buffer.concat([fields([FILE, 4], [VERSION, 2], ...common(file, time), [0, 2]), file.name])
    yield header
    for await (const chunk of deflated(measured(content, file))) {
      file.compressed += chunk.length
      yield chunk
    }
    if (file.bytes >= IN_EXTRA) throw new RangeError(`${name} is too large for the archive.`)
    yield fields([SIZES, 4], [file.crc, 4], [file.compressed, 4], [file.bytes, 4])
    offset += header.length + file.compressed + 16
    written.push(file)
  }
  const directory = Buffer.concat(written.map(file => directoryEntry(file, time)))
  yield directory
  yield endOf(written.length, directory.length, offset)
}

async function* measured(content: AsyncIterable<Buffer>, file: Written): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    file.crc = crc32(chunk, file.crc)
    file.bytes += chunk.length
    yield chunk
  }
}

async function* deflated(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const feeding = pipeline(content, deflate)
  // Ignores the error here, because the reader below throws it.
  feeding.catch(() => {})
  try {
    yield* deflate as AsyncIterable<Buffer>
    await feeding
  } finally {
    deflate.destroy()
  }
}

type Field = readonly [value: number, bytes: 2 | 4 | 8]

/** The fields that a file header shares with its directory entry. */
const common = ({ name, crc, compressed, bytes }: Written, time: number): Field[] => [
  [FLAGS, 2],
  [DEFLATE, 2],
  [time, 4],
  [crc, 4],
  [compressed, 4],
  [bytes, 4],
  [name.length, 2],
]

function directoryEntry(file: Written, time: number): Buffer {
  const isFar = file.offset >= IN_EXTRA
  const extra = isFar ? fields([1, 2], [8, 2], [file.offset, 8]) : Buffer.alloc(0)
  const head = fields(
    [DIRECTORY, 4],
    [VERSION, 2],
    [VERSION, 2],
    ...common(file, time),
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [isFar ? IN_EXTRA : file.offset, 4],
  )
  return Buffer.concat([head, file.name, extra])
}

function endOf(count: number, bytes: number, offset: number): Buffer {
  const isFar = offset >= IN_EXTRA
  const large = fields(
    [LARGE_END, 4],
    [44, 8],
    [VERSION, 2],
    [VERSION, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [bytes, 8],
    [offset, 8],
    [LARGE_END_PLACE, 4],
    [0, 4],
    [offset + bytes, 8],
    [1, 4],
  )
  const end = fields(
    [END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [bytes, 4],
    [isFar ? IN_EXTRA : offset, 4],
    [0, 2],
  )
  return isFar ? Buffer.concat([large, end]) : end
}

function fields(...list: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(list.reduce((all, [, bytes]) => all + bytes, 0))
  let at = 0
  for (const [value, bytes] of list) {
    if (bytes === 2) buffer.writeUInt16LE(value, at)
    else if (bytes === 4) buffer.writeUInt32LE(value, at)
    else buffer.writeBigUInt64LE(BigInt(value), at)
    at += bytes
  }
  return buffer
}

const EARLIEST = Date.UTC(1980, 0)

/** MS-DOS times have a resolution of two seconds. The archive uses UTC. */
function dosTime(ms: number): number {
  const at = new Date(Math.max(ms, EARLIEST))
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x10000 + time
}
