import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { openJobs } from '../../../platform/jobs/open.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Storage, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { byCommand } from '../../audit/audit-entry.ts'
import { peopleOf, userAdmin } from './admin.ts'
import { personRemoval, REMOVAL_JOB } from './removal.ts'

const TIMERS = 450

async function addPerson(storage: Storage, id: string): Promise<void> {
  await storage.write([], async tx => {
    const run = (statement: string) => sql.raw(statement).execute(tx.sql)
    await run(`insert into users (id, display_name, email_verified, friend_code, claims_at, created_at, updated_at)
      values ('${id}', '${id}', false, '${id}', 0, 0, 0)`)
    for (let i = 0; i < TIMERS; i++)
      await run(`insert into timers (id, owner_id, allocated_duration, status, started_at, history, created_at, updated_at)
        values ('${newId()}', '${id}', 60, 'PAUSED', 1, '[["start",1],["pause",2]]', 1, 2)`)
  })
}

const timersOf = (storage: Storage, id: string) =>
  storage.read(async db => {
    const rows = await db.sql.selectFrom('timers').select('id').where('owner_id', '=', id).execute()
    return rows.length
  })

/** Finishes the deletion with the job that a server runs a minute later. */
async function finishInServer(storage: Storage, uow: UnitOfWork, now: number): Promise<void> {
  const clock = { now: () => now }
  const jobs = openJobs({ storage, clock, log: pino({ enabled: false }) })
  jobs.handle(REMOVAL_JOB, personRemoval({ uow, clock }).handler)
  await jobs.drain()
  await jobs.stop()
  const left = await storage.read(db => db.sql.selectFrom('jobs').select('kind').execute())
  assert.deepEqual(left, [])
}

forEachStorage('deleting a person', open => {
  it('takes many short transactions, can be repeated after an interruption, and is finished by a server', async () => {
    const storage = await open()
    for (const id of ['ann', 'bob']) await addPerson(storage, id)
    const left: number[] = []
    /** Dies when fewer timers than this are left. */
    const watched = (least: number): UnitOfWork => ({
      read: work => storage.read(work),
      snapshot: work => storage.snapshot(work),
      async write(keys, work) {
        if ((left.at(-1) ?? TIMERS) < least) throw new Error('killed')
        const value = await storage.write(keys, work)
        left.push(await timersOf(storage, 'ann'))
        return value
      },
    })
    const clock = { now: () => 5 }
    await assert.rejects(
      userAdmin({ uow: watched(TIMERS), clock, source: byCommand('test') }).remove('ann'),
      /killed/,
    )
    const [person] = await peopleOf(storage)
    assert.deepEqual([person?.id, person?.disabled], ['ann', true])
    await assert.rejects(
      userAdmin({ uow: watched(TIMERS - 50), clock, source: byCommand('test') }).remove('ann'),
      /killed/,
    )
    await finishInServer(storage, watched(0), 60_005)
    const steps = left
      .slice(1)
      .flatMap((count, at) => (count < (left[at] ?? 0) ? [(left[at] ?? 0) - count] : []))
    assert.ok(steps.length > 3 && Math.max(...steps) < TIMERS, String(steps))
    const people = await peopleOf(storage)
    assert.deepEqual(
      people.map(({ id, disabled }) => [id, disabled]),
      [['bob', false]],
    )
    assert.deepEqual([await timersOf(storage, 'ann'), await timersOf(storage, 'bob')], [0, TIMERS])
    await storage.close()
  })
})
