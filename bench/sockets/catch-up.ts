// Measures catching up on 1,000 missed changes over the live socket, from connecting until `synced`. Target: 150 ms.
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { WebSocket } from 'ws'
import { onBothDatabases } from '../support/databases.ts'
import { quantiles } from './socket-client.ts'
import { startSocketServer } from './socket-server.ts'

const MISSED = 1_000
const WARM_UP = 3
const ROUNDS = Number(process.argv[2] ?? 20)

/** Returns the milliseconds until all changes after `since` have arrived. */
function catchUp(address: string, token: string, since: number): Promise<number> {
  const started = performance.now()
  const socket = new WebSocket(`ws://${address}/v1/ws?since=${since}`, [BEARER_PROTOCOL + token], {
    perMessageDeflate: false,
  })
  let changes = 0
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      if (data.includes('"type":"change"')) changes++
      if (!data.includes('"type":"synced"')) return
      const time = performance.now() - started
      socket.terminate()
      if (changes === MISSED) resolve(time)
      else reject(new Error(`${changes} changes instead of ${MISSED}`))
    })
  })
}

async function measure(database: string, postgresUrl?: string): Promise<void> {
  const server = await startSocketServer(postgresUrl)
  const token = await server.token('ann')
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://${server.address}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { id: string }
  }
  const { id: tag_group_id } = await post('/tags/groups', { name: 'Work', color: '#112233' })
  for (let i = 0; i < MISSED; i += 50) {
    const titles = Array.from({ length: 50 }, (_, at) => `Todo ${i + at}`)
    await Promise.all(titles.map(title => post('/todos', { title, tag_group_id })))
  }
  const times: number[] = []
  for (let i = 0; i < WARM_UP + ROUNDS; i++) {
    const time = await catchUp(server.address, token, 1)
    if (i >= WARM_UP) times.push(time)
  }
  console.log(`| ${database} | ${quantiles(times).join(' | ')} | 150 |`)
  await server.stop()
}

console.log(`${MISSED.toLocaleString('en')} missed changes, ${ROUNDS} rounds, ms\n`)
console.log('| database | p50 | p90 | p99 | max | target |\n|---|---|---|---|---|---|')
await onBothDatabases(measure)
process.exit()
