// Creates folders under the system's temporary folder.
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function makeTemporaryFolder(purpose: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `daymark-${purpose}-`))
  // Root's PostgreSQL runs under another account, which must be able to reach its own folder inside.
  if (process.getuid?.() === 0) await chmod(path, 0o711)
  return path
}
