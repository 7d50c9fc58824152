// A .tar.gz with a manifest and checksums, the database, and the secret file, if any. Streamed to save memory.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BLOCK, paddingOf, parseTarHeader, tarHeader } from './tar.ts'

export const MANIFEST = 'backup.json'
export const FORMAT = 'daymark-backup-1'
/** Databases compress well even at this low level, which is faster than the default. */
const LEVEL = 3

export interface Manifest {
  format: string
  /** The Daymark version that made the backup. */
  version: string
  created_at: string
  /** The database's last migration. */
  schema: string
  /** The number of accounts or, with another OpenID provider, of people. Backups of older versions do not have it. */
  people?: number
  files: Record<string, { bytes: number; sha256: string }>
}

/** The archive is truncated, does not match its checksums, or is not a Daymark backup in a known format. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive'
}

/** Writes the manifest first, then `files`, a map from archive names to paths. `target` must not exist. */
export async function writeArchive(
  target: string,
  about: Omit<Manifest, 'format' | 'files'>,
  files: Record<string, string>,
): Promise<Manifest> {
  const manifest: Manifest = { format: FORMAT, ...about, files: {} }
  for (const [name, path] of Object.entries(files))
    manifest.files[name] = { bytes: (await stat(path)).size, sha256: await hashOf(path) }
  const modifiedAt = Date.parse(about.created_at)
  async function* content(): AsyncGenerator<Buffer> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    yield tarHeader({ name: MANIFEST, bytes: text.length }, modifiedAt)
    yield text
    yield paddingOf(text.length)
    for (const [name, path] of Object.entries(files)) {
      const bytes = manifest.files[name]?.bytes ?? 0
      yield tarHeader({ name, bytes }, modifiedAt)
      yield* createReadStream(path) as AsyncIterable<Buffer>
      yield paddingOf(bytes)
    }
    yield Buffer.alloc(2 * BLOCK)
  }
  // The archive contains personal data, so only its owner may read it.
  const output = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(Readable.from(content()), createGzip({ level: LEVEL }), output)
  return manifest
}

/**
 * Verifies the whole archive. Extracts each file to the path that `targetOf` returns. A file without a path is only
 * checked, and by default no file has one.
 */
export async function readArchive(
  path: string,
  targetOf: (name: string) => string | undefined = () => undefined,
): Promise<Manifest> {
  try {
    return await unpack(path, targetOf)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined && !code.startsWith('Z_') && code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    throw new DamagedArchive(`The backup ${path} is damaged: ${(error as Error).message}.`)
  }
}

/** Reads only the beginning of the archive, so the rest may be damaged. */
export async function manifestOf(path: string): Promise<Manifest> {
  const file = createReadStream(path)
  const content = file.pipe(createGunzip())
  file.on('error', error => content.destroy(error))
  try {
    const input = new ByteReader(content)
    const entry = parseTarHeader(await input.exactly(BLOCK))
    if (!entry) throw new Error('it is empty')
    return readManifest(entry.name, await input.exactly(entry.bytes))
  } catch (error) {
    throw new DamagedArchive(`The backup ${path} is damaged: ${(error as Error).message}.`)
  } finally {
    content.destroy()
    file.destroy()
  }
}

async function unpack(path: string, targetOf: (name: string) => string | undefined): Promise<Manifest> {
  let manifest: Manifest | undefined
  await pipeline(createReadStream(path), createGunzip(), async (stream: AsyncIterable<Buffer>) => {
    manifest = await unpackTar(new ByteReader(stream), targetOf)
  })
  if (!manifest) throw new Error('it is empty')
  return manifest
}

async function unpackTar(
  input: ByteReader,
  targetOf: (name: string) => string | undefined,
): Promise<Manifest | undefined> {
  const found: Record<string, string> = {}
  let manifest: Manifest | undefined
  for (;;) {
    const entry = parseTarHeader(await input.exactly(BLOCK))
    if (!entry) break
    if (manifest) found[entry.name] = await copy(input, entry.bytes, targetOf(entry.name))
    else manifest = readManifest(entry.name, await input.exactly(entry.bytes))
    await input.exactly(paddingOf(entry.bytes).length)
  }
  for (const [name, { sha256 }] of Object.entries(manifest?.files ?? {}))
    if (found[name] !== sha256) throw new Error(`${name} differs from its checksum`)
  return manifest
}

function readManifest(name: string, content: Buffer): Manifest {
  if (name !== MANIFEST) throw new Error('it is not a Daymark backup')
  const manifest = JSON.parse(content.toString()) as Manifest
  if (manifest.format !== FORMAT)
    throw new Error(`its format ${manifest.format} is not known to this version`)
  return manifest
}

/** Copies a file from the archive to the target, if there is one, and returns its checksum. */
async function copy(input: ByteReader, bytes: number, target: string | undefined): Promise<string> {
  const hash = createHash('sha256')
  const file = target === undefined ? undefined : await open(target, 'wx', 0o600)
  try {
    for await (const chunk of input.upTo(bytes)) {
      hash.update(chunk)
      await file?.writeFile(chunk)
    }
    await file?.sync()
  } finally {
    await file?.close()
  }
  return hash.digest('hex')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Reads a stream in pieces of the requested lengths. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  async exactly(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const chunk of this.upTo(bytes)) parts.push(chunk)
    return Buffer.concat(parts)
  }

  /** Yields the next `bytes` bytes in chunks as they arrive. */
  async *upTo(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#chunks.next()
        if (done) throw new Error('it ends too early')
        this.#rest = value
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}
