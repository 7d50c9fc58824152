// Finds statements whose query plan scans a whole table of items.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { itemTextStore } from '../src/platform/storage/search/item-texts.ts'
import type { Db, Storage } from '../src/platform/storage/unit-of-work.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { fillCrowd, VIEWER, VIEWER_EMAIL } from './support/crowd.ts'
import { genericPlan } from './support/generic-plan.ts'
import { newPerson, type Person } from './support/people.ts'
import { forEachStorage } from './support/storages.ts'

const WRITE = /^\s*(?:delete|update|insert)\b/
const TABLES = ['todos', 'schedules', 'timers', 'meetings', 'search_texts']
const REPORT_TABLES = [
  ...['todos', 'schedules', 'schedule_exceptions', 'timers', 'tags', 'tag_groups'],
  ...['todo_tags', 'schedule_tags', 'schedule_exception_tags', 'timer_tags', 'preferences'],
]
const LISTS = [
  '/v1/todos?',
  '/v1/schedules?start_date=2026-03-01&end_date=2026-04-01&',
  '/v1/schedules?start_date=2026-03-01&end_date=2026-04-01&most_per_owner=100&',
  '/v1/timers?',
  '/v1/meetings?',
]
const SEARCHES = [
  '/v1/search?q=thing&',
  '/v1/search?q=thing&status=PLANNED&status=SCHEDULED&status=RUNNING&start_date=2026-01-01&',
]

