// Compares a 304 with the complete response after every change, and counts its statements.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc, { runsOn } from '../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { befriend, newPerson, type Person } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

const HOUR = 3_600_000
const MONDAY = Date.UTC(2026, 2, 2, 9)
const iso = (ms: number) => new Date(ms).toISOString()

forEachStorage('an unchanged response', (open, database) => {
  let server: TestApp
  const statements: string[] = []
  before(async () => {
    server = await startTestApp(await open({ observe: text => statements.push(text) }))
  })
  after(() => server.close())

  /** Returns a function that reads a path as this person, with `If-None-Match` if there is a tag. */
  async function readerOf({ id }: Person) {
    const token = await server.issuer.token({ sub: id, name: id }, { now: server.clock.now() })
    return async (path: string, tag?: string | null) => {
      const response = await server.fetch(path, {
        headers: { authorization: `Bearer ${token}`, ...(tag && { 'if-none-match': tag }) },
      })
      const { status, headers } = response
      const body = status === 304 ? undefined : await response.json()
      return { status, etag: headers.get('etag'), link: headers.get('link'), body }
    }
  }

  async function world() {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    await befriend(ann, bob)
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const tag = await ann.client.tags.create({
      body: { group_id: group.id, name: 'soon', color: '#112233' },
    })
    const todo = await ann.client.todos.create({
      body: { title: 'Draft', tag_group_id: group.id, tag_ids: [tag.id], deadline: iso(MONDAY) },
    })
    const series = await ann.client.schedules.create({
      body: {
        ...{ title: 'Standup', start_time: iso(MONDAY), end_time: iso(MONDAY + HOUR) },
        recurrence_rule: 'FREQ=DAILY;COUNT=10',
        tag_ids: [tag.id],
      },
    })
    const timer = await ann.client.timers.addRecord({
      body: { todo_id: todo.id, segments: [{ start: iso(MONDAY), end: iso(MONDAY + HOUR) }] },
    })
    return { ann, bob, tag, todo, series, timer, group }
  }

  type World = Awaited<ReturnType<typeof world>>
  let turn = 0
  const params = ({ todo, series, tag }: World) => ({
    todo: { todo_id: todo.id },
    series: { schedule_id: series.id },
    tag: { tag_id: tag.id },
  })

  /** Ann's changes, which affect responses with her own items, and a change by Bob, which does not. */
  const changes: Record<string, (given: World) => Promise<unknown>> = {
    'rename the tag': given =>
      given.ann.client.tags.update({ params: params(given).tag, body: { name: `tag ${++turn}` } }),
    'rename the todo': given =>
      given.ann.client.todos.update({ params: params(given).todo, body: { title: `Todo ${++turn}` } }),
    'add a todo': ({ ann, group }) =>
      ann.client.todos.create({ body: { title: `More ${++turn}`, tag_group_id: group.id } }),
    'rename the series': given =>
      given.ann.client.schedules.update({ params: params(given).series, body: { title: `Daily ${++turn}` } }),
    'share the todo': ({ ann, todo }) =>
      ann.client.visibility.put({
        params: { resource_type: 'todo', resource_id: todo.id },
        body: { level: ++turn % 2 === 0 ? 'friends' : 'public' },
      }),
    'record time': ({ ann, tag }) =>
      ann.client.timers.addRecord({
        body: {
          tag_ids: [tag.id],
          segments: [{ start: iso(MONDAY + ++turn * HOUR), end: iso(MONDAY + turn * HOUR + 1000) }],
        },
      }),
    'undo the last change': async ({ ann }) => {
      const { items } = { items: await ann.client.history.list({ query: { limit: 1 } }) }
      const [last] = items
      if (last?.undoable) await ann.client.history.undo({ params: { batch_id: last.batch_id } })
    },
    'let Bob add an entry': ({ bob }) =>
      bob.client.schedules.create({
        body: {
          ...{ title: `His ${++turn}`, start_time: iso(MONDAY), end_time: iso(MONDAY + HOUR) },
          visibility: { level: 'friends' },
        },
      }),
  }

  const pathsOf = ({ todo, series, timer, tag }: World) => [
    ...['/v1/todos', '/v1/todos?limit=1', '/v1/todos?scope=all', `/v1/todos/${todo.id}`, '/v1/tags'],
    ...[`/v1/tags/${tag.id}`, '/v1/tags/groups', `/v1/schedules/${series.id}`],
    '/v1/schedules?start_date=2026-03-01&end_date=2026-04-01',
    ...['/v1/timers', `/v1/timers/${timer.id}`, `/v1/timers/${timer.id}?include_todo=true`],
    '/v1/reports/time?start_date=2026-03-01&end_date=2026-03-31&group_by=tag',
    '/v1/meetings',
  ]

  it('is a 304, and a changed one is not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(changes)), { minLength: 1, maxLength: 8 }),
        async order => {
          const given = await world()
          const read = await readerOf(given.ann)
          const known = new Map<string, Awaited<ReturnType<typeof read>>>()
          for (const name of ['', ...order]) {
            await changes[name]?.(given)
            for (const path of pathsOf(given)) {
              const before = known.get(path)
              const now = await read(path)
              if (before?.etag) {
                const { status } = await read(path, before.etag)
                // An undo may delete what is read.
                assert.equal(status, before.etag === now.etag ? 304 : now.status, path)
                if (status === 304) assert.deepEqual(now.body, before.body, path)
              }
              known.set(path, now)
            }
          }
          assert.ok([...known.values()].filter(({ etag }) => etag).length > 8)
        },
      ),
      { numRuns: runsOn(database, 12), examples: [[['let Bob add an entry']]] },
    )
  })

  it('costs no query of a list', async () => {
    const read = await readerOf((await world()).ann)
    for (const path of [
      '/v1/todos',
      '/v1/schedules?start_date=2026-03-01&end_date=2026-04-01',
      '/v1/timers',
      '/v1/tags',
    ]) {
      const { etag } = await read(path)
      const first = statements.length
      assert.equal((await read(path, etag)).status, 304)
      const run = statements.slice(first)
      assert.ok(
        run.every(text => !/\b(todos|schedules|timers|tags)\b/.test(text)),
        `${path} ran ${run.join('\n')}`,
      )
    }
  })

  it('names the next page under the prefix of the request', async () => {
    const { ann, group } = await world()
    await ann.client.tags.create({ body: { group_id: group.id, name: 'later', color: '#112233' } })
    const read = await readerOf(ann)
    for (const prefix of ['/v1', '/api/v1', '/v1', '/api/v1', '/v1']) {
      const { link } = await read(`${prefix}/tags?limit=1`)
      assert.ok(link?.startsWith(`<${prefix}/tags?`), link ?? 'no link')
    }
  })
})
