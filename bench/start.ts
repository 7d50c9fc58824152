// Measures the time from startup to the first response, and the memory three seconds later. Targets: 1.0 s, 120 MB.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/services/free-port.ts'
import { buildServer } from '../scripts/services/server-program.ts'
import { median } from './support/load.ts'
import { inWorkspace } from './support/workspace.ts'

const STARTS = Number(process.env['ROUNDS'] ?? 7)
const SETTLED_MS = 3_000
const MAIN = await buildServer()

async function start(folder: string): Promise<{ ms: number; megabytes: number }> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      response => response.ok,
      () => false,
    )
  while (!(await answers())) await sleep(5)
  const ms = performance.now() - began
  // Waits until the server has freed the memory that only startup needed.
  await sleep(SETTLED_MS)
  const megabytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { ms, megabytes }
}

await inWorkspace(async folder => {
  const first = await start(folder)
  const starts: { ms: number; megabytes: number }[] = []
  for (let n = 0; n < STARTS; n++) starts.push(await start(folder))
  const times = starts.map(each => each.ms)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  console.log(
    '| start on SQLite until the first response | median | best | memory, 3 s later | target |\n|---|---|---|---|---|',
  )
  console.log(
    `| the first, creates the tables | ${seconds(first.ms)} | | ${first.megabytes.toFixed(0)} MB | |`,
  )
  const memory = `${median(starts.map(each => each.megabytes)).toFixed(0)} MB`
  console.log(
    `| ${STARTS} later ones | ${seconds(median(times))} | ${seconds(Math.min(...times))} | ${memory} | 1.0 s, 120 MB |`,
  )
})