forEachStorage('query plans', (open, database) => {
  let server: TestApp
  let storage: Storage
  let me: Person
  const statements: string[] = []
  let lists: string[]
  /** The statements of reports, the change log, and lists of a tag or group. */
  let reports: ReadonlySet<string>
  const year = { start_date: '2026-01-01', end_date: '2026-12-31' }
  const groupings = ['tag', 'tag_group', 'todo', 'schedule', 'weekday', 'none'] as const

  before(async () => {
    storage = await open({ observe: statement => statements.push(statement) })
    await fillCrowd(storage, { people: 400, friends: 40, things_per_type: 1000 })
    await storage.write([], tx => itemTextStore(tx).fill())
    server = await startTestApp(storage)
    lists = await readLists()
    me = await newPerson(server, 'reader')
    reports = await readReports()
  })
  after(() => server.close())

  async function readLists(): Promise<string[]> {
    const claims = { sub: VIEWER, name: VIEWER, email: VIEWER_EMAIL, email_verified: true }
    const headers = { authorization: `Bearer ${await server.issuer.token(claims)}` }
    statements.length = 0
    for (const list of LISTS) {
      for (const page of ['', '&limit=50']) {
        for (const scope of ['shared', 'all', 'shared&public_from=friends', 'all&public_from=friends']) {
          const response = await server.fetch(`${list}scope=${scope}${page}`, { headers })
          const found = (await response.json()) as unknown[]
          assert.ok(
            found.length > (scope.includes('public_from') ? 0 : 10),
            `${list}${scope} finds something`,
          )
        }
      }
    }
    for (const search of SEARCHES) {
      for (const scope of ['mine', 'shared', 'all'])
        assert.equal((await server.fetch(`${search}scope=${scope}`, { headers })).status, 200)
    }
    const found = [...new Set(statements)].filter(text =>
      TABLES.some(table => text.includes(`from ${table}`) || text.includes(`from "${table}"`)),
    )
    assert.ok(found.length >= LISTS.length, `${found.length} statements were seen`)
    return found
  }

  async function readReports(): Promise<ReadonlySet<string>> {
    const { client } = me
    const color = '#112233'
    const group = await client.tags.createGroup({ body: { name: 'Work', color, is_todo_group: true } })
    const tag = await client.tags.create({ body: { name: 'deep', color, group_id: group.id } })
    await client.tags.updateGroup({
      params: { group_id: group.id },
      body: { goal_ratios: { [tag.id]: 0.5 } },
    })
    const todo = await client.todos.create({
      body: { title: 'Draft', tag_group_id: group.id, tag_ids: [tag.id], estimate_minutes: 60 },
    })
    const start_time = '2026-03-02T09:00:00Z'
    const series = await client.schedules.create({
      body: {
        title: 'Write',
        start_time,
        end_time: '2026-03-02T10:00:00Z',
        recurrence_rule: 'FREQ=DAILY;COUNT=9',
      },
    })
    await client.schedules.update({
      params: { schedule_id: series.id },
      query: { instance_start: start_time },
      body: { tag_ids: [tag.id] },
    })
    const segments = [{ start: start_time, end: '2026-03-04T10:00:00Z' }]
    const links = { todo_id: todo.id, schedule_id: series.id, tag_ids: [tag.id] }
    await client.timers.addRecord({ body: { segments, ...links } })
    await readAll(todo.id)
    await client.changes.list({ query: {} })
    await client.todos.list({ query: { tag_ids: [tag.id] } })
    await client.todos.stats({ query: { group_id: group.id } })
    return reads()
  }

  async function readAll(todo_id: string): Promise<void> {
    const { reports } = me.client
    statements.length = 0
    for (const group_by of groupings)
      await reports.time({ query: { ...year, group_by, bucket: 'week', compare: 'previous' } })
    await reports.time({ query: { ...year, todo_id, include_children: true } })
    await reports.goals({ query: year })
    await reports.accuracy({ query: year })
    await reports.activity({ query: { year: 2026 } })
  }

  const reads = () => new Set(statements.filter(text => /^\s*(?:select|with)\b/.test(text)))

  if (database === 'sqlite')
    it('of reports find items by id, tag or group without reading all items of the owner', async () => {
      const seen = reports
      statements.length = 0
      await deleteSome()
      for (const text of [...seen, ...statements.filter(each => WRITE.test(each))])
        assert.deepEqual(await sqliteOwnerReads(storage, text), [], text)
    })

  /** Deletes todos in bulk, restores them, deletes them individually, and empties the trash. */
  async function deleteSome(): Promise<void> {
    const { client } = me
    const [group] = await client.tags.listGroups({ query: {} })
    const todo = () => client.todos.create({ body: { title: 'Gone', tag_group_id: group?.id ?? '' } })
    const ids = [await todo(), await todo(), await todo()].map(({ id }) => id)
    await client.todos.bulk({ body: { ids, change: { delete: true } } })
    const [deleted] = await client.history.trash({ query: {} })
    await client.history.restore({ params: { batch_id: deleted?.batch_id ?? '' } })
    for (const todo_id of ids) await client.todos.remove({ params: { todo_id } })
    for (const { batch_id } of await client.history.trash({ query: {} }))
      await client.history.erase({ params: { batch_id } })
  }

  it('use an index for every statement, with and without statistics', async () => {
    assert.ok(reports.size >= 15, `${reports.size} statements were seen`)
    // On SQLite, the test above has added those that delete.
    const own = new Set([...reports, ...reads()])
    for (const statistics of ['without', 'with']) {
      if (statistics === 'with') await storage.write([], tx => sql`analyze`.execute(tx.sql))
      for (const [texts, tables] of [
        [lists, TABLES],
        [own, REPORT_TABLES],
      ] as const) {
        for (const text of texts) {
          const scans =
            database === 'sqlite'
              ? await sqliteScans(storage, text, tables)
              : await postgresScans(storage, text, tables)
          assert.deepEqual(scans, [], `${statistics} statistics: ${text}`)
        }
      }
    }
  })

  if (database === 'sqlite')
    it('have an index in the order of lists that would otherwise read or sort all items, or all earlier pages', async () => {
      const { client } = me
      const [group] = await client.tags.listGroups({ query: {} })
      const segments = [{ start: '2026-03-05T09:00:00Z', end: '2026-03-05T10:00:00Z' }]
      await client.timers.addRecord({ body: { segments } })
      const lists: [plan: string, read: () => Promise<unknown>][] = [
        ['(owner_id=? AND started_at<?)', () => client.timers.list.all({ query: { limit: 1 } })],
        [
          'INDEX todos_group_position ',
          () => client.todos.list({ query: { group_ids: [group?.id ?? ''], order: 'position' } }),
        ],
        ['INDEX timers_of_schedules ', () => client.timers.list({ query: { type: 'schedule' } })],
        ['INDEX timers_independent ', () => client.timers.list({ query: { type: 'independent' } })],
        ['INDEX timers_status ', () => client.timers.list({ query: { status: ['RUNNING', 'PAUSED'] } })],
      ]
      for (const [expected, read] of lists) {
        statements.length = 0
        await read()
        const plan: string[] = []
        for (const text of reads()) {
          const { rows } = await storage.read(db =>
            sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db.sql),
          )
          plan.push(...rows.map(({ detail }) => detail))
        }
        assert.ok(
          plan.some(detail => detail.includes(expected)),
          `${expected}: ${plan.join('; ')}`,
        )
      }
    })
})

