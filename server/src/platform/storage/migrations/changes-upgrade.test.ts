import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { assertTotals } from '../../../../test/support/integrity.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { changeStore } from '../../changes/store.ts'
import { totalsStore } from '../../changes/totals-store.ts'
import type { Db } from '../unit-of-work.ts'
import { timerBytes } from './0021-timer-bytes.ts'
import { mergedBatches } from './0022-merged-batches.ts'
import { timers } from './v0.1/0005-timers.ts'
import { changes } from './v0.2/0010-changes.ts'
import { totals } from './v0.2/0013-totals.ts'
import { historyShares } from './v0.5/0088-history-shares.ts'

const TIMER = '0192d3a4-7b1c-7def-8a90-123456789abc'

/** Reverts the migration to the change log, so that the test can run it again. */
async function downgrade(db: Db): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db.sql)
  if (db.dialect.name === 'postgres') {
    await run('drop function capture_row cascade')
    await run('drop function capture_wide_row cascade')
    await run('drop function delete_changes cascade')
    await run('drop table captured_rows')
  }
  for (const table of ['outcomes', 'changes', 'change_totals']) await run(`drop table ${table}`)
  const feed = timers
    .statements(db.dialect.types, db.dialect.name)
    .filter(statement => /timer_(seqs|feed|commands)/.test(statement))
  for (const statement of feed) await run(statement)
}

const VERSION_1 = [
  `insert into users (id, display_name, email_verified, friend_code, claims_at, created_at, updated_at)
    values ('ann', 'Ann', false, 'CODE', 0, 0, 0)`,
  `insert into timers (id, owner_id, allocated_duration, status, started_at, history, created_at, updated_at)
    values ('${TIMER}', 'ann', 60, 'PAUSED', 1, '[["start",1],["pause",2]]', 1, 2)`,
  "insert into timer_seqs (owner_id, seq) values ('ann', 7)",
  `insert into timer_feed (owner_id, seq, at, action, timer_id, history_length)
    values ('ann', 6, 1, 'start', '${TIMER}', 1), ('ann', 7, 2, 'pause', '${TIMER}', 2)`,
  `insert into timer_commands (owner_id, id, at, seq, code, message)
    values ('ann', 'done', 2, 7, null, null), ('ann', 'refused', 2, null, 'PAUSE_FAILED', 'No.')`,
]

forEachStorage('upgrading from the timer change log', open => {
  it('keeps every number, the version of each timer and the outcome of each command', async () => {
    const storage = await open()
    await storage.write([], async tx => {
      const { types, name } = tx.dialect
      await downgrade(tx)
      const upgrade = [changes, totals, timerBytes, mergedBatches].flatMap(({ statements }) =>
        statements(types, name),
      )
      const charged = historyShares
        .statements(types, name)
        .filter(text => text.includes('alter table changes'))
      for (const statement of [...VERSION_1, ...upgrade, ...charged]) {
        await sql.raw(statement).execute(tx.sql)
      }
    })
    await storage.read(async db => {
      const store = changeStore(db)
      assert.equal(await totalsStore(db).currentSeq('ann'), 7)
      const entries = await store.after('ann', { since: 0, upTo: 9, limit: 9 })
      assert.deepEqual(
        entries.map(({ seq, kind, action, detail, actor_id, via }) => [
          seq,
          kind,
          action,
          detail,
          actor_id,
          via,
        ]),
        [
          [6, 'timer', 'created', { action: 'start' }, 'ann', 'socket'],
          [7, 'timer', 'updated', { action: 'pause' }, 'ann', 'socket'],
        ],
      )
      assert.equal(await store.startOf('ann'), 5)
      assert.equal(await store.versionOf('timer', 'ann', TIMER), 7)
      const { rows } = await sql<{ key: string; status: number; body: string }>`
        select key, status, body from outcomes order by key`.execute(db.sql)
      const [done, refused] = rows
      assert.deepEqual(JSON.parse(done?.body ?? ''), { batch_id: entries[1]?.batch_id, timer_id: TIMER })
      assert.deepEqual(
        [refused?.status, JSON.parse(refused?.body ?? '')],
        [400, { code: 'PAUSE_FAILED', message: 'No.' }],
      )
    })
    await assertTotals(storage)
    await storage.close()
  })
})
