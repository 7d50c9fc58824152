// kill -9 under load, many rounds: no acknowledged write may be missing after the restart.
//   npm run bench:crash -- --rounds 200 --database sqlite|postgres
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@daymark/client'
import { startPostgres } from '../scripts/provide/postgres.ts'
import { startIssuer } from '../server/test/support/issuer.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, database: { type: 'string', default: 'sqlite' } },
})
const rounds = Number(values.rounds)
const MAIN = join(import.meta.dirname, '../server/src/main.ts')
const WRITERS = 8

async function start(settings: Record<string, string>): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_ENABLED: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk)
    const baseUrl = /Listens\s+(http:\S+)/.exec(printed)?.[1]
    if (baseUrl) return { child, baseUrl }
  }
  throw new Error(`The server did not start:\n${printed}`)
}

const issuer = await startIssuer()
const folder = mkdtempSync(join(tmpdir(), 'daymark-crash-'))
const postgres = values.database === 'postgres' ? await startPostgres({ durable: true }) : undefined
const settings = {
  DATA_DIR: folder,
  OIDC_ISSUER_URL: issuer.url,
  ...(postgres && { DATABASE_URL: postgres.url }),
}
const token = await issuer.token({ sub: 'ann' }, { expiresIn: 86_400 })
let acknowledged: string[] = []
let groupId: string | undefined
let written = 0
let lost = 0

for (let round = 0; round <= rounds; round++) {
  const { child, baseUrl } = await start(settings)
  const client = createClient({ baseUrl, token })
  if (groupId !== undefined) {
    const { tags } = await client.tags.getGroup({ params: { group_id: groupId } })
    const kept = new Set(tags.map(tag => tag.name))
    lost += acknowledged.filter(name => !kept.has(name)).length
    written += acknowledged.length
  }
  if (round === rounds) {
    child.kill('SIGTERM')
    await once(child, 'exit')
    break
  }
  acknowledged = []
  const group = await client.tags.createGroup({ body: { name: `round ${round}`, color: '#000000' } })
  groupId = group.id
  const killAfter = 1 + Math.floor(Math.random() * 120)
  const write = async (writer: number) => {
    for (let i = 0; ; i++) {
      const name = `${writer}-${i}`
      await client.tags.create({ body: { name, color: '#000000', group_id: group.id } })
      acknowledged.push(name)
      if (acknowledged.length === killAfter) child.kill('SIGKILL')
    }
  }
  await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  if (child.signalCode === null) await once(child, 'exit')
}

console.log(`${values.database}: ${rounds} rounds of kill -9, ${written} acknowledged writes, ${lost} lost`)
await issuer.close()
await postgres?.discard()
rmSync(folder, { recursive: true, force: true })
process.exitCode = lost === 0 ? 0 : 1
