import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function makeTemporaryFolder(purpose: string): Promise<string> {
  return makeFolder(tmpdir(), purpose)
}

const MEMORY = '/dev/shm'
/** More than the databases of all concurrent tests need. Containers often have only 64 MB of shared memory. */
const LEAST_BYTES = 2 ** 31

/** Returns undefined if the system has no in-memory folder with enough space. */
export async function makeMemoryFolder(purpose: string): Promise<string | undefined> {
  const space = await statfs(MEMORY).catch(() => undefined)
  if (!space || space.bavail * space.bsize < LEAST_BYTES) return undefined
  return makeFolder(MEMORY, purpose)
}

async function makeFolder(parent: string, purpose: string): Promise<string> {
  const path = await mkdtemp(join(parent, `daymark-${purpose}-`))
  // If this process runs as root, PostgreSQL runs as another user, who must be able to enter this folder.
  if (process.getuid?.() === 0) await chmod(path, 0o711)
  return path
}
