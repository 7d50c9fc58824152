// Builds the web app if needed, and starts a real server with embedded accounts.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { freePort } from '../scripts/services/free-port.ts'
import { buildWeb, serverProgram } from '../scripts/services/server-program.ts'

/**
 * The Node option that makes password hashes cheap. Programs that create accounts in this server's data folder need it
 * too.
 */
export const CHEAP_HASHES = `--import=${join(import.meta.dirname, 'cheap-hashes.ts')}`

export interface Hosted {
  url: string
  folder: string
  close(): Promise<void>
}

export async function startServer(settings: Record<string, string>): Promise<Hosted> {
  await buildWeb()
  // Stores the data in memory if possible. Otherwise every commit waits for the disk.
  const folder = mkdtempSync(join(process.env['TEST_MEMORY_FOLDER'] ?? tmpdir(), 'daymark-e2e-'))
  const port = await freePort()
  const server = spawn(process.execPath, [CHEAP_HASHES, serverProgram()], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      RATE_LIMIT_ENABLED: 'false',
      WS_RATE_LIMIT_ENABLED: 'false',
      ACCOUNTS_TRUST_EMAIL: 'true',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', () => {
    server.kill('SIGKILL')
    remove()
  })
  await listening(server)
  return {
    url: `http://localhost:${port}`,
    folder,
    async close() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      remove()
    },
  }
}

/** Waits until the server accepts connections. Keeps reading its output, because a full pipe would block the server. */
async function listening(server: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let said = ''
  server.stdout.on('data', chunk => {
    said += String(chunk)
    if (said.includes('Daymark is running')) resolve()
  })
  server.once('exit', code => reject(new Error(`The server ended with ${code}: ${said}`)))
  await promise
}
