// Measures the cost of MCP: the server's start time, the time of its first two MCP requests, and its memory before and
// after them.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/services/free-port.ts'
import { buildServer } from '../scripts/services/server-program.ts'
import { median } from './support/load.ts'
import { inWorkspace } from './support/workspace.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SETTLED_MS = 3_000
const SERVER = join(import.meta.dirname, '../server/src')
const MAIN = await buildServer()

const headers = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
})

async function listTools(url: string, token: string): Promise<number> {
  const began = performance.now()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers: headers(token), body })
  if (!(await response.text()).includes('get_overview')) throw new Error(`${response.status}: no tools`)
  return performance.now() - began
}

async function measure(folder: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  }
  const began = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const answers = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await sleep(5)
  const start = performance.now() - began
  const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024
  const token = execFileSync(
    process.execPath,
    [join(SERVER, 'commands/token.ts'), '--email', 'ann@example.org'],
    {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ).trim()
  // Signs in first, because the first request with a token loads the issuer's keys.
  await fetch(`${url}/v1/users/me`, { headers: headers(token) })
  await sleep(SETTLED_MS)
  const without = memory()
  const first = await listTools(url, token)
  const later = await listTools(url, token)
  await sleep(SETTLED_MS)
  const loaded = memory()
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { start, without, first, later, loaded }
}

await inWorkspace(async folder => {
  const rounds: Awaited<ReturnType<typeof measure>>[] = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await measure(folder))
  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map(each => each[name])).toFixed(0)
  console.log(
    `${ROUNDS} starts on SQLite, medians: start ${of('start')} ms; memory ${of('without')} MB before the first request to /mcp, ${of('loaded')} MB after it; the first tools/list takes ${of('first')} ms, the next one ${of('later')} ms`,
  )
})
