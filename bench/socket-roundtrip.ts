// The round trip of pause and resume while 1,000 others are connected. Targets: p50 3 ms, p99 25 ms.
import { heard, openSocket, openSockets, quantiles, send, startTimer } from './support/socket-client.ts'
import { startSocketServer } from './support/socket-server.ts'

const CONNECTED = 1_000
const ROUNDS = Number(process.argv[2] ?? 2_000)

const server = await startSocketServer()
const others = await openSockets(CONNECTED, async index =>
  openSocket(server.address, await server.token(`other-${index}`)),
)
const socket = await openSocket(server.address, await server.token('ann'))

/** The first rounds compile. */
const WARM_UP = 200
const times: number[] = []
let timer_id = ''
let before = 0
for (let i = 0; i < WARM_UP + ROUNDS; i++) {
  // A message carries the whole history: a fresh timer now and then keeps the rounds alike.
  if (i % 20 === 0) timer_id = await startTimer(socket)
  if (i === WARM_UP) before = await server.cpu()
  const id = `round-${i}`
  const answer = heard(socket, `"reply_to":"${id}"`)
  const started = performance.now()
  send(socket, i % 2 ? 'timer.resume' : 'timer.pause', { timer_id }, id)
  await answer
  if (i >= WARM_UP) times.push(performance.now() - started)
}
console.log(`pause/resume with ${CONNECTED} connected: ${quantiles(times)}`)
const cpu = ((await server.cpu()) - before) / ROUNDS
console.log(`server: ${cpu.toFixed(2)} ms of processor time per message`)
for (const each of others) each.terminate()
await server.stop()
process.exit()
