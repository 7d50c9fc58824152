// Measures how long a change takes to reach its owner's webhooks. 50 people have 20 webhooks each, and 10% of the
// webhooks never respond.
// npm run bench -- webhooks (SECONDS=30 PER_SECOND=5)
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '@daymark/client'
import { startIssuer } from '../server/test/support/issuer.ts'
import { startProgram } from '../server/test/support/process.ts'
import { LOCAL_RECEIVERS } from '../server/test/support/webhook-receiver.ts'
import { onBothDatabases } from './support/databases.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 30)
/** Changes per second. Each change is sent to 20 webhooks. */
const PER_SECOND = Number(process.env['PER_SECOND'] ?? 5)
const PEOPLE = 50
const HOOKS = 20
const HANGING = 2

let delays: number[] = []
let hanging = 0
const receiver = createServer(async (request, response) => {
  const { timestamp } = JSON.parse(await text(request)) as { timestamp: string }
  if (request.url === '/hangs') {
    hanging++
    return
  }
  delays.push(Date.now() - Date.parse(timestamp))
  response.writeHead(204).end()
})
receiver.listen(0, '0.0.0.0')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo
const issuer = await startIssuer()

/** Creates a person with 20 webhooks. Each webhook has its own host, because requests are limited per host. */
async function join20(baseUrl: string, person: number): Promise<Client> {
  const token = await issuer.token({ sub: `person-${person}` }, { expiresIn: 86_400 })
  const client = createClient({ baseUrl, token })
  for (let hook = 0; hook < HOOKS; hook++) {
    const path = hook < HANGING ? 'hangs' : 'answers'
    const url = `http://127.0.${person + 1}.${hook + 1}:${port}/${path}`
    await client.webhooks.create({ body: { url, kinds: ['tag_group'] } })
  }
  return client
}

await onBothDatabases(async (database, postgresUrl) => {
  delays = []
  hanging = 0
  const folder = mkdtempSync(join(tmpdir(), 'daymark-bench-'))
  const server = await startProgram({
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
    ...issuer.settings,
    ...LOCAL_RECEIVERS,
    ...(postgresUrl && { DATABASE_URL: postgresUrl }),
  })
  const people: Client[] = []
  for (let person = 0; person < PEOPLE; person++) people.push(await join20(server.url, person))

  const total = SECONDS * PER_SECOND
  const began = performance.now()
  for (let change = 0; change < total; change++) {
    await people[change % PEOPLE]?.tags.createGroup({ body: { name: 'bench', color: '#112233' } })
    await pause(Math.max(0, began + ((change + 1) * 1000) / PER_SECOND - performance.now()))
  }
  const taken = Math.round((performance.now() - began) / 1000)
  const expected = total * (HOOKS - HANGING)
  for (let waits = 0; waits < 100 && delays.length < expected; waits++) await pause(100)

  delays.sort((a, b) => a - b)
  const at = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
  console.log(
    `- ${database}: ${PEOPLE * HOOKS} webhooks, ${PEOPLE * HANGING} of them hang (${hanging} requests without an answer); ` +
      `${total} changes in ${taken} s, ${delays.length} of ${expected} deliveries arrived: ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms, load ${loadavg()[0]?.toFixed(1)}`,
  )
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})
receiver.closeAllConnections()
receiver.close()
await issuer.close()
