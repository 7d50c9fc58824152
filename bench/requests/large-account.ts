// Measures lists, searches and reports, and an export, in an account with 1,000,000 todos, 1,000,000 timers,
// 100,000 entries and 10,000 friends:
//   npm run bench -- large-account     TODOS, TIMERS, ENTRIES, FRIENDS, CHANGES and ROUNDS change the numbers
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@daymark/client'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { onBothDatabases } from '../support/databases.ts'
import { startProgram } from '../support/interleave.ts'
import { median } from '../support/load.ts'
import { seedLarge } from '../support/seeds/large-seed.ts'

const size = (name: string, usual: number) => Number(process.env[name] ?? usual)
const ROUNDS = size('ROUNDS', 5)
const owner = 'large'
const account = {
  owner,
  todos: size('TODOS', 1_000_000),
  timers: size('TIMERS', 1_000_000),
  entries: size('ENTRIES', 100_000),
  friends: size('FRIENDS', 10_000),
  changes: size('CHANGES', 300_000),
}
const GROUP = '01900000-0001-7000-8000-000000000000'
const TAG = '01900000-0002-7000-8000-000000000003'
const MONTH = 'start_date=2026-03-01&end_date=2026-03-31'

/** If `isPaged` is true, page 21 of the list is measured too. */
const LISTS: readonly [name: string, path: string, isPaged?: boolean][] = [
  ['todos', '/v1/todos?limit=50', true],
  ['todos, 500 at once', '/v1/todos?limit=500'],
  ['todos of a list', `/v1/todos?limit=50&group_ids=${GROUP}`, true],
  ['todos with a tag', `/v1/todos?limit=50&tag_ids=${TAG}`, true],
  ['todos in manual order', '/v1/todos?limit=50&order=position', true],
  ['todos of a list in manual order', `/v1/todos?limit=50&order=position&group_ids=${GROUP}`, true],
  ['todos with totals', '/v1/todos?limit=50&include_totals=true'],
  ['statistics of todos', '/v1/todos/stats'],
  ['statistics of a list', `/v1/todos/stats?group_id=${GROUP}`],
  ['timers', '/v1/timers?limit=50', true],
  ['timers of a month', `/v1/timers?limit=50&${MONTH}`, true],
  ['timers of schedules', '/v1/timers?limit=50&type=schedule'],
  ['running timers', '/v1/timers?status=RUNNING'],
  ['timers of friends', '/v1/timers/friends'],
  ['entries of a month', `/v1/schedules?${MONTH}&limit=50`, true],
  ['friends', '/v1/friends?limit=50', true],
  ['ids of friends', '/v1/friends/ids?limit=500'],
  ['shared todos', '/v1/todos?scope=all&limit=50'],
  ['shared entries of a month', `/v1/schedules?${MONTH}&scope=all&limit=50`],
  ['meetings', '/v1/meetings?limit=50'],
  ['search, a rare word', '/v1/search?q=99999&limit=20'],
  ['search, a word of all todos', '/v1/search?q=report&limit=20'],
  ['search, nothing found', '/v1/search?q=zebra&limit=20'],
  ['search, a word that starts titles', '/v1/search?q=write&limit=20'],
  ['search, Korean initial consonants', `/v1/search?q=${encodeURIComponent('ㅎㅇ')}&limit=20`],
  ['search, with a tag', `/v1/search?q=report&limit=20&tag_ids=${TAG}`],
  ['search, a person', '/v1/search?q=friend%2077&kinds=person&limit=20'],
  ['report of a week', '/v1/reports/time?start_date=2026-03-02&end_date=2026-03-08'],
  ['report of a year', '/v1/reports/time?start_date=2025-01-01&end_date=2025-12-31'],
  ['report of five years', '/v1/reports/time?start_date=2021-01-01&end_date=2025-12-31'],
  ['goals of a week', '/v1/reports/goals?start_date=2026-03-02&end_date=2026-03-08'],
  ['accuracy of a month', `/v1/reports/accuracy?${MONTH}`],
  ['accuracy of a year', '/v1/reports/accuracy?start_date=2025-01-01&end_date=2025-12-31'],
  ['activity of a year', '/v1/reports/activity?year=2025'],
  ['changes since the start', '/v1/changes?since=0&limit=100'],
  ['changes of one kind', '/v1/changes?since=0&limit=100&kinds=schedule'],
  ['history', '/v1/history?limit=50'],
  ['history of one kind', '/v1/history?limit=50&kind=timer'],
  ['trash', '/v1/trash?limit=50'],
  ['usage', '/v1/users/me/usage'],
  ['tags', '/v1/tags?limit=100'],
]

