// Measures the cost of the change log per write, and the cost of an unchanged list with `If-None-Match`.
import { join } from 'node:path'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { moveToPostgres } from '../../server/src/platform/storage/copies/move/directions.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { compare, type Program, ROUNDS, type Side, startProgram } from '../support/interleave.ts'
import { fill, recordAll, type Scenario } from '../support/seeds/prepare.ts'
import { inWorkspace } from '../support/workspace.ts'

const WRITES = { create: 'create a todo, durable', patch: 'patch a todo, durable' }
const LISTS = { list50: 'list 50 todos', list1000: 'list 1,000 todos' }
const people = ['thousand', 'writer']
/** A patch with the title that the todo already has would change only `updated_at`, and not its calendar entry. */
const TITLES = Array.from({ length: 97 }, (_, at) => ({ title: `Title ${at}` }))

await inWorkspace(async folder => {
  const path = join(folder, 'daymark.db')
  const filled = await fill(path)
  const sqlite: DatabaseAddress = { kind: 'sqlite', path }
  const postgres = await startPostgres({ durable: true })
  const database: DatabaseAddress = { kind: 'postgres', url: postgres.url }
  await (await openStorage(database, {})).close()
  await moveToPostgres(path, postgres.url, () => {})
  console.log(`${ROUNDS} rounds, medians\n`)
  await onDatabase('SQLite', sqlite, (await recordAll(sqlite, filled)).scenarios)
  await onDatabase('PostgreSQL', database, (await recordAll(database, filled)).scenarios)
  await postgres.discard()
})

async function onDatabase(
  name: string,
  database: DatabaseAddress,
  scenarios: Record<string, Scenario>,
): Promise<void> {
  const logged = await startProgram('support/our-server.ts', { database, people })
  const unlogged = await startProgram('support/our-server.ts', { database, people, unlogged: true })
  console.log(
    `| ${name} | requests/s: with the log | without | slower by | CPU µs: with | without | more by | target |`,
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const [key, title] of Object.entries(WRITES)) {
    const bodies = key === 'patch' ? { bodies: TITLES } : {}
    const { ours, limit, ratio, cpuRatio } = await compare(
      { ...side(logged, scenarios[key]), ...bodies },
      { ...side(unlogged, scenarios[key]), ...bodies },
    )
    const rates = `${ours.perSecond.toFixed(0)} | ${limit.perSecond.toFixed(0)} | ${more(ratio)}`
    const cpu = `${ours.cpu.toFixed(0)} | ${limit.cpu.toFixed(0)} | ${more(cpuRatio)}`
    console.log(`| ${title} | ${rates} | ${cpu} | 15 % |`)
  }
  console.log(
    `\n| ${name} | requests/s: 304 | full answer | ratio | CPU µs: 304 | full | target |\n|---|---|---|---|---|---|---|`,
  )
  for (const [key, title] of Object.entries(LISTS)) {
    const full = side(logged, scenarios[key])
    const { ours, limit, ratio } = await compare({ ...full, etag: await etagOf(full) }, full)
    const rates = `${ours.perSecond.toFixed(0)} | ${limit.perSecond.toFixed(0)} | ${ratio.toFixed(1)}`
    console.log(`| ${title} | ${rates} | ${ours.cpu.toFixed(0)} | ${limit.cpu.toFixed(0)} | 3 |`)
  }
  console.log('')
  await logged.stop()
  await unlogged.stop()
}

function more(ratio: number): string {
  return `${(100 * (1 / ratio - 1)).toFixed(0)} %`
}

function side(program: Program, scenario: Scenario | undefined): Side {
  if (!scenario) throw new Error('Unknown scenario.')
  const { person, ...request } = scenario
  return { program, ...request, token: program.tokens?.[person] ?? '' }
}

async function etagOf({ program, path, token }: Side): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${program.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.headers.get('etag') ?? ''
}
