// A deleted account leaves nothing behind in any table, and its tokens stop working.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import type { Db, Storage } from '../../platform/storage/unit-of-work.ts'

/** Lists every column that contains one of the texts. */
async function traces(storage: Storage, texts: readonly string[]): Promise<string[]> {
  return storage.read(async db => {
    const found: string[] = []
    for (const { table, column } of await columnsOf(db)) {
      const { rows } = await sql<{ value: unknown }>`
        select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db.sql)
      const hit = rows.some(row => texts.some(text => JSON.stringify(row.value)?.includes(text)))
      if (hit) found.push(`${table}.${column}`)
    }
    return found
  })
}

/** Reads only the current schema, because other tests use the same PostgreSQL database. */
async function columnsOf(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } =
    db.dialect.name === 'postgres'
      ? await sql<{ table: string; column: string }>`
          select table_name as "table", column_name as "column"
          from information_schema.columns where table_schema = current_schema()`.execute(db.sql)
      : await sql<{ table: string; column: string }>`
          select t.name as "table", c.name as "column"
          from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`.execute(db.sql)
  return rows
}

forEachStorage('deleting an account', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open(), { ACCOUNTS_TRUST_EMAIL: 'true' })
  })
  after(() => server.close())

  it('needs the password, and deletes everything that belongs to the person', async () => {
    const leaver = await server.join('leaver@example.org')
    const friend = await server.join()
    const { id } = await leaver.client.users.me()
    await createOneOfEachKind(leaver.client, friend.client)
    const before = await traces(server.storage, [id])
    assert.ok(before.length > 12, `the person is left in ${before.join(', ')}`)

    await rejectsWith(leaver.client.accounts.deleteAccount({ body: { password: 'not this one' } }), 400)
    await leaver.client.accounts.deleteAccount({ body: { password: PASSWORD } })

    assert.deepEqual(await traces(server.storage, [id, 'leaver@example.org']), [])
    await rejectsWith(leaver.client.users.me(), 401, /revoked/)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token: leaver.refresh_token } }), 401)
    await rejectsWith(server.signIn('leaver@example.org'), 401)
    assert.equal((await friend.client.friends.list()).length, 0)
  })

  it('frees the address for someone else', async () => {
    const first = await server.join('again@example.org')
    const { id } = await first.client.users.me()
    await first.client.accounts.deleteAccount({ body: { password: PASSWORD } })
    const second = await server.join('again@example.org')
    assert.notEqual((await second.client.users.me()).id, id)
  })

  it('prevents a token cached by another instance from recreating the person', async () => {
    const { client, access_token } = await server.join()
    const { id } = await client.users.me()
    // Deletes directly, as the command line does, so that this instance is not notified.
    await server.storage.write([], async tx => {
      await tx.sql.deleteFrom('accounts').where('id', '=', id).execute()
      await tx.sql.deleteFrom('users').where('id', '=', id).execute()
      await tx.sql.deleteFrom('audit_entries').where('owner_id', '=', id).execute()
    })
    server.clock.advance(15_000)
    await rejectsWith(server.bearer(access_token).users.me(), 401)
    const left = await traces(server.storage, [id])
    // Ignores `captured_rows`: the real command does not fill this table, but this server's connection does.
    assert.deepEqual(
      left.filter(place => !place.startsWith('captured_rows.')),
      [],
    )
  })
})

type Client = EmbeddedApp['anybody']

/** Creates one resource of each kind, shared and private. */
async function createOneOfEachKind(client: Client, friend: Client): Promise<void> {
  const { friend_code } = await friend.users.me()
  const request = await client.friends.request({ body: { friend_code } })
  if ('id' in request) await friend.friends.accept({ params: { friendship_id: request.id } })
  await client.friends.request({ body: { email: 'somebody@example.org' } })
  const group = await client.tags.createGroup({
    body: { name: 'Work', color: '#4F86C6', is_todo_group: true },
  })
  const tag = await client.tags.create({ body: { name: 'Deep', color: '#4F86C6', group_id: group.id } })
  await client.users.updatePreferences({ body: { theme: 'dark', default_tag_group_id: group.id } })
  const visibility = { level: 'friends' as const }
  await client.todos.create({
    body: {
      title: 'T',
      tag_group_id: group.id,
      tag_ids: [tag.id],
      deadline: '2026-01-01T00:00:00Z',
      visibility,
    },
  })
  await client.schedules.create({
    body: {
      title: 'S',
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2026-01-01T01:00:00Z',
      tag_ids: [tag.id],
    },
  })
  await client.meetings.create({
    body: {
      title: 'M',
      start_date: '2026-01-05',
      end_date: '2026-01-06',
      available_days: [0, 1],
      start_time: '09:00',
      end_time: '10:00',
    },
  })
  await client.tokens.create({ body: { name: 'script', scopes: ['read'] } })
}
