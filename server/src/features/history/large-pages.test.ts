import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { HistoryItem } from '@daymark/contract/history'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { readPages } from '../../../test/support/meetings.ts'
import { newPerson } from '../../../test/support/people.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'

const MAX_BYTES = 8_388_608
const SHORT = 'to be replaced'

forEachStorage('a history with large changes', (open, name) => {
  const itOnce = onceFor(name)
  let storage: Storage
  let server: TestApp
  before(async () => {
    storage = await open()
    server = await startTestApp(storage)
  })
  after(() => server.close())

  async function person(name: string) {
    const { id, client } = await newPerson(server, name)
    const { id: tag_group_id } = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const body = { title: 'A todo', description: SHORT, tag_group_id }
    const add = async () => (await client.todos.create({ body })).id
    return { id, client, add }
  }

  /** Makes the logged descriptions longer than any that a request may contain, which takes less time than many todos. */
  const enlarge = (ownerId: string, bytes: number) =>
    storage.write([ownerId], tx =>
      sql`update changes set content = replace(content, ${SHORT}, ${'x'.repeat(bytes)})
        where owner_id = ${ownerId}`.execute(tx.sql),
    )

  it('has pages that end at 8 MiB and link to the rest, and an item beyond that is a page of its own', async () => {
    const { id, add } = await person('ann')
    const todos = [await add(), await add(), await add(), await add()]
    await enlarge(id, MAX_BYTES * 0.3)
    const last = await add()
    await storage.write([id], tx =>
      sql`update changes set content = replace(content, ${SHORT}, ${'x'.repeat(MAX_BYTES)})
        where owner_id = ${id} and resource_id = ${last}`.execute(tx.sql),
    )
    const pages = await readPages<HistoryItem>(server, id, '/v1/history')
    const shown = pages.map(page => page.flatMap(({ entries }) => entries.map(entry => entry.id)))
    const [group] = shown.at(-1)?.slice(-1) ?? []
    assert.deepEqual(shown, [[last], [todos[3], todos[2], todos[1]], [todos[0], group]])
  })

  itOnce('shows the first and last entries of a change of more than 1,000', async () => {
    const { id, client } = await person('bob')
    const token = await server.issuer.token({ sub: id, name: id })
    const lines = Array.from({ length: 1_200 }, (_, at) => `Todo ${at},Many`)
    await server.fetch('/v1/import/csv', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: `title,list\n${lines.join('\n')}\n`,
    })
    const [item] = await client.history.list({ query: { limit: 1 } })
    assert.equal(item?.entries.length, 1_000)
    assert.equal(item.more_entries, 201)
    assert.match(item.summary, /and 1200 more/)
    assert.equal(item.undoable, true)
  })

  it('shows a part of a deletion of more than 8 MiB, which can be erased', async () => {
    const { id, client, add } = await person('cleo')
    const ids = [await add(), await add(), await add(), await add(), await add(), await add()]
    await client.todos.bulk({ body: { ids, change: { delete: true } } })
    await enlarge(id, MAX_BYTES / 5)
    const [deletion] = await client.history.trash({ query: {} })
    assert.deepEqual(
      [deletion?.entries.length, deletion?.more_entries, deletion?.summary],
      [4, 2, "Deleted 'A todo' and 5 more"],
    )
    await client.history.empty()
    assert.deepEqual(await client.history.trash({ query: {} }), [])
    const left = await storage.read(db =>
      sql`select 1 from changes where owner_id = ${id} and kind = 'todo' and content is not null`.execute(
        db.sql,
      ),
    )
    assert.equal(left.rows.length, 0)
  })
})
