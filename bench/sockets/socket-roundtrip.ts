// Measures the round trip for pause and resume with 1,000 other connections. Targets: p50 3 ms, p99 25 ms.
import { onBothDatabases } from '../support/databases.ts'
import { openSocket, openSockets, quantiles, received, send, startTimer } from './socket-client.ts'
import { startSocketServer } from './socket-server.ts'

const CONNECTED = 1_000
const ROUNDS = Number(process.argv[2] ?? 2_000)
/** These rounds are not measured, because they include JIT compilation. */
const WARM_UP = 200

async function measure(database: string, postgresUrl?: string): Promise<void> {
  const server = await startSocketServer(postgresUrl)
  const others = await openSockets(CONNECTED, async index =>
    openSocket(server.address, await server.token(`other-${index}`)),
  )
  const socket = await openSocket(server.address, await server.token('ann'))
  const times: number[] = []
  let timer_id = ''
  let before = 0
  for (let i = 0; i < WARM_UP + ROUNDS; i++) {
    // Starts a new timer regularly, because each message contains the timer's whole history and would keep
    // growing.
    if (i % 20 === 0) timer_id = await startTimer(socket)
    if (i === WARM_UP) before = await server.cpu()
    const id = `round-${i}`
    const answer = received(socket, `"reply_to":"${id}"`)
    const started = performance.now()
    send(socket, i % 2 ? 'timer.resume' : 'timer.pause', { timer_id }, id)
    await answer
    if (i >= WARM_UP) times.push(performance.now() - started)
  }
  const cpu = ((await server.cpu()) - before) / ROUNDS
  console.log(`| ${database} | ${quantiles(times).join(' | ')} | ${cpu.toFixed(2)} | p50 3, p99 25 |`)
  for (const each of [socket, ...others]) {
    each.removeAllListeners('close')
    each.terminate()
  }
  await server.stop()
}

console.log(`Pause or resume with ${CONNECTED} connected, ${ROUNDS} rounds, ms\n`)
console.log(
  '| database | p50 | p90 | p99 | max | CPU of the server | target |\n|---|---|---|---|---|---|---|',
)
await onBothDatabases(measure)
process.exit()
