// Makes a folder under the system's temporary folder that is gone at the latest when this process is.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hold, release } from './guard.ts'

export interface TemporaryFolder {
  path: string
  remove(): Promise<void>
}

export async function makeTemporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = join(tmpdir(), `daymark-${purpose}-${randomBytes(6).toString('hex')}`)
  // Held before it exists, so that there is no moment in which it would be left behind.
  hold({ kind: 'folder', path })
  await mkdir(path, { mode: 0o700 })
  // Root's servers run under another account, which must be able to pass through to its own folder inside.
  if (process.getuid?.() === 0) await chmod(path, 0o711)
  return {
    path,
    async remove() {
      const removed = rm(path, { recursive: true, force: true })
      // What somebody still writes into stays held, and the watchdog tries again when this process has ended.
      await removed.then(
        () => release({ kind: 'folder', path }),
        () => {},
      )
    },
  }
}
