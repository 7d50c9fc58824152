import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import type { StoredRow } from '../../changes/change.ts'
import { rowWriter } from '../../changes/row-writer.ts'
import { TRACKED_TABLES, UNTRACKED_COLUMNS } from '../tracked-tables.ts'
import type { Storage } from '../unit-of-work.ts'

forEachStorage('rows captured without a trigger', open => {
  let storage: Storage
  let server: TestApp
  before(async () => {
    storage = await open()
    server = await startTestApp(storage)
  })
  after(() => server.close())

  it('are stored as they are in the database, with every column', async () => {
    const ann = await server.as('ann')
    const group = await ann.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const tag = await ann.tags.create({ body: { name: 'Home', color: '#112233', group_id: group.id } })
    const [group_id, tag_ids] = [group.id, [tag.id]]
    const todo = { title: 'Report', tag_group_id: group_id, tag_ids }
    await ann.todos.create({ body: { ...todo, deadline: '2026-03-04T16:00:00Z' } })
    await ann.todos.create({
      body: { ...todo, deadline_date: '2026-03-05', visibility: { level: 'public' } },
    })
    await ann.timers.addRecord({
      body: { segments: [{ start: '2026-03-04T16:00:00Z', end: '2026-03-04T17:00:00Z' }] },
    })
    await ann.meetings.create({
      body: {
        title: 'Sprint',
        start_date: '2026-03-02',
        end_date: '2026-03-06',
        available_days: [1, 2],
        start_time: '09:00',
        end_time: '17:00',
        time_slot_minutes: 30,
        timezone: 'UTC',
      },
    })
    const found = new Set<string>()
    await storage.read(async db => {
      const { rows } = await sql<{ content: string }>`
        select content from changes where action = 'created' and content is not null`.execute(db.sql)
      for (const { table, key, after: image } of rows.flatMap(
        row => JSON.parse(row.content) as StoredRow[],
      )) {
        const layout = TRACKED_TABLES.find(each => each.name === table)
        assert.ok(layout)
        const names = [...layout.key, ...layout.context]
        assert.deepEqual(Object.keys(key).sort(), names.toSorted(), table)
        const [stored = {}] = (await rowWriter(db).read(table, [key])).values()
        const row = Object.fromEntries(
          Object.entries(stored).filter(([name]) => !UNTRACKED_COLUMNS.includes(name)),
        )
        assert.deepEqual({ ...image }, row, table)
        found.add(table)
      }
    })
    const expected = TRACKED_TABLES.filter(({ insertDefaults }) => insertDefaults).map(({ name }) => name)
    assert.deepEqual(
      expected.filter(name => !found.has(name)),
      [],
    )
  })

  it('are refused if nobody captures them', async () => {
    const insert = storage.write(['ann'], tx =>
      sql`insert into todo_tags (todo_id, tag_id) select todo_id, tag_id from todo_tags where false`.execute(
        tx.sql,
      ),
    )
    await assert.rejects(insert, /so that the change log records/)
  })
})
