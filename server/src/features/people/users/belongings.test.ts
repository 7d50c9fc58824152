import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

/** Columns that need no cascade of their own: code clears them, or another column's cascade deletes their rows. */
const KNOWN = [
  'account_deletions.user_id',
  'admins.user_id',
  'audit_entries.owner_id',
  'disabled_users.user_id',
  'friendships.low_id',
  'friendships.high_id',
]
const NAMES_A_PERSON = /^(owner|user|requester|addressee|friend|blocker|blocked|low|high)_id$/

test('every column with a user id is deleted with the user', async t => {
  const storage = await openFreshSqlite()
  t.after(() => storage.close())
  const loose = await storage.read(async db => {
    const tables = await db.sql.introspection.getTables()
    const found: string[] = []
    for (const { name, columns } of tables) {
      const { rows } = await sql<{ from: string; table: string; on_delete: string }>`
        select "from", "table", on_delete from pragma_foreign_key_list(${name})`.execute(db.sql)
      const hanging = new Set(
        rows
          .filter(row => ['users', 'accounts'].includes(row.table) && row.on_delete === 'CASCADE')
          .map(row => row.from),
      )
      const people = columns.map(column => column.name).filter(column => NAMES_A_PERSON.test(column))
      found.push(...people.filter(column => !hanging.has(column)).map(column => `${name}.${column}`))
    }
    return found
  })
  assert.deepEqual(loose.sort(), KNOWN.sort())
})
