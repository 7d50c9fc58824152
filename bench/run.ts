// npm run bench: runs all benchmarks, or those named after `--`. With `--write` it updates docs/performance.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ratioPicture } from './support/picture.ts'

/** The benchmarks of a full run, with settings that shorten some of them. */
const BENCHMARKS: Record<string, Record<string, string>> = {
  compare: { ROUNDS: '5' },
  'change-log': { ROUNDS: '9' },
  'log-cost': {},
  start: { ROUNDS: '5' },
  instances: { ROUNDS: '9' },
  growth: { ROUNDS: '5' },
  'calendar-month': {},
  'schedule-range': { ROUNDS: '15' },
  'day-model': { ROUNDS: '15' },
  reports: { ROUNDS: '15', TIMERS: '100,1000,10000,100000' },
  'shared-scope': {},
  search: {},
  'large-account': { ROUNDS: '5' },
  bulk: {},
  caldav: {},
  'caldav-hostile': {},
  'import-hostile': {},
  'account-timing': {},
  'sign-in': {},
  'caldav-clients': {},
  recurrence: {},
  'quick-add': {},
  limiter: {},
  'socket-roundtrip': {},
  'fan-out': {},
  'catch-up': {},
  'sockets-idle': {},
  webhooks: {},
  web: {},
}
const DOCS = join(import.meta.dirname, '../docs')
const PAGE = join(DOCS, 'performance.md')

async function run(name: string): Promise<string> {
  console.log(`\n### ${name}\n`)
  const [file = ''] = globSync(`**/${name}.ts`, { cwd: import.meta.dirname })
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...BENCHMARKS[name], ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
    process.stdout.write(chunk)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) process.exitCode = 1
  return code === 0 ? output.trim() : `It failed (${code}).`
}

/** Updates the figures of these benchmarks in docs/performance.md. Redraws performance.svg if `compare` ran. */
function write(outputs: Map<string, string>): void {
  let page = readFileSync(PAGE, 'utf8')
  for (const [name, output] of outputs) {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`]
    const [at, stop] = [page.indexOf(begin), page.indexOf(end)]
    if (at < 0 || stop < 0) continue
    page = `${page.slice(0, at + begin.length)}\n${output}\n${page.slice(stop)}`
  }
  writeFileSync(PAGE, page)
  const compared = outputs.get('compare')
  if (compared) writeFileSync(join(DOCS, 'performance.svg'), ratioPicture(compared))
}

const given = process.argv.slice(2)
const picked = given.filter(each => each !== '--write')
const unknown = picked.filter(each => !(each in BENCHMARKS))
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(2)
}
const outputs = new Map<string, string>()
for (const name of picked.length > 0 ? picked : Object.keys(BENCHMARKS)) outputs.set(name, await run(name))
if (given.includes('--write')) write(outputs)
