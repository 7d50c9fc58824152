import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, it } from 'node:test'
import { sqliteDialect } from '../dialect.ts'
import { boundDb } from '../statements/bound-kysely.ts'
import type { Db } from '../unit-of-work.ts'
import { openSqlite, type SqliteConnection } from './sqlite-connection.ts'
import { type Snapshots, sqliteSnapshots } from './sqlite-snapshots.ts'

let folder: string
let opened: number
let closed: number
let failingRollbacks: number
let snapshots: Snapshots

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
  opened = 0
  closed = 0
  failingRollbacks = 0
  snapshots = sqliteSnapshots(open, execute => boundDb(sqliteDialect, execute))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open(): SqliteConnection {
  const connection = openSqlite(join(folder, 'daymark.db'))
  opened++
  return {
    ...connection,
    run: statement => {
      if (statement === 'rollback' && failingRollbacks-- > 0) throw new Error('The rollback failed.')
      connection.run(statement)
    },
    close: () => {
      closed++
      connection.close()
    },
  }
}

const one = async (db: Db) => (await db.execute('select 1 as n', [])).rows[0]

it('discards a connection whose rollback fails', async () => {
  failingRollbacks = 1
  assert.deepEqual(await snapshots.run(one), { n: 1 })
  assert.deepEqual(await snapshots.run(one), { n: 1 })
  assert.deepEqual([opened, closed], [2, 1])
  failingRollbacks = 1
  const failing = snapshots.run(async () => Promise.reject(new Error('The work failed.')))
  await assert.rejects(failing, /The work failed/)
  assert.deepEqual([opened, closed], [2, 2])
  await snapshots.close()
})

it('waits for snapshots in progress before it closes their connections', async () => {
  const gate = Promise.withResolvers<void>()
  const reading = snapshots.run(async db => {
    await gate.promise
    return one(db)
  })
  const closing = Promise.resolve(snapshots.close()).then(() => [opened, closed])
  gate.resolve()
  assert.deepEqual(await reading, { n: 1 })
  assert.deepEqual(await closing, [1, 1])
})
