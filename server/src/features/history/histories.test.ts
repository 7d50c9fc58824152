// Properties of the change log after random sequences of writes, on both databases.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { CHANGE_KINDS } from '@daymark/contract/constants'
import fc, { runsOn } from '../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { newPerson } from '../../../test/support/people.ts'
import { exportOf, PlanningWorld, planningHistory } from '../../../test/support/planning-history.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const given = process.env['HISTORIES']
const runsFor = (database: string): number => (given ? Number(given) : runsOn(database, 25))

forEachStorage('random histories', (open, name) => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it('a copy that follows the log equals a fresh read', async () => {
    await fc.assert(
      fc.asyncProperty(planningHistory, async steps => {
        const { client } = await newPerson(server, 'ann')
        const world = new PlanningWorld(client)
        const copy = new Copy(client)
        const late = new Copy(client)
        for (const [at, step] of steps.entries()) {
          await world.run(step)
          if (at % 3 === 0) await copy.catchUp()
          // Items change between the pages of its snapshot.
          if (at >= steps.length / 3) await late.readPage(3)
        }
        await copy.catchUp()
        while (await late.readPage(3));
        await late.catchUp()
        for (const kind of CHANGE_KINDS) {
          const isDefault = kind === 'preferences' && copy.of(kind).length === 0
          if (!isDefault) assert.deepEqual(late.of(kind), copy.of(kind), kind)
        }
        assert.deepEqual(copy.of('tag_group'), sorted(await client.tags.listGroups()))
        assert.deepEqual(copy.of('tag'), sorted(await client.tags.list()))
        assert.deepEqual(copy.of('todo'), sorted(await client.todos.list()))
        const preferences = await client.users.preferences()
        if (preferences.version > 0) assert.deepEqual(copy.of('preferences'), [preferences])
        const timers = await client.timers.list({ query: { tag_include_mode: 'timer_only' } })
        assert.deepEqual(copy.of('timer'), sorted(timers))
        for (const schedule of copy.of('schedule')) {
          const fresh = await client.schedules.get({ params: { schedule_id: schedule.id } })
          assert.deepEqual(schedule, fresh)
        }
      }),
      { numRuns: runsFor(name) },
    )
  })

  it('undoing everything in reverse order restores every earlier state, and redo the last one', async () => {
    await fc.assert(
      fc.asyncProperty(planningHistory, async steps => {
        const { client } = await newPerson(server, 'ann')
        const world = new PlanningWorld(client)
        const states = [await exportOf(client)]
        for (const step of steps) {
          const before = (await client.changes.list()).seq
          await world.run(step)
          // A step that changes nothing adds no entry to the log.
          if ((await client.changes.list()).seq > before) states.push(await exportOf(client))
        }
        const batches = await client.history.list({ query: { limit: 500 } })
        assert.equal(batches.length, states.length - 1)
        const undone: string[] = []
        for (const [at, batch] of batches.entries()) {
          const { batch_id } = await client.history.undo({ params: { batch_id: batch.batch_id } })
          undone.push(batch_id)
          assert.equal(await exportOf(client), states.at(-2 - at), `undo of: ${batch.summary}`)
        }
        for (const batch_id of undone.reverse()) await client.history.undo({ params: { batch_id } })
        assert.equal(await exportOf(client), states.at(-1), 'redone')
      }),
      { numRuns: runsFor(name) },
    )
  })
})

const sorted = <T extends { id: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** A client's cache, kept up to date only with log entries. It may begin with a snapshot. */
class Copy {
  readonly #client: Client
  readonly #kinds = new Map<string, Map<string, object>>()
  #since = 0
  /** The next page of the snapshot; null once it is complete. */
  #next: string | null | undefined

  constructor(client: Client) {
    this.#client = client
  }

  /** Returns false once the snapshot is complete. */
  async readPage(limit: number): Promise<boolean> {
    if (this.#next === null) return false
    const cursor = this.#next
    const page = await this.#client.changes.snapshot({
      query: { limit, ...(cursor !== undefined && { cursor }) },
    })
    for (const { kind, id, resource } of page.items) this.#held(kind).set(id, resource)
    if (cursor === undefined) this.#since = page.seq
    assert.equal(page.seq, this.#since)
    this.#next = page.next
    return page.next !== null
  }

  async catchUp(): Promise<void> {
    for (let more = true; more; ) {
      const page = await this.#client.changes.list({ query: { since: this.#since, limit: 5 } })
      for (const change of page.changes) {
        if (change.resource === null) this.#held(change.kind).delete(change.id)
        else this.#held(change.kind).set(change.id, change.resource)
        this.#since = change.seq
      }
      more = page.has_more
      if (!more) this.#since = page.seq
    }
  }

  #held(kind: string): Map<string, object> {
    const known = this.#kinds.get(kind) ?? new Map<string, object>()
    this.#kinds.set(kind, known)
    return known
  }

  of(kind: string): { id: string }[] {
    return sorted([...this.#held(kind)].map(([id, item]) => ({ id, ...item })))
  }
}
