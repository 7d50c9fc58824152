// Measures an idle connection's memory, with one connection each for 10,000 people. Target: 25 KB each.
import { openSocket, openSockets } from './socket-client.ts'
import { startSocketServer } from './socket-server.ts'

const COUNT = Number(process.argv[2] ?? 10_000)
const WARM_UP = 200

const server = await startSocketServer()
const tokens: string[] = []
for (let i = 0; i < COUNT; i++) tokens.push(await server.token(`idle-${i}`))
const open = (index: number) => openSocket(server.address, tokens[index] ?? '')

// Opens and closes some sockets first, so that one-time costs are not counted.
for (const socket of await openSockets(WARM_UP, open)) socket.terminate()
const before = await server.memory()
const started = performance.now()
const sockets = await openSockets(COUNT, open)
const seconds = (performance.now() - started) / 1000
const after = await server.memory()

const each = (bytes: number) => `${(bytes / 1024 / COUNT).toFixed(1)} KB each`
const whole = (bytes: number) => `${(bytes / 1048576).toFixed(0)} MB`
console.log(
  `${COUNT} idle connections, opened in ${seconds.toFixed(1)} s (${(COUNT / seconds).toFixed(0)}/s)`,
)
console.log(`in use (heap and buffers): ${each(after.used - before.used)}`)
console.log(
  `resident: ${whole(before.rss)} before, ${whole(after.rss)} after, ${each(after.rss - before.rss)} ` +
    '(including the cached token)',
)
for (const socket of sockets) socket.terminate()
await server.stop()
process.exit()
