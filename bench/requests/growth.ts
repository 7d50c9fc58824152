// Measures how a request's cost grows with the person's items, the number of people and open connections. Target: at
// most 1.5 times the cost at the smallest number.
import { join } from 'node:path'
import { openSqliteStorage } from '../../server/src/platform/storage/sqlite/sqlite.ts'
import { openSocket, openSockets, received, send, startTimer } from '../sockets/socket-client.ts'
import { startSocketServer } from '../sockets/socket-server.ts'
import { compare, ROUNDS, startProgram } from '../support/interleave.ts'
import { median } from '../support/load.ts'
import { seedPeople, seedTodos } from '../support/seeds/todo-seed.ts'
import { inWorkspace } from '../support/workspace.ts'

const sizes = (name: string, usual: string) => (process.env[name] ?? usual).split(',').map(Number)
const ITEMS = sizes('ITEMS', '100,1000,10000,100000,1000000')
const USERS = sizes('USERS', '10,100,1000,10000')
const CONNECTIONS = sizes('CONNECTIONS', '10,100,1000,10000')
const TODOS_OF_A_USER = 20
const MESSAGES = 400

const LIST = '/v1/todos?limit=50'
const number = (value: number) => value.toLocaleString('en')

console.log(
  `Each compared with the smallest in interleaved rounds (${ROUNDS}), processor time, medians; SQLite\n`,
)
console.log('| growing number of | from | to | request | µs before | µs after | after / before | target |')
console.log('|---|---|---|---|---|---|---|---|')
await inWorkspace(itemsOfOnePerson)
await people()
await connections()

/**
 * Compares lists of different sizes. They are in one database file, so that only the requested list's size differs.
 */
async function itemsOfOnePerson(folder: string): Promise<void> {
  const path = await emptyFile(folder, 'items.db')
  for (const count of ITEMS) seedTodos(path, `has-${count}`, count)
  const names = ITEMS.map(count => `has-${count}`)
  const program = await startProgram('support/our-server.ts', {
    database: { kind: 'sqlite', path },
    people: names,
  })
  const side = (count: number) => ({ program, path: LIST, token: program.tokens?.[`has-${count}`] ?? '' })
  const first = ITEMS[0] ?? 0
  for (const count of ITEMS.slice(1)) {
    const { ours, limit, cpuRatio } = await compare(side(count), side(first))
    row('todos of the person', [first, count], 'first 50', limit.cpu, ours.cpu, 1 / cpuRatio)
  }
  await program.stop()
}

async function people(): Promise<void> {
  await inWorkspace(async folder => {
    const [first = 0, ...more] = USERS
    const small = await community(folder, first)
    for (const count of more) {
      const big = await community(folder, count)
      const { ours, limit, cpuRatio } = await compare(big, small)
      row(
        'people',
        [first, count],
        `${TODOS_OF_A_USER} todos of one person`,
        limit.cpu,
        ours.cpu,
        1 / cpuRatio,
      )
      await big.program.stop()
    }
    await small.program.stop()
  })
}

async function community(folder: string, count: number) {
  const path = await emptyFile(folder, `people-${count}.db`)
  const everybody = Array.from({ length: count }, (_, n) => `person-${n}`)
  seedPeople(path, everybody, TODOS_OF_A_USER)
  const someone = `person-${Math.floor(count / 2)}`
  const program = await startProgram('support/our-server.ts', {
    database: { kind: 'sqlite', path },
    people: [someone],
  })
  return { program, path: LIST, token: program.tokens?.[someone] ?? '' }
}

async function emptyFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await (await openSqliteStorage(path)).close()
  return path
}

/** Measures pausing and resuming a timer while a growing number of other connections are idle. */
async function connections(): Promise<void> {
  const server = await startSocketServer()
  const socket = await openSocket(server.address, await server.token('ann'))
  // Warms up, because the first messages include JIT compilation.
  await messages(server, socket)
  const found: { count: number; cpu: number; ms: number }[] = []
  let open = 0
  for (const count of CONNECTIONS) {
    const before = open
    await openSockets(count - before, async index =>
      openSocket(server.address, await server.token(`other-${before + index}`)),
    )
    open = count
    found.push({ count, ...(await messages(server, socket)) })
  }
  const first = found[0] ?? { count: 0, cpu: 0, ms: 0 }
  for (const { count, cpu, ms } of found.slice(1)) {
    const request = `pause or resume (${first.ms.toFixed(1)} → ${ms.toFixed(1)} ms)`
    row('connections', [first.count, count], request, first.cpu, cpu, cpu / first.cpu)
  }
  await server.stop()
}

async function messages(
  server: Awaited<ReturnType<typeof startSocketServer>>,
  socket: Awaited<ReturnType<typeof openSocket>>,
) {
  const times: number[] = []
  let timer_id = ''
  const before = await server.cpu()
  for (let n = 0; n < MESSAGES; n++) {
    // Starts a new timer regularly, because each message contains the timer's whole history and would keep
    // growing.
    if (n % 20 === 0) timer_id = await startTimer(socket)
    const began = performance.now()
    const answer = received(socket, `"reply_to":"${n}"`)
    send(socket, n % 2 ? 'timer.resume' : 'timer.pause', { timer_id }, String(n))
    await answer
    times.push(performance.now() - began)
  }
  return { cpu: (1000 * ((await server.cpu()) - before)) / MESSAGES, ms: median(times) }
}

function row(
  what: string,
  [from, to]: [number, number],
  request: string,
  first: number,
  last: number,
  ratio: number,
) {
  const figures = `${first.toFixed(0)} | ${last.toFixed(0)} | ${ratio.toFixed(2)} | 1.5`
  console.log(`| ${what} | ${number(from)} | ${number(to)} | ${request} | ${figures} |`)
}
process.exit()
