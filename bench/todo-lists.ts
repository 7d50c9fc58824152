// Todos of the server beside the limit (bare Fastify and `node:sqlite`, same SQL, same JSON), in interleaved rounds.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStorage } from '../server/src/storage/sqlite.ts'
import { startTestApp } from '../server/test/support/app.ts'
import { ask, load, median } from './support/load.ts'
import { type Statements, startLimit } from './support/todo-limit.ts'
import { type Seeded, seedTodos } from './support/todo-seed.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 9)
const MOST = Number(process.env['MOST'] ?? 100_000)
const CONNECTIONS = 64

interface Started {
  port: number
  tokens?: Record<string, string>
  statements?: Statements
}

/** The server under test as a process of its own, so that each side has one core. */
async function serveOurs(path: string, people: Seeded[]): Promise<Started> {
  const seen: string[] = []
  const server = await startTestApp(
    await openSqliteStorage(path, { observe: text => seen.push(text), shared: true }),
  )
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  const tokens: Record<string, string> = {}
  const signIn = async (sub: string) => server.issuer.token({ sub, name: sub }, { expiresIn: 86_400 })
  for (const { owner } of people) tokens[owner] = await signIn(owner)
  const [first] = people
  const headers = { authorization: `Bearer ${tokens[first?.owner ?? '']}` }
  await server.fetch('/v1/users/me', { headers })
  const statementsOf = async (url: string) => {
    seen.length = 0
    await server.fetch(url, { headers })
    return [...seen]
  }
  const [one = '', tags = ''] = await statementsOf(`/v1/todos/${first?.todo_id}`)
  const [list = ''] = await statementsOf('/v1/todos')
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return { port: address.port, tokens, statements: { one, list, tags } }
}

async function start(role: 'ours' | 'limit', argument: unknown) {
  const child = fork(import.meta.filename, [role], { stdio: 'inherit' })
  child.send(argument as object)
  const [started] = (await once(child, 'message')) as [Started]
  const cpu = async (): Promise<number> => {
    child.send({ ask: 'cpu' })
    const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
    return user + system
  }
  return { ...started, cpu, stop: () => child.kill() }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-bench-'))
  const path = join(folder, 'daymark.db')
  await (await openSqliteStorage(path)).close()
  const [thousand, small, big] = [
    seedTodos(path, 'thousand', 1_000),
    seedTodos(path, 'small', 100),
    seedTodos(path, 'big', MOST),
  ]
  const ours = await start('ours', { path, people: [thousand, small, big] })
  const limit = await start('limit', { path, statements: ours.statements })
  const scenarios = [
    ['get one', `/v1/todos/${thousand.todo_id}`, `/one/${thousand.todo_id}`, 'thousand'],
    ['list 50', '/v1/todos?limit=50', '/list/thousand?limit=50', 'thousand'],
    ['list 1,000', '/v1/todos', '/list/thousand', 'thousand'],
    ['first 50 of 100', '/v1/todos?limit=50', '/list/small?limit=50', 'small'],
    [`first 50 of ${MOST.toLocaleString('en')}`, '/v1/todos?limit=50', '/list/big?limit=50', 'big'],
  ] as const
  console.log(`${ROUNDS} rounds, ${CONNECTIONS} connections, medians of requests per second\n`)
  console.log('| scenario | ours | limit | ours / limit | CPU µs: ours | limit | limit / ours |')
  console.log('|---|---|---|---|---|---|---|')
  const costs: number[] = []
  for (const [name, path, limitPath, person] of scenarios) {
    const token = ours.tokens?.[person] ?? ''
    const sides = {
      ours: { port: ours.port, path, token, cpu: ours.cpu },
      limit: { port: limit.port, path: limitPath, cpu: limit.cpu },
    }
    assert.deepEqual(await ask(sides.ours), await ask(sides.limit), 'both write the same JSON')
    const found = await compare(sides)
    costs.push(found.oursCpu)
    const rates = `${found.ours.toFixed(0)} | ${found.limit.toFixed(0)} | ${found.ratio.toFixed(2)}`
    const cpu = `${found.oursCpu.toFixed(0)} | ${found.limitCpu.toFixed(0)} | ${found.cpuRatio.toFixed(2)}`
    console.log(`| ${name} | ${rates} | ${cpu} |`)
  }
  const [few = 0, many = 0] = costs.slice(-2)
  console.log(
    `\nThe first page with ${MOST.toLocaleString('en')} todos costs ${(many / few).toFixed(2)} of what it costs with 100.`,
  )
  ours.stop()
  limit.stop()
  rmSync(folder, { recursive: true })
}

interface Side {
  port: number
  path: string
  token?: string
  cpu(): Promise<number>
}

async function compare({ ours, limit }: { ours: Side; limit: Side }) {
  const rounds: { ours: Figures; limit: Figures }[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const both = { ours: await measure(ours), limit: await measure(limit) }
    // The first round warms both up.
    if (round >= 0) rounds.push(both)
  }
  // Of each round by itself, for both sides of a round had the same neighbours.
  return {
    ours: median(rounds.map(round => round.ours.perSecond)),
    limit: median(rounds.map(round => round.limit.perSecond)),
    ratio: median(rounds.map(round => round.ours.perSecond / round.limit.perSecond)),
    oursCpu: median(rounds.map(round => round.ours.cpu)),
    limitCpu: median(rounds.map(round => round.limit.cpu)),
    cpuRatio: median(rounds.map(round => round.limit.cpu / round.ours.cpu)),
  }
}

interface Figures {
  perSecond: number
  /** Microseconds per request: what is left of a ratio when other programs want the cores too. */
  cpu: number
}

async function measure(side: Side): Promise<Figures> {
  const before = await side.cpu()
  const { perSecond, requests } = await load({ ...side, connections: CONNECTIONS, milliseconds: 1_000 })
  return { perSecond, cpu: ((await side.cpu()) - before) / requests }
}

const role = process.argv[2]
if (role === 'ours' || role === 'limit') {
  const [given] = await once(process, 'message')
  const started: Started =
    role === 'ours'
      ? await serveOurs(given.path, given.people)
      : { port: await startLimit(given.path, given.statements) }
  process.send?.(started)
  process.on('message', () => process.send?.(process.cpuUsage()))
} else await main()
