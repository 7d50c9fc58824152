// Creates a temporary folder that exists only while the benchmark runs.
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
