// npm run bench: runs all benchmarks, or those named after `--`. docs/performance.md names the promise that each one measures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'

/** The benchmarks of a full run, with settings that shorten some of them. */
const BENCHMARKS: Record<string, Record<string, string>> = {
  compare: { ROUNDS: '5' },
  'change-log': { ROUNDS: '9' },
  start: { ROUNDS: '5' },
  instances: { ROUNDS: '9' },
  growth: { ROUNDS: '5' },
  'calendar-month': {},
  reports: { ROUNDS: '15', TIMERS: '100,1000,10000,100000' },
  search: {},
  'large-account': { ROUNDS: '5' },
  caldav: {},
  'caldav-clients': {},
  'caldav-hostile': {},
  'import-hostile': {},
  'account-timing': {},
  recurrence: {},
  'socket-roundtrip': {},
  'fan-out': {},
  'catch-up': {},
  'sockets-idle': {},
  webhooks: {},
  web: {},
}

async function run(name: string): Promise<void> {
  console.log(`\n### ${name}\n`)
  const [file = ''] = globSync(`**/${name}.ts`, { cwd: import.meta.dirname })
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...BENCHMARKS[name], ...process.env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code === 0) return
  console.log(`It failed (${code}).`)
  process.exitCode = 1
}

const given = process.argv.slice(2)
const unknown = given.filter(each => !(each in BENCHMARKS))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(2)
}
for (const name of given.length > 0 ? given : Object.keys(BENCHMARKS)) await run(name)
