// Measures the cost of each stage of a write, such as writing the change log, and the cost of an unchanged list with
// `If-None-Match`.
import { join } from 'node:path'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { moveToPostgres } from '../../server/src/platform/storage/copies/move/directions.ts'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import {
  compare,
  compareAll,
  type Figures,
  type Program,
  ROUNDS,
  type Side,
  startProgram,
} from '../support/interleave.ts'
import { median } from '../support/load.ts'
import { type Filled, fill, recordAll, type Scenario } from '../support/seeds/prepare.ts'
import { inWorkspace } from '../support/workspace.ts'
import { STAGES, type Stage } from '../support/write-stages.ts'

const WRITES = { create: 'create a todo, durable', patch: 'patch a todo, durable' }
const LISTS = { list50: 'list 50 todos', list1000: 'list 1,000 todos' }
const NAMES: Record<Stage, string> = {
  bare: 'only the rows',
  capture: '+ capture of the changed rows',
  reminders: '+ reminders',
  search: '+ search texts',
  log: '+ entries of the log',
  notices: '+ notices, webhooks',
}
const people = ['thousand', 'writer']
const wanted = process.argv.slice(2)
const chosen = (name: string) => wanted.length === 0 || wanted.includes(name)
/** Different titles, because a patch with the current title would not change the calendar entry or the search text. */
const TITLES = Array.from({ length: 97 }, (_, at) => ({ title: `Title ${at}` }))

await inWorkspace(async folder => {
  const path = join(folder, 'daymark.db')
  const filled = await fill(path)
  const sqlite: DatabaseAddress = { kind: 'sqlite', path }
  console.log(`${ROUNDS} rounds, medians\n`)
  if (chosen('postgres')) await onPostgres(path, filled)
  if (chosen('sqlite')) await onDatabase('SQLite', sqlite, (await recordAll(sqlite, filled)).scenarios)
})

async function onPostgres(path: string, filled: Filled): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  const database: DatabaseAddress = { kind: 'postgres', url: postgres.url }
  await (await openStorage(database, {})).close()
  await moveToPostgres(path, postgres.url, () => {})
  await onDatabase('PostgreSQL', database, (await recordAll(database, filled)).scenarios)
  await postgres.discard()
}

async function onDatabase(
  name: string,
  database: DatabaseAddress,
  scenarios: Record<string, Scenario>,
): Promise<void> {
  const servers: Program[] = []
  for (const stage of STAGES)
    servers.push(await startProgram('support/our-server.ts', { database, people, stage }))
  for (const [key, title] of Object.entries(WRITES)) {
    const bodies = key === 'patch' ? { bodies: TITLES } : {}
    tell(
      name,
      title,
      await compareAll(servers.map(server => ({ ...side(server, scenarios[key]), ...bodies }))),
    )
  }
  const logged = servers.at(-1)
  if (!logged) return
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
  for (const server of servers) await server.stop()
}

/** All figures are medians. Differences are computed per round, so that other load affects both values equally. */
function tell(database: string, title: string, rounds: readonly Figures[][]): void {
  console.log(`| ${database}, ${title} | requests/s | µs more | more by | CPU µs | CPU µs more | more by |`)
  console.log('|---|---|---|---|---|---|---|')
  const wall = rounds.map(round => round.map(({ perSecond }) => 1_000_000 / perSecond))
  const cpu = rounds.map(round => round.map(figures => figures.cpu))
  for (const [at, stage] of STAGES.entries()) {
    const rate = median(rounds.map(round => round[at]?.perSecond ?? 0))
    const spent = median(cpu.map(round => round[at] ?? 0))
    console.log(
      `| ${NAMES[stage]} | ${rate.toFixed(0)} | ${added(wall, [stage])} | ${spent.toFixed(0)} | ${added(cpu, [stage])} |`,
    )
  }
  console.log(`| **the log alone** (target 15%) | | ${added(wall, ['log'])} | | ${added(cpu, ['log'])} |`)
  const whole: Stage[] = ['capture', 'log']
  console.log(`| the log and the capture | | ${added(wall, whole)} | | ${added(cpu, whole)} |\n`)
}

/**
 * Formats the cost of `stages`, and its percentage of the cost of all other stages. The other stages count only up to
 * the log, or up to the last of `stages` if that one comes later.
 */
function added(rounds: readonly number[][], stages: readonly Stage[]): string {
  const costs = rounds.map(round => {
    const of = (stage: Stage) => {
      const at = STAGES.indexOf(stage)
      return (round[at] ?? 0) - (round[at - 1] ?? 0)
    }
    const cost = stages.reduce((sum, stage) => sum + of(stage), 0)
    const last = Math.max(STAGES.indexOf('log'), ...stages.map(stage => STAGES.indexOf(stage)))
    return { cost, share: cost / ((round[last] ?? 0) - cost) }
  })
  if (stages[0] === 'bare') return ' | '
  const percent = 100 * median(costs.map(({ share }) => share))
  return `${median(costs.map(({ cost }) => cost)).toFixed(0)} | ${percent.toFixed(0)}%`
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