console.log(
  `${account.todos} todos, ${account.timers} timers, ${account.entries} entries and ${account.friends} friends of one person; ${ROUNDS} rounds, medians of ms (and of the server's processor time)\n`,
)
console.log('| database | list | first page | 20 pages later | KB | load |')
console.log('|---|---|---|---|---|---|')
await onBothDatabases(async (name, postgresUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-large-'))
  const database: DatabaseAddress =
    postgresUrl === undefined
      ? { kind: 'sqlite', path: join(folder, 'daymark.db') }
      : { kind: 'postgres', url: postgresUrl }
  // The server creates the person on the first request.
  const first = await startProgram('support/our-server.ts', { database, people: [owner] })
  await writeSamples(first.port, first.tokens?.[owner] ?? '')
  await first.stop()
  const startedAt = performance.now()
  const storage = await openStorage(database, { shared: true })
  await seedLarge(storage, account)
  if (postgresUrl !== undefined) await storage.read(db => db.execute('analyze', []))
  await storage.close()
  console.error(`${name}: filled in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  const program = await startProgram('support/our-server.ts', { database, people: [owner] })
  const token = program.tokens?.[owner] ?? ''
  const answer = async (path: string) => {
    const startedAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${program.port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return { ms: performance.now() - startedAt, text }
  }
  /**
   * Returns the median elapsed milliseconds and, in parentheses, the server's mean CPU time, which other load hardly
   * affects.
   */
  const times = async (path: string) => {
    const rounds = []
    const before = await program.cpu()
    for (let n = 0; n < ROUNDS; n++) rounds.push((await answer(path)).ms)
    const cpu = ((await program.cpu()) - before) / 1000 / ROUNDS
    return `${median(rounds).toFixed(0)} (${cpu.toFixed(0)})`
  }
  for (const [title, path, isPaged] of LISTS) {
    try {
      const { text } = await answer(path)
      const later = isPaged ? await deepPage(path, answer) : undefined
      const figures = [await times(path), later ? await times(later) : '', (text.length / 1000).toFixed(0)]
      console.log(`| ${name} | ${title} | ${figures.join(' | ')} | ${loadavg()[0]?.toFixed(1)} |`)
    } catch (error) {
      console.log(`| ${name} | ${title} | ${(error as Error).message} | | | |`)
    }
  }
  await exported(program.port, token, name)
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates, changes and deletes todos, so that the seed can copy their change log entries. */
async function writeSamples(port: number, token: string): Promise<void> {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token })
  const group = await client.tags.createGroup({
    body: { name: 'Samples', color: '#4F86C6', is_todo_group: true },
  })
  const todo = () => client.todos.create({ body: { title: 'Sample', tag_group_id: group.id } })
  await client.todos.update({ params: { todo_id: (await todo()).id }, body: { title: 'Changed' } })
  await client.todos.remove({ params: { todo_id: (await todo()).id } })
}

/** Returns the path of page 21 of the list, or of the last page if there are fewer. */
async function deepPage(path: string, answer: (path: string) => Promise<{ text: string }>): Promise<string> {
  let at = path
  for (let page = 0; page < 20; page++) {
    const { next_cursor } = JSON.parse((await answer(at)).text) as { next_cursor?: string | null }
    if (!next_cursor) return at
    at = `${path}&cursor=${encodeURIComponent(next_cursor)}`
  }
  return at
}

/** Exports the account and repeats a small request meanwhile, to measure how long the export blocks the server. */
async function exported(port: number, token: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/v1/account/export`, { headers })
  let bytes = 0
  let isDone = false
  const reading = (async () => {
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length
    isDone = true
  })()
  let longest = 0
  while (!isDone) {
    const askedAt = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/v1/users/me`, { headers })).text()
    longest = Math.max(longest, performance.now() - askedAt)
  }
  await reading
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `| ${name} | export: ${seconds.toFixed(0)} s, longest request meanwhile | ${longest.toFixed(0)} | | ${(bytes / 1000).toFixed(0)} | ${loadavg()[0]?.toFixed(1)} |`,
  )
}
