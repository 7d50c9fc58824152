// Requests of the server beside the limit, in interleaved rounds; then what sign-in and limits add to a GET.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import {
  CONNECTIONS,
  type Comparison,
  compare,
  type Program,
  ROUNDS,
  startProgram,
} from './support/interleave.ts'
import { ask } from './support/load.ts'
import { type Prepared, prepare } from './support/prepare.ts'
import { inWorkspace } from './support/workspace.ts'

const TARGETS: Record<string, number> = {
  'get a todo': 0.75,
  'list 50 todos': 0.8,
  'list 1,000 todos': 0.8,
  'create a todo, durable': 0.6,
}
const NAMES: Record<string, string> = {
  create: 'create a todo, durable',
  patch: 'patch a todo, durable',
  tags: 'tag list',
  timers: '50 timers',
  series: '500 of 100 daily series',
}
/** A person may ask 100 times a minute, so there are many. */
const ASKERS = 1_000

const wanted = process.argv.slice(2)

await inWorkspace(async folder => {
  const path = join(folder, 'daymark.db')
  const prepared = await prepare(path)
  const { todos, recorded } = prepared
  const people = ['thousand', 'writer']
  const ours = await startProgram('support/our-server.ts', { database: { kind: 'sqlite', path }, people })
  const limit = await startProgram('limit.ts', { path, todos, recorded })
  console.log(`${ROUNDS} rounds, ${CONNECTIONS} connections, medians; SQLite\n`)
  console.log(
    '| scenario | requests/s: ours | limit | ours / limit | of the best rounds | CPU µs: ours | limit | limit / ours | target |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  await reads(ours, limit, prepared)
  await others(ours, limit, prepared)
  if (chosen('guards')) await guards(ours, limit, prepared, path)
  await ours.stop()
  await limit.stop()
})

function chosen(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name)
}

async function reads(ours: Program, limit: Program, { todo_id, todos }: Prepared): Promise<void> {
  const scenarios = [
    ['get', 'get a todo', `/v1/todos/${todo_id}`, `/v1/todos/${todo_id}`],
    [
      'list50',
      'list 50 todos',
      '/v1/todos?limit=50',
      todos.tags ? '/list/thousand?limit=50' : '/replay/list50',
    ],
    ['list1000', 'list 1,000 todos', '/v1/todos', todos.tags ? '/list/thousand' : '/replay/list1000'],
  ] as const
  const token = ours.tokens?.['thousand'] ?? ''
  for (const [key, name, path, limitPath] of scenarios) {
    if (!chosen(key)) continue
    const same = [
      await ask({ port: ours.port, path, token }),
      await ask({ port: limit.port, path: limitPath }),
    ]
    assert.deepEqual(same[0], same[1], 'both write the same JSON')
    tell(name, await compare({ program: ours, path, token }, { program: limit, path: limitPath }))
  }
}

async function others(ours: Program, limit: Program, { scenarios }: Prepared): Promise<void> {
  for (const [key, { person, path, method, body }] of Object.entries(scenarios)) {
    if (!chosen(key)) continue
    const side = { path, ...(method && { method }), ...(body && { body }) }
    const there = { path: `/replay/${key}`, ...(method && { method: 'POST' }) }
    const token = ours.tokens?.[person] ?? ''
    const found = await compare({ program: ours, ...side, token }, { program: limit, ...there })
    tell(NAMES[key] ?? key, found)
  }
}

/** The hooks of sign-in and of limits, the same as in the server, before the bare program. */
async function guards(ours: Program, bare: Program, prepared: Prepared, file: string): Promise<void> {
  const { todos, todo_id, recorded } = prepared
  // Both begin now: a program that has run for minutes is compiled better than one that begins.
  const plain = await startProgram('limit.ts', { path: file, todos, recorded })
  const guarded = await startProgram('limit.ts', { path: file, todos, recorded, guarded: true })
  const tokens = Array.from({ length: ASKERS }, (_, at) => `person-${at}`)
  const path = `/v1/todos/${todo_id}`
  const added = await compare({ program: guarded, path, tokens }, { program: plain, path, tokens })
  const get = await compare(
    { program: ours, path, token: ours.tokens?.['thousand'] ?? '' },
    { program: bare, path },
    3,
  )
  const cost = added.ours.cpu - added.limit.cpu
  console.log(
    `\nSign-in (remembered token) and limits (${ASKERS.toLocaleString('en')} people) add ${cost.toFixed(1)} µs: ` +
      `${((100 * cost) / (get.ours.cpu + cost)).toFixed(0)} % of a GET of ours, ` +
      `${(100 * (1 - added.ratio)).toFixed(0)} % of the bare program's rate. Target: 15 %.`,
  )
  await guarded.stop()
  await plain.stop()
}

function tell(name: string, { ours, limit, ratio, bestRatio, cpuRatio }: Comparison): void {
  const rates = `${ours.perSecond.toFixed(0)} | ${limit.perSecond.toFixed(0)} | ${ratio.toFixed(2)}`
  const cpu = `${ours.cpu.toFixed(0)} | ${limit.cpu.toFixed(0)} | ${cpuRatio.toFixed(2)}`
  console.log(
    `| ${name} | ${rates} | ${bestRatio.toFixed(2)} | ${cpu} | ${TARGETS[name]?.toFixed(2) ?? ''} |`,
  )
}