/**
 * Returns the steps where SQLite would read all of a person's items although the statement names ids, tags or a group.
 */
/** Finds reads of all items of an owner. One item by owner and id is not one. */
async function sqliteOwnerReads(storage: Storage, text: string): Promise<string[]> {
  const { rows } = await storage.read(db =>
    sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db.sql),
  )
  const isNarrow = /json_each|todo_tags x|tag_group_id| in \(\?/.test(text)
  const own =
    /^SEARCH (?:\w+ .* INDEX (?:todos|timers|schedules)_\w+ \(owner_id=\?(?! AND id=\?)|(?:search_texts|changes)\b.* \(owner_id=\?\))/
  return isNarrow ? rows.map(({ detail }) => detail).filter(detail => own.test(detail)) : []
}

/**
 * Inspects SQLite's bytecode for a cursor that walks an item table or its index from one end. Only the indexes of
 * public items may be read this way, because they have the list's order and reading stops at the limit.
 */
async function sqliteScans(storage: Storage, text: string, tables: readonly string[]): Promise<string[]> {
  return storage.read(async db => {
    const names = await rootPages(db, tables)
    const { rows } = await sql<{
      opcode: string
      p1: number
      p2: number
    }>`${sql.raw(`explain ${text}`)}`.execute(db.sql)
    // A search among public items reads all of them, because their texts decide the order.
    const isAllowed = (name: string) =>
      name.endsWith('_public') || (text.includes('search_texts') && name.includes('_public_'))
    const opened = new Map<number, string>()
    const scans: string[] = []
    for (const { opcode, p1, p2 } of rows) {
      if (opcode === 'OpenRead') opened.set(p1, names.get(p2) ?? '')
      const name = opened.get(p1)
      if ((opcode === 'Rewind' || opcode === 'Last') && name && !isAllowed(name)) scans.push(name)
    }
    return scans
  })
}

async function rootPages(db: Db, tables: readonly string[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ name: string; rootpage: number }>`
    select name, rootpage from sqlite_schema where tbl_name in (${sql.join(tables)})`.execute(db.sql)
  return new Map(rows.map(row => [row.rootpage, row.name]))
}

/**
 * Returns sequential scans from the plan. They would be cheapest for few rows, so they are disabled. If one still
 * appears, an index is missing.
 */
async function postgresScans(storage: Storage, text: string, tables: readonly string[]): Promise<string[]> {
  return storage.write([], async tx => {
    await sql`set local enable_seqscan = off`.execute(tx.sql)
    const scan = new RegExp(`Seq Scan on (${tables.join('|')})\\b`)
    return (await genericPlan(tx, text)).filter(line => scan.test(line))
  })
}
