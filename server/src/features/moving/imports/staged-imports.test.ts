import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import type { SourceImport } from '@daymark/contract/moving/source-imports'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { assertIntegrity, assertTotals } from '../../../../test/support/integrity.ts'
import { newPerson, type Person } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { inRequest, stoppable } from '../../../../test/support/stoppable.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import type { Job } from '../../../platform/staged/staged.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'

const LIMIT = { most_at_once: 100 }
/** More than fit into one transaction. */
const MANY = 210
const DEEP = MAX_TODO_LEVELS + 3

/** A Vikunja export: a deep tree, and many todos besides, some with labels. */
const vikunja = (count: number, deep = DEEP) =>
  JSON.stringify([
    {
      title: 'Project',
      tasks: Array.from({ length: count }, (_, at) => ({
        ...{ id: at + 1, title: `Task ${at + 1}` },
        ...(at % 20 === 0 && { labels: [{ title: `Label ${at}` }] }),
        ...(at > 0 && at < deep && { related_tasks: { parenttask: [{ id: at }] } }),
      })),
    },
  ])

const levels = (todos: readonly { id: string; parent_id: string | null; title: string }[]) => {
  const byId = new Map(todos.map(todo => [todo.id, todo]))
  return todos.map(todo => {
    let level = 1
    for (let at = byId.get(todo.parent_id ?? ''); at; at = byId.get(at.parent_id ?? '')) level++
    return level
  })
}

const sizes = <T>(values: readonly T[]) =>
  new Map([...Map.groupBy(values, value => value)].map(([value, same]) => [value, same.length]))

