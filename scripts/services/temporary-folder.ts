// Creates temporary folders.
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function makeTemporaryFolder(purpose: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `daymark-${purpose}-`))
  // If this process runs as root, PostgreSQL runs as another user, who must be able to access its folder
  // inside this one.
  if (process.getuid?.() === 0) await chmod(path, 0o711)
  return path
}
