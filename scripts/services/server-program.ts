import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Bundles the server if its sources have changed, and returns the file to run. */
export function buildServer(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build/server.ts')], { stdio: ['ignore', 2, 'inherit'] })
  return join(ROOT, 'server/dist/main.js')
}

/** Returns the bundle, which starts twice as fast, if the test command has built it. Otherwise returns the sources. */
export const serverProgram = (): string => process.env['TEST_SERVER'] ?? join(ROOT, 'server/src/main.ts')
