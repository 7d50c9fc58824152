// npm run dev: starts the server and the web app with live reload, by default on a temporary database with demo data.
// Usage: npm run dev -- [options of Node for the server, such as --inspect]
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createServer, type ViteDevServer } from 'vite'
import { PASSWORD, PEOPLE } from './demo/data.ts'
import { freePort, isFree } from './services/free-port.ts'
import { onParentGone } from './services/parent.ts'
import { RunningProgram } from './services/supervise.ts'
import { makeTemporaryFolder } from './services/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..')
const USUAL_PORT = 5173
const CHECK_AGAIN_MS = 50

const startedAt = performance.now()
const scratch = process.env['DATA_DIR'] ? undefined : await makeTemporaryFolder('dev')
const dataDir = process.env['DATA_DIR'] || scratch || ''
const isNew = !existsSync(join(dataDir, 'daymark.db')) && !process.env['DATABASE_URL']
const webPort = Number(process.env['PORT']) || ((await isFree(USUAL_PORT)) ? USUAL_PORT : await freePort())
const apiPort = await freePort()
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(apiPort),
  PUBLIC_URL: `http://localhost:${webPort}`,
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
}

const server = new RunningProgram(
  {
    command: process.execPath,
    args: ['--watch', '--watch-preserve-output', ...process.argv.slice(2), 'server/src/main.ts'],
    cwd: ROOT,
    env,
    quickEnd: 'SIGKILL',
    folder: scratch,
  },
  'inherit',
)
let web: ViteDevServer | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
onParentGone(stop)

process.env['DAYMARK_API'] = `http://127.0.0.1:${apiPort}`
web = await createServer({
  configFile: join(ROOT, 'web/vite.config.ts'),
  server: { port: webPort, strictPort: true },
})
await web.listen()
await answering(`http://127.0.0.1:${apiPort}/health`)
console.log(`
  Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.

    Open       http://localhost:${webPort}
    Reference  http://localhost:${webPort}/docs
    Data       ${dataDir}${scratch ? ' (removed at the end)' : ''}
`)
if (isNew) {
  console.log('  Adding demo data. The accounts to sign in with follow.\n')
  await seed()
}

/** Adds the demo data while the server is already running, so that the first page loads without waiting. */
async function seed(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/seed.ts')], { env })
  console.log(`    Sign in    ${PEOPLE.map(({ email }) => email).join(' or ')}
    Password   ${PASSWORD}
`)
}

/** Polls until the server responds, because its output goes directly to the terminal and cannot be read here. */
async function answering(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(CHECK_AGAIN_MS)
}

async function stop(): Promise<void> {
  await web?.close()
  await server.end('SIGTERM')
  if (scratch) await rm(scratch, { recursive: true, force: true })
  process.exit()
}
