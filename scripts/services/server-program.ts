import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Bundles the server if its sources have changed, and returns the file to run. */
export function buildServer(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build/server.ts')], { stdio: ['ignore', 2, 'inherit'] })
  return join(ROOT, 'server/dist/main.js')
}

/**
 * The test command bundles the server once, because a bundle starts twice as fast. Without a bundle, the sources
 * run.
 */
export const serverProgram = (): string => process.env['TEST_SERVER'] ?? join(ROOT, 'server/src/main.ts')
