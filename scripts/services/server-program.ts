import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Bundles the server if its sources have changed, and returns the file to run. */
export async function buildServer(): Promise<string> {
  await build('server')
  return join(ROOT, 'server/dist/main.js')
}

/** Builds the web app if its sources have changed, unless the test command has just built it. */
export async function buildWeb(): Promise<void> {
  if (!process.env['TEST_SERVER']) await build('web')
}

async function build(part: 'server' | 'web'): Promise<void> {
  const script = join(ROOT, `scripts/build/${part}.ts`)
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 2, 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Building ${part} failed.`)
}

/** Returns the bundle, which starts faster, if the test command has built it. Otherwise returns the sources. */
export const serverProgram = (): string => process.env['TEST_SERVER'] ?? join(ROOT, 'server/src/main.ts')
