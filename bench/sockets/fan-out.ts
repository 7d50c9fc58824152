// Measures how long a change takes to reach its owner's 10 devices, first without friends and then with 200 friends who
// receive it too. Target without friends: p99 20 ms.
import type { WebSocket } from 'ws'
import { onBothDatabases } from '../support/databases.ts'
import { openSocket, openSockets, quantiles, send, startTimer } from './socket-client.ts'
import { startSocketServer } from './socket-server.ts'

const DEVICES = 10
const FRIENDS = [0, 200]
/** These rounds are not measured, because they include JIT compilation. */
const WARM_UP = 100
const ROUNDS = Number(process.argv[2] ?? 500)

/** Returns a function that makes a change and returns the milliseconds until all devices and friends receive it. */
function counter(devices: readonly WebSocket[], friends: readonly WebSocket[]) {
  let awaited = 0
  let done: () => void = () => {}
  const count = (socket: WebSocket, mark: string) =>
    socket.on('message', (data: Buffer) => {
      if (data.includes(mark) && --awaited === 0) done()
    })
  for (const socket of devices) count(socket, '"seq"')
  for (const socket of friends) count(socket, '"timer.friend_activity"')
  return async (change: () => unknown): Promise<number> => {
    awaited = devices.length + friends.length
    const all = new Promise<void>(resolve => {
      done = resolve
    })
    const started = performance.now()
    await change()
    await all
    return performance.now() - started
  }
}

async function measure(database: string, count: number, postgresUrl?: string): Promise<void> {
  const server = await startSocketServer(postgresUrl)
  const friendIds = Array.from({ length: count }, (_, i) => `friend-${i}`)
  await server.befriend('ann', friendIds)
  const annsToken = await server.token('ann')
  const devices = await openSockets(DEVICES, () => openSocket(server.address, annsToken))
  const friends = await openSockets(count, async index =>
    openSocket(server.address, await server.token(friendIds[index] ?? '')),
  )
  const received = counter(devices, friends)
  const [first] = devices
  if (!first) throw new Error('No device is connected.')
  let timer_id = ''
  let before = 0
  const times: number[] = []
  for (let i = 0; i < WARM_UP + ROUNDS; i++) {
    if (i === WARM_UP) before = await server.cpu()
    // Starts a new timer regularly, because each message contains the timer's whole history and would keep
    // growing.
    if (i % 20 === 0) {
      await received(async () => {
        timer_id = await startTimer(first)
      })
    }
    const time = await received(() => send(first, i % 2 ? 'timer.resume' : 'timer.pause', { timer_id }))
    if (i >= WARM_UP) times.push(time)
  }
  const cpu = ((await server.cpu()) - before) / ROUNDS
  const receivers = count === 0 ? `${DEVICES} devices` : `${DEVICES} devices and ${count} friends`
  const target = count === 0 ? 'p99 20' : ''
  console.log(
    `| ${database} | ${receivers} | ${quantiles(times).join(' | ')} | ${cpu.toFixed(2)} | ${target} |`,
  )
  for (const each of [...devices, ...friends]) {
    each.removeAllListeners('close')
    each.terminate()
  }
  await server.stop()
}

console.log(`One change, ${ROUNDS} rounds, ms\n`)
console.log(
  '| database | receivers | p50 | p90 | p99 | max | CPU of the server | target |\n|---|---|---|---|---|---|---|---|',
)
await onBothDatabases(async (database, postgresUrl) => {
  for (const count of FRIENDS) await measure(database, count, postgresUrl)
})
process.exit()
