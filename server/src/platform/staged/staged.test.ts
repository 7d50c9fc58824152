import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createClient } from '@daymark/client'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { assertIntegrity, assertTotals } from '../../../test/support/integrity.ts'
import { newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { BLUE, LIMIT, longList, MANY } from '../../../test/support/staged.ts'
import { inRequest, stoppable } from '../../../test/support/stoppable.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import type { Storage } from '../storage/unit-of-work.ts'
import type { Job } from './staged.ts'

forEachStorage('staged requests', (open, name) => {
  let storage: Storage
  let gate: ReturnType<typeof stoppable>
  let server: TestApp
  before(async () => {
    storage = await open()
    gate = stoppable(storage)
    server = await startTestApp(gate.storage, {}, LIMIT)
  })
  after(async () => {
    await server.close()
    await storage.close()
  })

  const tokenOf = async ({ id, claims }: Person) => server.issuer.token({ sub: id, name: id, ...claims })
  const send = async (person: Person, method: string, path: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${await tokenOf(person)}`
    return inRequest.run(true, () => server.fetch(path, { method, headers: { authorization, ...headers } }))
  }
  const deleteAsync = (person: Person, group: string, headers: Record<string, string> = {}) =>
    send(person, 'DELETE', `/v1/tags/groups/${group}`, { prefer: 'respond-async', ...headers })
  const jobAt = async (person: Person, response: Response) =>
    (await (await send(person, 'GET', response.headers.get('location') ?? '')).json()) as Job
  const everything = async ({ client }: Person) => ({
    todos: (await client.todos.list()).map(({ version: _v, schedules: _s, tags, ...todo }) => ({
      ...todo,
      tags: tags.map(tag => tag.id),
    })),
    groups: (await client.tags.listGroups()).map(({ version: _v, updated_at: _u, tags, ...group }) => ({
      ...group,
      tags: tags.map(tag => tag.id),
    })),
    schedules: (
      await client.schedules.list({ query: { start_date: '2026-11-01', end_date: '2027-01-01' } })
    ).map(({ id, title, source_todo_id }) => ({ id, title, source_todo_id })),
  })
  const changesOf = async ({ id }: Person) =>
    (
      await storage.read(db =>
        sql<{ seq: number; kind: string; action: string; batch_id: string; batch_end: unknown }>`
          select seq, kind, action, batch_id, batch_end from changes where owner_id = ${id} order by seq`.execute(
          db.sql,
        ),
      )
    ).rows

  it('delete a long list as one batch in several transactions, and undo and redo it', async () => {
    const ann = await newPerson(server, 'ann')
    const { id } = await longList(storage, ann)
    const initial = await everything(ann)
    const before = (await changesOf(ann)).length
    const result = await ann.client.tags.deleteGroup({ params: { group_id: id } })
    assert.deepEqual(result, { ok: true, deleted_todos: MANY, moved_todos: 0 })
    assert.deepEqual(await everything(ann), { todos: [], groups: [], schedules: [] })
    const written = (await changesOf(ann)).slice(before)
    assert.equal(new Set(written.map(({ batch_id }) => batch_id)).size, 1)
    assert.ok(written.filter(({ batch_end }) => batch_end).length > 2, 'several transactions')
    assert.ok(written.at(-1)?.batch_end)
    assert.equal(
      written.filter(({ kind, action }) => kind === 'todo' && action === 'updated').length,
      0,
      'no child loses its parent first',
    )
    assert.deepEqual(
      written
        .slice(-2)
        .map(({ kind }) => kind)
        .sort(),
      ['tag', 'tag_group'],
    )

    const [deletion] = await ann.client.history.trash()
    assert.equal(deletion?.batch_id, written[0]?.batch_id)
    const undone = await ann.client.history.undo({ params: { batch_id: deletion?.batch_id ?? '' } })
    assert.match(undone.summary, /^Restored the tag group 'Long' and \d+ more by undoing a change$/)
    assert.equal(undone.entries.length + (undone.more_entries ?? 0), written.length)
    assert.deepEqual(await everything(ann), initial)
    const [latest] = await ann.client.history.list({ query: { limit: 1 } })
    assert.equal(latest?.batch_id, undone.batch_id)

    await ann.client.history.undo({ params: { batch_id: undone.batch_id } })
    assert.deepEqual(await everything(ann), { todos: [], groups: [], schedules: [] })
    const again = rejectsWith(
      ann.client.history.undo({ params: { batch_id: undone.batch_id } }),
      409,
      /already been undone/,
    )
    await again
    await assertIntegrity(storage)
    await assertTotals(storage)
  })

  it('respond with a job on request, and tell its progress to its owner only', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    const { id, last } = await longList(storage, ann)
    gate.stopAfter(3)
    const key = { 'idempotency-key': 'delete the list' }
    const response = await deleteAsync(ann, id, key)
    assert.equal(response.status, 202)
    assert.equal(response.headers.get('preference-applied'), 'respond-async')
    const body = (await response.json()) as Job
    assert.equal(response.headers.get('location'), `/v1/jobs/${body.id}`)
    assert.deepEqual([body.status, body.result], ['running', null])
    const repeated = await deleteAsync(ann, id, key)
    assert.deepEqual([repeated.status, ((await repeated.json()) as Job).id], [202, body.id])
    assert.equal((await send(bob, 'GET', `/v1/jobs/${body.id}`)).status, 404)
    assert.equal((await send(bob, 'DELETE', `/v1/jobs/${body.id}`)).status, 404)
    const waiting = send(ann, 'DELETE', `/v1/tags/groups/${id}`, key)
    gate.go()
    const outcome = await waiting
    assert.equal(outcome.status, 200)
    assert.equal(((await outcome.json()) as { deleted_todos: number }).deleted_todos, MANY)
    assert.equal(outcome.headers.get('idempotency-replayed'), 'true')
    assert.equal(Number(outcome.headers.get('x-seq')), (await changesOf(ann)).at(-1)?.seq)
    const job = await jobAt(ann, response)
    assert.deepEqual(job, {
      ...{ id: body.id, status: 'done', progress: 1 },
      result: { ok: true, deleted_todos: MANY, moved_todos: 0 },
    })
    assert.equal((await send(ann, 'DELETE', `/v1/jobs/${body.id}`)).status, 409)
    assert.equal((await send(ann, 'GET', `/v1/todos/${last}`)).status, 404)
  })

  it('go on after a crash, and cannot be undone before the end', async () => {
    const ann = await newPerson(server, 'ann')
    const { id } = await longList(storage, ann)
    const dying = stoppable(storage)
    const first = await startTestApp(dying.storage, {}, LIMIT)
    const token = await first.issuer.token({ sub: ann.id, name: ann.id })
    const headers = { authorization: `Bearer ${token}`, prefer: 'respond-async' }
    dying.stopAfter(3)
    const response = await inRequest.run(true, () =>
      first.fetch(`/v1/tags/groups/${id}`, { method: 'DELETE', headers }),
    )
    assert.equal(response.status, 202)
    await dying.isStopped()
    const batch_id = (await changesOf(ann)).at(-1)?.batch_id ?? ''
    await rejectsWith(ann.client.history.undo({ params: { batch_id } }), 409, /still running/)
    dying.die()
    await first.close()
    const left = (await ann.client.todos.list()).length
    assert.ok(left > 0 && left < MANY, `${left} todos are left`)
    server.clock.advance(60_000)
    await server.app.jobs.drain()
    assert.deepEqual(await ann.client.todos.list(), [])
    const job = await jobAt(ann, response)
    assert.deepEqual(job.result, { ok: true, deleted_todos: MANY, moved_todos: 0 })
    assert.equal((await ann.client.history.trash()).filter(each => each.batch_id === batch_id).length, 1)
  })

  it('erase a long list from the trash, and empty the trash', async () => {
    const ann = await newPerson(server, 'ann')
    const contents = () =>
      storage.read(db =>
        sql<{ count: number }>`select count(*) as count from changes
          where owner_id = ${ann.id} and kind = 'todo' and (content is not null or title is not null)`.execute(
          db.sql,
        ),
      )
    for (const erase of [
      (batch_id: string) => ann.client.history.erase({ params: { batch_id } }),
      () => ann.client.history.empty(),
    ]) {
      const { id } = await longList(storage, ann)
      await ann.client.tags.deleteGroup({ params: { group_id: id } })
      const [deletion] = await ann.client.history.trash()
      const batch_id = deletion?.batch_id ?? ''
      assert.deepEqual(await erase(batch_id), { ok: true })
      assert.equal(Number((await contents()).rows[0]?.count), 0)
      assert.deepEqual(await ann.client.history.trash(), [])
      await rejectsWith(ann.client.history.restore({ params: { batch_id } }), 404, /no such deletion/)
    }
    await assertTotals(storage)
  })

  it('move all todos of a long list in whole trees', async () => {
    const ann = await newPerson(server, 'ann')
    const { id } = await longList(storage, ann)
    const other = await ann.client.tags.createGroup({ body: { name: 'Other', color: BLUE } })
    const initial = await everything(ann)
    const patient = createClient({
      ...{ baseUrl: 'http://daymark.test', token: await tokenOf(ann), retry: false },
      fetch: (path, init = {}) =>
        server.fetch(path, { ...init, headers: { ...init.headers, prefer: 'respond-async' } }),
    })
    const progress: number[] = []
    const result = await patient.tags.deleteGroup({
      params: { group_id: id },
      query: { move_todos_to: other.id },
      onProgress: job => progress.push(job.progress),
    })
    assert.deepEqual([progress[0], progress.at(-1)], [0, 1], 'the SDK waits for the end of the job')
    assert.deepEqual(result, { ok: true, deleted_todos: 0, moved_todos: MANY })
    const moved = await ann.client.todos.list()
    assert.deepEqual(new Set(moved.map(todo => todo.tag_group_id)), new Set([other.id]))
    const [latest] = await ann.client.history.list({ query: { limit: 1 } })
    await ann.client.history.undo({ params: { batch_id: latest?.batch_id ?? '' } })
    assert.deepEqual(await everything(ann), initial)
  })

  it('refuse an undo that meets a later change before anything is written', async () => {
    const ann = await newPerson(server, 'ann')
    const { id, last } = await longList(storage, ann)
    await ann.client.tags.deleteGroup({ params: { group_id: id } })
    const [deletion] = await ann.client.history.trash()
    const params = { batch_id: deletion?.batch_id ?? '' }
    const other = await ann.client.tags.createGroup({ body: { name: 'Other', color: BLUE } })
    await ann.client.todos.create({
      body: { id: last, title: 'Took the id', tag_group_id: other.id } as never,
    })
    const before = await changesOf(ann)
    await rejectsWith(ann.client.history.undo({ params }), 409, /already exists/)
    assert.deepEqual(await changesOf(ann), before)
    await ann.client.todos.remove({ params: { todo_id: last } })
    await ann.client.history.undo({ params })
    assert.equal((await ann.client.todos.list()).length, MANY)
  })

  it('take back what a canceled undo has written', async () => {
    const ann = await newPerson(server, 'ann')
    const { id } = await longList(storage, ann)
    await ann.client.tags.deleteGroup({ params: { group_id: id } })
    const [deletion] = await ann.client.history.trash()
    const batch_id = deletion?.batch_id ?? ''
    gate.stopAfter(3)
    const response = await send(ann, 'POST', `/v1/history/${batch_id}/undo`, { prefer: 'respond-async' })
    assert.equal(response.status, 202)
    await gate.isStopped()
    const canceling = send(ann, 'DELETE', response.headers.get('location') ?? '')
    gate.go()
    assert.equal((await canceling).status, 200)
    await server.app.jobs.drain()
    const job = await jobAt(ann, response)
    assert.equal(job.status, 'canceled')
    assert.deepEqual(await everything(ann), { todos: [], groups: [], schedules: [] })
    await assertIntegrity(storage)
    await ann.client.history.undo({ params: { batch_id } })
    assert.equal((await ann.client.todos.list()).length, MANY)
    if (name === 'sqlite') await assertTotals(storage)
  })
})