forEachStorage('imports in steps', (open, name) => {
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

  const send = async (
    { id, claims }: Person,
    method: string,
    path: string,
    { app = server, body, headers = {} }: { app?: TestApp; body?: string; headers?: object } = {},
  ) => {
    const token = await app.issuer.token({ sub: id, name: id, ...claims })
    const all = { authorization: `Bearer ${token}`, prefer: 'respond-async', ...headers }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    return inRequest.run(true, () =>
      app.fetch(path, { method, headers: { ...all, ...type }, ...(body !== undefined && { body }) }),
    )
  }
  const start = async (person: Person, options: Parameters<typeof send>[3] = {}) => {
    const response = await send(person, 'POST', '/v1/import/vikunja', { body: vikunja(MANY), ...options })
    assert.equal(response.status, 202)
    return response.headers.get('location') ?? ''
  }
  const jobAt = async (person: Person, path: string) =>
    (await (await send(person, 'GET', path)).json()) as Job
  const partsLeft = () => storage.read(db => db.sql.selectFrom('staged_parts').select('staged_id').execute())

  it('write what the preview says as one batch, and change nothing the second time', async () => {
    const { client } = await newPerson(server, 'ann')
    const params = { source: 'vikunja' as const }
    const body = vikunja(MANY)
    const preview = await client.imports.from({ params, body, query: { dry_run: true } })
    assert.deepEqual(preview.todos, { created: MANY, updated: 0, unchanged: 0 })
    assert.deepEqual(preview.moved, { count: 3, titles: ['Task 33', 'Task 34', 'Task 35'] })
    const result = await client.imports.from({ params, body })
    assert.deepEqual({ ...result, dry_run: true, batch_id: null }, preview)
    const todos = await client.todos.list()
    const found = sizes(levels(todos))
    assert.deepEqual([found.size, found.get(MAX_TODO_LEVELS)], [MAX_TODO_LEVELS, 4])
    const again = await client.imports.from({ params, body })
    assert.deepEqual(again.todos, { created: 0, updated: 0, unchanged: MANY })
    assert.deepEqual([again.batch_id, again.new_tags, again.moved.count], [null, [], 0])
    const [batch, ...others] = await client.history.list()
    assert.deepEqual([batch?.batch_id, batch?.via, others.length], [result.batch_id, 'import', 0])
    await client.history.undo({ params: { batch_id: result.batch_id ?? '' } })
    assert.deepEqual([await client.todos.list(), await client.tags.listGroups()], [[], []])
    assert.deepEqual(await partsLeft(), [])
    await assertIntegrity(storage)
    await assertTotals(storage)
  })

  it('go on after a crash, cannot be undone before the end, and end whole', async () => {
    const ann = await newPerson(server, 'ann')
    const dying = stoppable(storage)
    const app = await startTestApp(dying.storage, {}, LIMIT)
    dying.stopAfter(3)
    const path = await start(ann, { app })
    await dying.isStopped()
    const [batch] = await ann.client.history.list()
    const params = { batch_id: batch?.batch_id ?? '' }
    await rejectsWith(ann.client.history.undo({ params }), 409, /still running/)
    dying.die()
    await app.close()
    const written = (await ann.client.todos.list()).length
    assert.ok(written > 0 && written < MANY, `${written} todos`)
    server.clock.advance(60_000)
    await server.app.jobs.drain()
    const { status, result } = await jobAt(ann, path)
    assert.equal(status, 'done')
    assert.deepEqual((result as SourceImport).todos, { created: MANY, updated: 0, unchanged: 0 })
    assert.equal((result as SourceImport).new_tags.length, 11)
    assert.equal((await ann.client.todos.list()).length, MANY)
    assert.equal((await ann.client.history.list()).length, 1)
    assert.deepEqual(await partsLeft(), [])
  })

  it('take back what they have written when they are canceled, and run once with a key', async () => {
    const ann = await newPerson(server, 'ann')
    const { id: own } = await ann.client.tags.createGroup({ body: { name: 'Own', color: '#112233' } })
    gate.stopAfter(3)
    const headers = { 'idempotency-key': 'file 1' }
    const path = await start(ann, { headers })
    assert.equal(await start(ann, { headers }), path)
    await gate.isStopped()
    const canceling = send(ann, 'DELETE', path)
    gate.go()
    assert.equal((await canceling).status, 200)
    await server.app.jobs.drain()
    const { status, result } = await jobAt(ann, path)
    assert.equal(status, 'canceled')
    assert.match((result as { detail: string }).detail, /taken back/)
    assert.deepEqual(await ann.client.todos.list(), [])
    assert.deepEqual(
      (await ann.client.tags.listGroups()).map(({ id }) => id),
      [own],
    )
    assert.deepEqual(await partsLeft(), [])
    await assertIntegrity(storage)
  })

  // The remaining tests run only on SQLite, because reading files does not depend on the database.
  if (name !== 'sqlite') return

  it('keep the todos of every kind of file that would be too deep, whatever their order', async () => {
    const chain = Array.from({ length: DEEP }, (_, at) => at + 1).toReversed()
    const up = (at: number, key: string) => (at > 1 ? { [key]: `${at - 1}` } : {})
    const files: Record<string, string> = {
      ics: [
        'BEGIN:VCALENDAR',
        ...chain.flatMap(at => [
          ...['BEGIN:VTODO', `UID:${at}`, `SUMMARY:Task ${at}`],
          ...(at > 1 ? [`RELATED-TO:${at - 1}`] : []),
          'END:VTODO',
        ]),
        ...['END:VCALENDAR', ''],
      ].join('\r\n'),
      vikunja: vikunja(DEEP),
      todoist: JSON.stringify({
        items: chain.map(at => ({ id: `${at}`, content: `Task ${at}`, ...up(at, 'parent_id') })),
        projects: [],
      }),
      super_productivity: JSON.stringify({
        task: {
          ids: chain.map(String),
          entities: Object.fromEntries(
            chain.map(at => [
              at,
              { id: `${at}`, title: `Task ${at}`, subTaskIds: [], ...up(at, 'parentId') },
            ]),
          ),
        },
        project: { entities: {} },
        tag: { entities: {} },
      }),
      google: JSON.stringify({
        kind: 'tasks#taskLists',
        items: [
          {
            ...{ kind: 'tasks#tasks', title: 'List' },
            items: chain.map(at => ({
              ...{ kind: 'tasks#task', id: `${at}`, title: `Task ${at}`, status: 'needsAction' },
              ...up(at, 'parent'),
            })),
          },
        ],
      }),
      ticktick: [
        '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"',
        ...chain.map(
          at =>
            `"","List","Task ${at}","TEXT","","","N","","","","","0","0","","","0","UTC","false","false","","0","list","${at}","${at > 1 ? at - 1 : ''}"`,
        ),
      ].join('\n'),
    }
    for (const [source, body] of Object.entries(files)) {
      const { client } = await newPerson(server, 'ann')
      const sendFile = (dry_run: boolean) =>
        source === 'ics'
          ? client.imports.ics({ body, query: { dry_run } })
          : client.imports.from({ body, params: { source: 'auto' }, query: { dry_run } })
      const preview = await sendFile(true)
      assert.deepEqual(preview.moved, { count: 3, titles: ['Task 33', 'Task 34', 'Task 35'] }, source)
      const result = await sendFile(false)
      assert.deepEqual({ ...result, dry_run: true, batch_id: null }, preview, source)
      const todos = await client.todos.list()
      assert.deepEqual([todos.length, Math.max(...levels(todos))], [DEEP, MAX_TODO_LEVELS], source)
      const again = await sendFile(false)
      assert.deepEqual([again.todos.unchanged, again.batch_id], [DEEP, null], source)
    }
  })
})
