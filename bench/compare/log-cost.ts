// Measures what the change log adds to a create and to a patch. Two servers take turns, one with and one without log
// entries: first in this process without HTTP, then in two processes over HTTP with one connection. The log may add at
// most 15%.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { moveToPostgres } from '../../server/src/platform/storage/copies/move/directions.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { startTestApp } from '../../server/test/support/app.ts'
import { type Program, startProgram } from '../support/interleave.ts'
import { load, median } from '../support/load.ts'
import { type Filled, fill, newTodoOf } from '../support/seeds/prepare.ts'
import { inWorkspace } from '../support/workspace.ts'
import { type Stage, upTo } from '../support/write-stages.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 30)
const WRITES = Number(process.env['WRITES'] ?? 240)
const HTTP_ROUNDS = Number(process.env['HTTP_ROUNDS'] ?? 9)
const wanted = process.argv.slice(2)
const chosen = (name: string) => wanted.length === 0 || wanted.includes(name)

/** `search` does everything before the log entries, and `log` also writes the entries. Neither server sends notices. */
const SIDES = ['search', 'log'] as const satisfies Stage[]
const WAYS = { 'one at a time': 1, '40 at a time': 40 }
const ACTIONS = ['create', 'patch'] as const
type Action = (typeof ACTIONS)[number]

/** Different titles, because a patch with the current title would not change the calendar entry or the search text. */
const requestsOf = ({ writer }: Filled) =>
  ({
    create: { path: '/v1/todos', method: 'POST', bodies: [newTodoOf(writer)] },
    patch: {
      path: `/v1/todos/${writer.todo_id}`,
      method: 'PATCH',
      bodies: Array.from({ length: 97 }, (_, at) => ({ title: `Title ${at}` })),
    },
  }) as const

interface Cost {
  cpu: number
  wall: number
}
type Measured = (action: Action) => Promise<Cost>

await inWorkspace(async folder => {
  const path = join(folder, 'daymark.db')
  const filled = await fill(path)
  console.log(
    `| ${ROUNDS} rounds of ${WRITES} writes, medians | without entries: CPU µs | the log: CPU µs | CPU | time |`,
  )
  console.log('|---|---|---|---|---|')
  if (chosen('sqlite')) await onSqlite(folder, path, filled)
  if (chosen('postgres')) await onPostgres(path, filled)
})

async function onSqlite(folder: string, path: string, filled: Filled): Promise<void> {
  const addresses = SIDES.map(stage => {
    const copy = join(folder, `${stage}.db`)
    copyFileSync(path, copy)
    return { kind: 'sqlite', path: copy } as const
  })
  await compareOn('SQLite', addresses, filled)
}

async function onPostgres(path: string, filled: Filled): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  const database: DatabaseAddress = { kind: 'postgres', url: postgres.url }
  await (await openStorage(database, {})).close()
  await moveToPostgres(path, postgres.url, () => {})
  await compareOn('PostgreSQL', [database, database], filled)
  await postgres.discard()
}

async function compareOn(name: string, addresses: readonly DatabaseAddress[], filled: Filled): Promise<void> {
  for (const [way, atOnce] of Object.entries(WAYS)) {
    if (!chosen('inside') && wanted.length > 1) break
    const servers = await Promise.all(
      SIDES.map((stage, at) => openInside(addresses[at] as DatabaseAddress, stage, atOnce, filled)),
    )
    for (const action of ACTIONS)
      tell(
        `${name}: ${action}, ${way}`,
        await rounds(
          servers.map(each => each.write),
          action,
          ROUNDS,
        ),
      )
    for (const { close } of servers) await close()
  }
  if (wanted.length > 1 && !chosen('http')) return
  const programs: Program[] = []
  for (const [at, stage] of SIDES.entries()) {
    const order = { database: addresses[at], people: [filled.writer.person], stage }
    programs.push(await startProgram('support/our-server.ts', order))
  }
  const sides = programs.map(program => overHttp(program, filled))
  for (const action of ACTIONS)
    tell(`${name}: ${action} over HTTP, one connection`, await rounds(sides, action, HTTP_ROUNDS))
  for (const program of programs) await program.stop()
}

/** Runs both sides in alternating order, so that other load affects both equally. */
async function rounds(sides: readonly Measured[], action: Action, count: number): Promise<Cost[][]> {
  const found: Cost[][] = []
  for (let round = -3; round < count; round++) {
    const costs: Cost[] = []
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) costs[at] = (await sides[at]?.(action)) as Cost
    if (round >= 0) found.push(costs)
  }
  return found
}

function tell(title: string, found: readonly Cost[][]): void {
  const of = (pick: (without: Cost, log: Cost) => number) =>
    median(found.map(([without, log]) => (without && log ? pick(without, log) : Number.NaN)))
  const percent = (part: keyof Cost) =>
    `${(100 * of((without, log) => log[part] / without[part] - 1)).toFixed(0)}%`
  const [base, added] = [of(({ cpu }) => cpu), of((without, log) => log.cpu - without.cpu)]
  console.log(
    `| ${title} | ${base.toFixed(0)} | ${added.toFixed(0)} | ${percent('cpu')} | ${percent('wall')} |`,
  )
}

async function openInside(address: DatabaseAddress, stage: Stage, atOnce: number, filled: Filled) {
  const { storage, record } = upTo(stage, await openStorage(address, { shared: true }))
  const server = await startTestApp(
    storage,
    { QUOTA_TODOS: '0' },
    { watched: false, ...(record && { record }) },
  )
  const token = await server.issuer.token({ sub: filled.writer.person }, { expiresIn: 86_400 })
  const headers = { authorization: `Bearer ${token}` }
  const requests = requestsOf(filled)
  let count = 0
  const once = async (action: Action) => {
    const { path: url, method, bodies } = requests[action]
    const payload = bodies[count++ % bodies.length] ?? {}
    const { statusCode } = await server.app.inject({ method, url, headers, payload })
    if (statusCode >= 300) throw new Error(`${url} answered ${statusCode}`)
  }
  const write: Measured = async action => {
    const started = { wall: performance.now(), cpu: process.cpuUsage() }
    for (let done = 0; done < WRITES; done += atOnce)
      await Promise.all(Array.from({ length: atOnce }, () => once(action)))
    const { user, system } = process.cpuUsage(started.cpu)
    return { cpu: (user + system) / WRITES, wall: (performance.now() - started.wall) / WRITES }
  }
  return { write, close: () => server.close() }
}

function overHttp(program: Program, filled: Filled): Measured {
  const token = program.tokens?.[filled.writer.person] ?? ''
  const requests = requestsOf(filled)
  return async action => {
    const before = await program.cpu()
    const { requests: count, perSecond } = await load({
      ...{ port: program.port, token, connections: 1, milliseconds: 700 },
      ...requests[action],
    })
    return { cpu: ((await program.cpu()) - before) / count, wall: 1 / perSecond }
  }
}
