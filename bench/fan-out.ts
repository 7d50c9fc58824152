// One change to 10 devices of its owner and to 200 friends: until the last of them has it. Target: p99 20 ms.
import type { WebSocket } from 'ws'
import { openSocket, openSockets, quantiles, send, startTimer } from './support/socket-client.ts'
import { startSocketServer } from './support/socket-server.ts'

const DEVICES = 10
const FRIENDS = 200
/** The first rounds compile. */
const WARM_UP = 100
const ROUNDS = Number(process.argv[2] ?? 500)

const server = await startSocketServer()
const friendIds = Array.from({ length: FRIENDS }, (_, i) => `friend-${i}`)
await server.befriend('ann', friendIds)
const annsToken = await server.token('ann')
const devices = await openSockets(DEVICES, () => openSocket(server.address, annsToken))
const friends = await openSockets(FRIENDS, async index =>
  openSocket(server.address, await server.token(friendIds[index] ?? '')),
)

let awaited = 0
let done: () => void = () => {}
const count = (socket: WebSocket, mark: string) =>
  socket.on('message', (data: Buffer) => {
    if (data.includes(mark) && --awaited === 0) done()
  })
for (const socket of devices) count(socket, '"seq"')
for (const socket of friends) count(socket, '"timer.friend_activity"')

/** Until the last of them has heard of it. */
async function told(change: () => unknown): Promise<number> {
  awaited = DEVICES + FRIENDS
  const all = new Promise<void>(resolve => {
    done = resolve
  })
  const started = performance.now()
  await change()
  await all
  return performance.now() - started
}

const [first] = devices
if (!first) throw new Error('There is no device.')
let timer_id = ''
let before = 0
const times: number[] = []
for (let i = 0; i < WARM_UP + ROUNDS; i++) {
  if (i === WARM_UP) before = await server.cpu()
  // A message carries the whole history: a fresh timer now and then keeps the rounds alike.
  if (i % 20 === 0) {
    await told(async () => {
      timer_id = await startTimer(first)
    })
  }
  const time = await told(() => send(first, i % 2 ? 'timer.resume' : 'timer.pause', { timer_id }))
  if (i >= WARM_UP) times.push(time)
}
const cpu = ((await server.cpu()) - before) / ROUNDS
console.log(`one change to ${DEVICES} devices and ${FRIENDS} friends: ${quantiles(times)}`)
console.log(`server: ${cpu.toFixed(2)} ms of processor time per change`)
await server.stop()
process.exit()
