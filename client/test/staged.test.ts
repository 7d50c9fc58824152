// A request that runs in steps: what it hides stays hidden until its last step has arrived, in every window.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, createClient, type LiveConnection, memoryStorage } from '@daymark/client'
import type { Storage } from '../../server/src/platform/storage/unit-of-work.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { newPerson } from '../../server/test/support/people.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { BLUE, LIMIT, longList, MANY } from '../../server/test/support/staged.ts'
import { stoppable } from '../../server/test/support/stoppable.ts'
import { browserProfile, synced, until } from './support/live-world.ts'

describe('a request that runs in steps', () => {
  let storage: Storage
  let gate: ReturnType<typeof stoppable>
  let server: TestApp
  let baseUrl: string
  before(async () => {
    storage = await openFreshSqlite()
    gate = stoppable(storage)
    server = await startTestApp(gate.storage, {}, LIMIT)
    baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(async () => {
    await server.close()
    await storage.close()
  })

  async function clientOf(id: string): Promise<Client> {
    const token = await server.issuer.token({ sub: id, name: id }, { now: server.clock.now() })
    return createClient({ baseUrl, token, retry: false })
  }

  /** Stops the server between two steps of a request, when some todos of the person have come or gone. */
  async function stopMidway(person: string): Promise<void> {
    const todos = () =>
      storage.read(db =>
        db.sql
          .selectFrom('todos')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('owner_id', '=', person)
          .executeTakeFirstOrThrow(),
      )
    const { count: before } = await todos()
    for (;;) {
      gate.stopAfter(0)
      await gate.isStopped()
      if ((await todos()).count !== before) return
      gate.go()
    }
  }

  const jobOf = (live: LiveConnection) => live.outbox.entries.find(({ job }) => job)?.job

  function comings(live: LiveConnection, id: string): boolean[] {
    const isThere = () => live.store.tag_groups.get(id) !== undefined
    const seen = [isThere()]
    live.store.tag_groups.subscribe(() => isThere() !== seen.at(-1) && seen.push(isThere()))
    return seen
  }

  it('hides a list from its deletion to the end, in other windows and after a reload too', async t => {
    const ann = await newPerson(server, 'ann')
    const { id } = await longList(storage, ann)
    const [client, shared] = [await clientOf(ann.id), { storage: memoryStorage(), windows: browserProfile() }]
    const connect = () => {
      const live = client.connect({ account: ann.id, ...shared })
      t.after(() => live.close())
      return live
    }
    const first = connect()
    const second = connect()
    await Promise.all([first.ready, second.ready])
    const seen = [comings(first, id), comings(second, id)]
    const stopped = stopMidway(ann.id)
    const write = first.write(client.tags.deleteGroup, { params: { group_id: id } })
    await stopped
    const hasBegun = (live: LiveConnection) => until(live, () => live.store.todos.all().size < MANY)
    await Promise.all([first, second].map(hasBegun))
    const other = first.write(client.tags.createGroup, { body: { name: 'Meanwhile', color: BLUE } })
    assert.equal((await other.done).name, 'Meanwhile', 'others need not wait')
    assert.equal(first.status.state, 'sending')
    await until(first, () => jobOf(first) !== undefined)
    const jobId = jobOf(first)?.id
    await until(second, () => jobOf(second)?.id === jobId)
    first.close()
    const reloaded = connect()
    await reloaded.ready
    await until(reloaded, () => jobOf(reloaded)?.id === jobId)
    seen.push(comings(reloaded, id))
    gate.go()
    await Promise.all([synced(second), synced(reloaded)])
    assert.deepEqual(seen, [[true, false], [true, false], [false]])
    assert.equal(reloaded.store.todos.all().size, 0)
    await assert.rejects(write.done, /closed/)
  })

  it('reports what it did when it is done, and its end if it is canceled', async t => {
    const ben = await newPerson(server, 'ben')
    const { id } = await longList(storage, ben)
    const client = await clientOf(ben.id)
    const live = client.connect({ account: ben.id })
    t.after(() => live.close())
    await live.ready
    const deletion = await live.write(client.tags.deleteGroup, { params: { group_id: id } }).done
    assert.equal(deletion.deleted_todos, MANY)
    await synced(live)
    const [deleted] = await client.history.trash()
    const stopped = stopMidway(ben.id)
    const undo = live.write(client.history.undo, { params: { batch_id: deleted?.batch_id ?? '' } })
    await stopped
    await until(live, () => live.store.todos.all().size > 0)
    const [job] = await storage.read(db =>
      db.sql.selectFrom('staged_requests').select('id').where('ended_at', 'is', null).execute(),
    )
    await client.jobs.cancel({ params: { job_id: job?.id ?? '' } })
    gate.go()
    await assert.rejects(undo.done, /canceled/)
    live.outbox.discard(undo.key)
    await synced(live)
    assert.equal(live.store.todos.all().size, 0)
  })
})
