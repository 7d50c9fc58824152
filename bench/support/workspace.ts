// Creates a temporary folder for a benchmark and removes it afterward.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function inWorkspace(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-bench-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
