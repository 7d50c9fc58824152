// Where a person is named in the data of others is remembered while it is written, and found in older data by a migration.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { mentions } from '../src/platform/storage/migrations/v0.5/0085-mentions.ts'
import type { Storage } from '../src/platform/storage/unit-of-work.ts'
import { startTestApp } from './support/app.ts'
import { kindsOf } from './support/kinds.ts'
import { befriend, block, newPerson } from './support/people.ts'
import { forEachStorage } from './support/storages.ts'

const TIMES = { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-02T01:00:00Z' }

const stored = (storage: Storage) =>
  storage.read(async db => {
    const rows = await db.sql.selectFrom('mentions').selectAll().where('owner_id', '<>', '').execute()
    return rows.map(row => Object.values(row).join(' ')).sort()
  })

forEachStorage('mentions of people', open => {
  it('are the same whether written with the data or found in it later', async t => {
    const storage = await open()
    const server = await startTestApp(storage)
    t.after(() => server.close())
    const ann = await newPerson(server, 'ann', { email: 'ann@example.org' })
    const bob = await newPerson(server, 'bob', { email: 'bob@example.org' })
    await befriend(ann, bob)
    for (const kind of kindsOf(() => server)) {
      await kind.create(ann, 'Selected', { level: 'selected', allowed_user_ids: [bob.id] })
      const item = await kind.create(ann, 'By address', {
        ...{ level: 'allowed_emails', allowed_emails: ['bob@example.org'], allowed_domains: ['corp.com'] },
      })
      await kind.remove(ann.client, item.id)
      if (kind.type === 'meeting')
        await bob.client.meetings.participate({
          params: { meeting_id: (await kind.create(ann, 'Poll', { level: 'friends' })).id },
          body: { display_name: 'Bob' },
        })
    }
    const token = await server.issuer.token({ sub: ann.id, name: ann.id, ...ann.claims })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    for (const [at, visibility] of [
      { level: 'selected', allowed_user_ids: [bob.id] },
      { level: 'allowed_emails', allowed_emails: ['bob@example.org'] },
    ].entries()) {
      const body = JSON.stringify({ title: 'Keyed', ...TIMES, visibility })
      const response = await server.fetch('/v1/schedules', {
        ...{ method: 'POST', headers: { ...headers, 'idempotency-key': `key ${at}` }, body },
      })
      assert.equal(response.status, 201)
    }
    await bob.client.friends.request({ body: { email: 'somebody@example.org' } })
    await block(bob, ann)
    const written = await stored(storage)
    const places = new Set(
      written.map(row => row.split(' ').find(word => ['item', 'outcome'].includes(word))),
    )
    assert.deepEqual(places, new Set(['item', 'outcome']))

    await storage.write([], async tx => {
      await tx.sql.deleteFrom('mentions').where('owner_id', '<>', '').execute()
      const { types, name } = tx.dialect
      for (const statement of mentions.statements(types, name))
        if (statement.startsWith('insert')) await sql.raw(statement).execute(tx.sql)
    })
    assert.deepEqual(await stored(storage), written)
  })
})
