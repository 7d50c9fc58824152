// Keeps an uploaded file on disk while it is read, so that uploads need no memory of the server.
import { constants } from 'node:fs'
import { access, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { overloaded, tooLarge } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { Upload } from '../kernel/upload.ts'

/** Smaller files are accepted even if the disk is almost full. */
const CHECK_BYTES = 20 * 1024 * 1024
/** The free space that uploads leave to the database. */
const LEFT_BYTES = 512 * 1024 * 1024
const RETRY_S = 60

export interface SpoolOptions {
  folder: string
  /** A larger file is refused with 413 and the message `refusal`. */
  most: number
  refusal?: string
  /** Called with every part of the content. */
  seen?: ((chunk: Uint8Array) => void) | undefined
}

/** Writes the content to a file that has no name, so that it is gone when the server ends. */
export async function spool(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { folder, most, refusal = 'The file is too large.', seen }: SpoolOptions,
): Promise<Upload> {
  const place = await writableFolder(folder)
  const path = join(place, `.daymark-upload-${newId()}`)
  const handle = await open(path, 'wx+', 0o600)
  let size = 0
  let checked = CHECK_BYTES
  try {
    await unlink(path)
    for await (const chunk of content) {
      size += chunk.length
      if (size > most) throw tooLarge(refusal)
      if (size > checked) {
        await requireSpace(place)
        checked += CHECK_BYTES
      }
      seen?.(chunk)
      await handle.writev([chunk], size - chunk.length)
    }
    return new Upload(handle, 0, size)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The folder of the data has more space than the folder for temporary files, which often is in memory. */
async function writableFolder(folder: string): Promise<string> {
  try {
    await access(folder, constants.W_OK)
    return folder
  } catch {
    return tmpdir()
  }
}

async function requireSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < LEFT_BYTES)
    throw overloaded(
      'The disk of the server is almost full. Tell the administrator, then try again.',
      RETRY_S,
    )
}

/** Opens a file that already is on disk. */
export async function openUpload(path: string): Promise<Upload> {
  const handle = await open(path, 'r')
  return new Upload(handle, 0, (await handle.stat()).size)
}
