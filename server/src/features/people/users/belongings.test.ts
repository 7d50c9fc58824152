import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'
import { BELONGINGS, FEW, RELATIONS } from './belongings.ts'

/** Columns that need no cascade of their own: code clears them, or another column's cascade deletes their rows. */
const KNOWN = [
  'account_deletions.user_id',
  'admins.user_id',
  'audit_entries.owner_id',
  'disabled_users.user_id',
  'friendships.low_id',
  'friendships.high_id',
  'mentions.owner_id',
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

test('deleting a row of a person deletes or changes only few rows by a foreign key', async t => {
  const storage = await openFreshSqlite()
  t.after(() => storage.close())
  const links = await storage.read(async db => {
    const { rows } = await sql<{ child: string; column: string; parent: string }>`
      select m.name as child, k."from" as column, k."table" as parent
      from sqlite_master m, pragma_foreign_key_list(m.name) k where m.type = 'table'`.execute(db.sql)
    return rows
  })
  // The order in which tables are emptied. The tables in `FEW` come last.
  const order = BELONGINGS.flatMap(({ table, parts = [] }) => [...parts.map(part => part.table), table])
  const place = (table: string) => (FEW.includes(table) ? order.length : order.lastIndexOf(table))
  const isPart = (child: string, parent: string) =>
    BELONGINGS.some(({ table, parts = [] }) => table === parent && parts.some(part => part.table === child))
  const ended = RELATIONS.flatMap(({ table, people = [] }) => people.map(column => `${table}.${column}`))
  const loose = links.filter(({ child, column, parent }) => {
    if (FEW.includes(child) || ended.includes(`${child}.${column}`) || isPart(child, parent)) return false
    if (['users', 'accounts'].includes(parent)) return place(child) < 0
    return (
      !RELATIONS.some(({ table }) => table === child) && !(place(child) < place(parent) && place(child) >= 0)
    )
  })
  assert.deepEqual(loose, [])
})
