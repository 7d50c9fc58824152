// The change log over REST, on both databases: every write appears once, in order, with its side effects.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { newPerson } from '../../../test/support/people.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import { prune } from '../../platform/changes/retention.ts'
import { changeStore } from '../../platform/changes/store.ts'
import type { PageRequest } from '../../platform/kernel/page.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { type HistoryFilter, historyStore } from './store.ts'

interface Logged {
  seq: number
  kind: string
  id: string
  action: string
  batch_id: string
  resource: { title?: string; name?: string; version?: number } | null
}

forEachStorage('the change log', (open, name) => {
  const itOnce = onceFor(name)
  let storage: Storage
  let server: TestApp
  before(async () => {
    storage = await open()
    server = await startTestApp(storage)
  })
  after(() => server.close())

  async function person(name: string) {
    const { id, client } = await newPerson(server, name)
    const token = await server.issuer.token({ sub: id, name: id }, { now: server.clock.now() })
    const ask = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await server.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
    }
    const changes = async (since = 0): Promise<Logged[]> =>
      (await ask('GET', `/v1/changes?since=${since}`)).body.changes
    const seq = async (): Promise<number> => (await ask('GET', '/v1/changes')).body.seq
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    return { id, client, ask, changes, seq, group, token }
  }

  const brief = (changes: Logged[]) => changes.map(({ kind, action }) => `${kind} ${action}`)

  it('is the same in steps of any size, with every filter and over pages', async () => {
    const ann = await person('ann')
    const todos: string[] = []
    for (let n = 0; n < 7; n++) {
      const { id } = await ann.client.todos.create({ body: { title: `${n}`, tag_group_id: ann.group.id } })
      todos.push(id)
      if (n % 2 === 0)
        await ann.client.tags.create({ body: { name: `${n}`, color: '#112233', group_id: ann.group.id } })
      server.clock.advance(60_000)
    }
    for (const todo_id of todos.slice(2, 5)) await ann.client.todos.remove({ params: { todo_id } })
    const now = server.clock.now()
    const pagesOf = async (filter: HistoryFilter, step: number): Promise<number[]> => {
      const found: number[] = []
      for (let cursor: string | undefined; ; ) {
        const request: PageRequest = { limit: 2, ...(cursor !== undefined && { cursor }) }
        const page = await storage.read(db => historyStore(db).list(ann.id, filter, request, step))
        found.push(...page.items.map(({ seq }) => seq))
        cursor = page.next
        if (cursor === undefined) return found
      }
    }
    const filters: HistoryFilter[] = [
      ...[{ kind: 'todo' }, { kind: 'tag' }, { kind: 'timer' }, { via: 'api' }, { trashSince: 0 }],
      ...[
        { trashSince: now - 3 * 60_000 },
        { from: now - 3 * 60_000 },
        { to: now - 3 * 60_000, kind: 'todo' },
      ],
    ]
    for (const filter of filters) {
      const whole = await pagesOf(filter, 1_000)
      for (const step of [1, 2, 3, 5]) assert.deepEqual(await pagesOf(filter, step), whole)
    }
    const upTo = await ann.seq()
    const ofKinds = (kinds: string[], since: number, limit: number, step: number) =>
      storage.read(db => changeStore(db).ofKinds(ann.id, kinds, { since, upTo, limit }, step))
    for (const kinds of [['todo'], ['tag', 'tag_group'], ['timer']])
      for (const [since, limit] of [
        [0, 3],
        [4, 100],
      ] as const) {
        const whole = await ofKinds(kinds, since, limit, 1_000)
        for (const step of [1, 2, 5]) assert.deepEqual(await ofKinds(kinds, since, limit, step), whole)
      }
  })

  it('answers a cursor that is far beyond the log at once', async () => {
    const ann = await person('ann')
    const cursor = Buffer.from(JSON.stringify([Number.MAX_SAFE_INTEGER])).toString('base64url')
    const first = await ann.ask('GET', '/v1/history?kind=tag_group')
    const far = await ann.ask('GET', `/v1/history?kind=tag_group&cursor=${cursor}`)
    assert.deepEqual([far.status, far.body], [200, first.body])
    assert.equal(first.body.length, 1)
    assert.deepEqual((await ann.ask('GET', `/v1/trash?cursor=${cursor}`)).body, [])
  })

  it('has one entry per resource, and one batch per request', async () => {
    const ann = await person('ann')
    const todo = await ann.client.todos.create({
      body: { title: 'Report', tag_group_id: ann.group.id, deadline: '2026-03-01T10:00:00Z' },
    })
    const [first, ...rest] = await ann.changes()
    assert.equal(first?.kind, 'tag_group')
    assert.equal(first?.seq, 1)
    assert.deepEqual(new Set(brief(rest)), new Set(['todo created', 'schedule created']))
    assert.equal(new Set(rest.map(change => change.batch_id)).size, 1)
    const logged = rest.find(change => change.kind === 'todo')
    assert.deepEqual(logged?.resource, await ann.client.todos.get({ params: { todo_id: todo.id } }))
    assert.equal(todo.version, logged?.seq, 'the response to a write has the new version')
  })

  it('logs side effects: children, schedules and timers of a deleted todo', async () => {
    const ann = await person('ann')
    const parent = await ann.client.todos.create({
      body: { title: 'Parent', tag_group_id: ann.group.id, deadline: '2026-03-01T10:00:00Z' },
    })
    await ann.client.todos.create({
      body: { title: 'Child', tag_group_id: ann.group.id, parent_id: parent.id },
    })
    const since = await ann.seq()
    await ann.client.todos.remove({ params: { todo_id: parent.id } })
    const changes = await ann.changes(since)
    assert.deepEqual(new Set(brief(changes)), new Set(['todo deleted', 'schedule deleted', 'todo updated']))
    assert.deepEqual(
      changes.map(change => change.seq),
      changes.map((_, at) => since + 1 + at),
    )
  })

  it('gives everything that shows a renamed tag a new version, in the same batch', async () => {
    const ann = await person('ann')
    const tag = await ann.client.tags.create({
      body: { name: 'a', color: '#112233', group_id: ann.group.id },
    })
    const todo = await ann.client.todos.create({
      body: { title: 'T', tag_group_id: ann.group.id, tag_ids: [tag.id], deadline: '2026-03-01T10:00:00Z' },
    })
    const since = await ann.seq()
    await ann.client.tags.update({ params: { tag_id: tag.id }, body: { name: 'b' } })
    const changes = await ann.changes(since)
    assert.deepEqual(
      new Set(brief(changes)),
      new Set(['tag updated', 'tag_group updated', 'todo updated', 'schedule updated']),
    )
    assert.equal(new Set(changes.map(change => change.batch_id)).size, 1)
    const read = await ann.client.todos.get({ params: { todo_id: todo.id } })
    assert.equal('version' in read && read.version, changes.find(({ kind }) => kind === 'todo')?.seq)
  })

  it('shows a timer that was deleted later as it was last', async () => {
    const { client, changes } = await person('ann')
    const segments = [{ start: '2026-01-15T10:00:00Z', end: '2026-01-15T11:00:00Z' }]
    const timer = await client.timers.addRecord({ body: { segments, title: 'Reading' } })
    // Writes another entry between those of the timer, because the log merges consecutive entries of one resource.
    await client.tags.createGroup({ body: { name: 'Home', color: '#112233' } })
    await client.timers.remove({ params: { timer_id: timer.id } })
    const ofTimer = (await changes()).filter(({ kind }) => kind === 'timer')
    assert.deepEqual(
      ofTimer.map(({ action, resource }) => [action, resource?.title]),
      [
        ['created', 'Reading'],
        ['deleted', undefined],
      ],
    )
  })

  itOnce('rejects positions that do not exist and those that have expired', async () => {
    const ann = await person('ann')
    assert.equal((await ann.ask('GET', '/v1/changes?since=9999')).status, 422)
  })

  itOnce('returns no changes to a token that may read none of the requested kinds', async () => {
    const ann = await person('ann')
    const cases = [
      ['history:read', ''],
      ['todos:read', '?kinds=timer&kinds=tag_group'],
    ] as const
    for (const [scope, query] of cases) {
      const made = await ann.client.tokens.create({ body: { name: scope, scopes: [scope] } })
      const headers = { authorization: `Bearer ${made.token}` }
      const { status, body } = await ann.ask('GET', `/v1/changes${query}`, undefined, headers)
      assert.deepEqual([status, body], [200, { changes: [], seq: await ann.seq(), has_more: false }])
    }
  })

  it('answers unchanged resources and lists with 304', async () => {
    const ann = await person('ann')
    const path = `/v1/tags/groups/${ann.group.id}`
    const tag = (await ann.ask('GET', path)).headers.get('etag') ?? ''
    assert.equal(tag, `"${ann.group.version}"`)
    assert.equal((await ann.ask('GET', path, undefined, { 'if-none-match': tag })).status, 304)
    const list = await ann.ask('GET', '/v1/tags/groups')
    const weak = list.headers.get('etag') ?? ''
    assert.match(weak, /^W\/"\d+"$/)
    assert.equal((await ann.ask('GET', '/v1/tags/groups', undefined, { 'if-none-match': weak })).status, 304)
    await ann.client.tags.createGroup({ body: { name: 'B', color: '#112233' } })
    assert.equal((await ann.ask('GET', '/v1/tags/groups', undefined, { 'if-none-match': weak })).status, 200)
  })

  itOnce('gives a list of shared items no ETag, also if the scope occurs twice', async () => {
    const ann = await person('ann')
    const tagOf = async (query: string) => (await ann.ask('GET', `/v1/todos?${query}`)).headers.get('etag')
    assert.match((await tagOf('scope=all&scope=mine')) ?? '', /^W\/"\d+"$/)
    assert.equal(await tagOf('scope=mine&scope=all'), null)
  })

  itOnce('gives a timer no ETag if it shows parts of its todo or schedule', async () => {
    const ann = await person('ann')
    const todo = await ann.client.todos.create({ body: { title: 'Draft', tag_group_id: ann.group.id } })
    const segments = [{ start: '2026-01-15T10:00:00Z', end: '2026-01-15T11:00:00Z' }]
    const timer = await ann.client.timers.addRecord({ body: { segments, todo_id: todo.id } })
    const tagOf = async (query: string) =>
      (await ann.ask('GET', `/v1/timers/${timer.id}${query}`)).headers.get('etag')
    assert.equal(await tagOf(''), `"${timer.version}"`)
    assert.equal(await tagOf('?include_todo=true'), null)
    assert.equal(await tagOf('?include_schedule=true'), null)
    assert.equal(await tagOf('?tag_include_mode=inherit_from_schedule'), null)
  })

  it('writes only to the version that the caller knows', async () => {
    const ann = await person('ann')
    const path = `/v1/tags/groups/${ann.group.id}`
    const tag = `"${ann.group.version}"`
    const changed = await ann.ask('PATCH', path, { name: 'B' }, { 'if-match': tag })
    assert.equal(changed.status, 200)
    assert.equal(changed.headers.get('etag'), `"${changed.body.version}"`)
    const late = await ann.ask('PATCH', path, { name: 'C' }, { 'if-match': tag })
    assert.equal(late.status, 412)
    assert.equal((await ann.ask('DELETE', path, undefined, { 'if-match': tag })).status, 412)
    assert.equal(
      (await ann.ask('PATCH', '/v1/tags/groups/x', { name: 'C' }, { 'if-match': tag })).status,
      422,
    )
    assert.equal((await ann.ask('GET', path)).body.name, 'B')
  })

  it('keeps concurrent writes separate: each is a batch of its own, with its own author', async () => {
    const people = await Promise.all(['ann', 'bob'].map(person))
    const write = (i: number) => {
      const { ask, group } = people[i % 2] ?? assert.fail()
      const key = i % 3 ? { 'idempotency-key': `together ${i}` } : {}
      return ask('POST', '/v1/todos', { title: `Todo ${i}`, tag_group_id: group.id }, key)
    }
    await Promise.all(Array.from({ length: 12 }, (_, i) => write(i)))
    for (const { ask, id } of people) {
      const { changes } = (await ask('GET', '/v1/changes?kinds=todo')).body as {
        changes: { batch_id: string; actor: string }[]
      }
      assert.equal(changes.length, 6)
      assert.equal(new Set(changes.map(change => change.batch_id)).size, 6)
      assert.deepEqual([...new Set(changes.map(change => change.actor))], [id])
    }
  })

  it('runs a request with a key once, and returns its first outcome', async () => {
    const ann = await person('ann')
    const body = { title: 'Once', tag_group_id: ann.group.id }
    const key = { 'idempotency-key': 'key 1' }
    const first = await ann.ask('POST', '/v1/todos', body, key)
    assert.equal(first.status, 201)
    const again = await ann.ask('POST', '/api/v1/todos', body, key)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    const both = await Promise.all(
      [1, 2].map(() =>
        ann.ask('POST', '/v1/todos', { ...body, title: 'Twice' }, { 'idempotency-key': 'key 2' }),
      ),
    )
    assert.deepEqual(both[0]?.body, both[1]?.body)
    assert.equal((await ann.client.todos.list()).length, 2)
    assert.equal((await ann.ask('POST', '/v1/todos', { ...body, title: 'Other' }, key)).status, 422)
    assert.equal((await ann.ask('POST', '/v1/todos', body, { 'idempotency-key': 'ü' })).status, 422)
    const missing = { 'idempotency-key': 'key 3' }
    const absent = '/v1/todos/00000000-0000-4000-8000-000000000000'
    assert.equal((await ann.ask('PATCH', absent, { title: 'x' }, missing)).status, 404)
    const repeated = await ann.ask('PATCH', absent, { title: 'x' }, missing)
    assert.deepEqual([repeated.status, repeated.headers.get('idempotency-replayed')], [404, 'true'])
  })

  itOnce(
    'stores no outcome of a body that could not be read, so that the corrected one may have the same key',
    async () => {
      const { ask, group, token } = await person('ann')
      const key = { 'idempotency-key': 'key 4' }
      const send = async (type: string, body: string) =>
        (
          await server.fetch('/v1/todos', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': type, ...key },
            body,
          })
        ).status
      assert.equal(await send('application/json', '{"title":'), 422)
      assert.equal(await send('text/plain', 'title'), 415)
      assert.equal(await send('application/json', `"${'x'.repeat(1024 * 1024)}"`), 413)
      assert.equal((await ask('POST', '/v1/todos', { title: '', tag_group_id: group.id }, key)).status, 422)
      const made = await ask('POST', '/v1/todos', { title: 'Good', tag_group_id: group.id }, key)
      assert.deepEqual([made.status, made.headers.get('idempotency-replayed')], [201, null])
    },
  )

  it('erases the outcomes that show an item together with the item, and still runs each request once', async () => {
    const ann = await person('ann')
    const create = (title: string) =>
      ann.ask('POST', '/v1/todos', { title, tag_group_id: ann.group.id }, { 'idempotency-key': title })
    const [gone, kept] = [await create('Gone'), await create('Kept')]
    await ann.client.todos.remove({ params: { todo_id: gone.body.id } })
    await ann.ask('DELETE', '/v1/trash')
    const repeated = await create('Gone')
    assert.deepEqual([repeated.status, repeated.headers.get('idempotency-replayed')], [410, 'true'])
    assert.match(repeated.body.detail, /erased/)
    assert.deepEqual((await create('Kept')).body, kept.body)
    assert.equal((await ann.client.todos.list()).length, 1)
    const stored = await storage.read(db =>
      db.sql.selectFrom('outcomes').select('body').where('owner_id', '=', ann.id).execute(),
    )
    assert.ok(!stored.some(({ body }) => body.includes('"Gone"')))
  })

  it('erases the outcomes that show an occurrence of an erased series, or a refusal that quotes it', async () => {
    const ann = await person('ann')
    const make = async (title: string) => {
      const body = { title, start_time: '2026-03-01T09:00:00Z', end_time: '2026-03-01T10:00:00Z' }
      const { id } = await ann.client.schedules.create({ body: { ...body, recurrence_rule: 'FREQ=DAILY' } })
      const path = `/v1/schedules/${id}`
      await ann.ask('PATCH', path, { title: `${title} "new" ”` })
      const { batch_id } = await latest(ann)
      await ann.ask('PATCH', path, { title: `${title} now` })
      const occurrence = `${path}?instance_start=2026-03-02T09:00:00Z`
      return [
        () =>
          ann.ask('PATCH', occurrence, { title: `${title} one` }, { 'idempotency-key': `${title} patch` }),
        () =>
          ann.ask('POST', `/v1/history/${batch_id}/undo`, undefined, { 'idempotency-key': `${title} undo` }),
        () => ann.ask('DELETE', path),
      ] as const
    }
    const [patch, undo, remove] = await make('Secret')
    const [keptPatch, keptUndo] = await make('Kept')
    const statuses = async () => [(await patch()).status, (await undo()).status]
    assert.deepEqual(await statuses(), [200, 409])
    assert.match((await undo()).body.detail, /Secret/)
    const kept = [(await keptPatch()).body, (await keptUndo()).body]
    await remove()
    await ann.ask('DELETE', '/v1/trash')
    assert.deepEqual(await statuses(), [410, 409])
    assert.match((await undo()).body.detail, /refused.*erased/)
    assert.deepEqual([(await keptPatch()).body, (await keptUndo()).body], kept)
    const stored = await storage.read(db =>
      db.sql.selectFrom('outcomes').select('body').where('owner_id', '=', ann.id).execute(),
    )
    assert.ok(!stored.some(({ body }) => body.includes('Secret')))
  })

  it('refuses a taken id in the same way with a key, and keeps that outcome', async () => {
    const ann = await person('ann')
    const id = crypto.randomUUID()
    const create = (title: string, key?: string) =>
      ann.ask(
        'POST',
        '/v1/todos',
        { id, title, tag_group_id: ann.group.id },
        key ? { 'idempotency-key': key } : {},
      )
    assert.equal((await create('First', 'key 5')).status, 201)
    const plain = await create('Second')
    const keyed = await create('Second', 'key 6')
    assert.deepEqual([keyed.status, keyed.body], [409, plain.body])
    await ann.client.todos.remove({ params: { todo_id: id } })
    const repeated = await create('Second', 'key 6')
    assert.deepEqual([repeated.status, repeated.headers.get('idempotency-replayed')], [409, 'true'])
  })

  it('accepts ids that the client chooses', async () => {
    const ann = await person('ann')
    const id = '3f2b1c64-5d0e-4a7b-9c8d-1e2f3a4b5c6d'.replace(
      '3f2b1c64',
      server.clock.now().toString(16).slice(-8),
    )
    const todo = await ann.client.todos.create({ body: { id, title: 'Mine', tag_group_id: ann.group.id } })
    assert.equal(todo.id, id)
    const again = await ann.ask('POST', '/v1/todos', { id, title: 'Mine', tag_group_id: ann.group.id })
    assert.equal(again.status, 409)
    const bad = await ann.ask('POST', '/v1/todos', {
      id: '00000000-0000-1000-8000-000000000000',
      title: 'Mine',
      tag_group_id: ann.group.id,
    })
    assert.equal(bad.status, 422)
  })

  it('undoes, redoes and restores with the same ids', async () => {
    const ann = await person('ann')
    const tag = await ann.client.tags.create({
      body: { name: 'a', color: '#112233', group_id: ann.group.id },
    })
    const todo = await ann.client.todos.create({
      body: { title: 'T', tag_group_id: ann.group.id, tag_ids: [tag.id], deadline: '2026-03-01T10:00:00Z' },
    })
    const child = await ann.client.todos.create({
      body: { title: 'C', tag_group_id: ann.group.id, parent_id: todo.id },
    })
    const read = async () =>
      JSON.parse(
        JSON.stringify(await ann.client.todos.list()).replace(/"(version|updated_at)":[^,}]+/g, '"$1":0'),
      )
    const full = await read()
    await ann.client.todos.remove({ params: { todo_id: todo.id } })
    const [trashed] = (await ann.ask('GET', '/v1/trash')).body
    assert.equal(trashed.undoable, true)
    assert.match(trashed.summary, /^Deleted 'T'/)
    server.clock.advance(60_000)
    const now = new Date(server.clock.now()).toISOString()
    const before = await ann.seq()
    const made = await ann.client.tokens.create({ body: { name: 'Script', scopes: ['history:write'] } })
    const restored = await ann.ask('POST', `/v1/trash/${trashed.batch_id}/restore`, undefined, {
      authorization: `Bearer ${made.token}`,
      'idempotency-key': 'restore once',
    })
    assert.equal(restored.body.token_name, 'Script')
    const causes = await storage.read(db =>
      db.sql
        .selectFrom('changes')
        .select('reply_to')
        .where('batch_id', '=', restored.body.batch_id)
        .execute(),
    )
    assert.deepEqual(new Set(causes.map(each => each.reply_to)), new Set(['restore once']))
    assert.equal(restored.status, 200, JSON.stringify(restored.body))
    const { changes } = (await ann.ask('GET', `/v1/changes?since=${before}`)).body
    for (const { at } of changes) assert.ok(at >= now, `${at} is not the time of the undo`)
    const recent = (await ann.ask('GET', `/v1/history?start_date=${now}`)).body
    assert.deepEqual(
      recent.map(({ batch_id }: { batch_id: string }) => batch_id),
      [restored.body.batch_id],
      'a restored item was changed when it was restored',
    )
    assert.deepEqual(await read(), full)
    assert.equal((await ann.ask('POST', `/v1/history/${trashed.batch_id}/undo`)).status, 409, 'once only')
    assert.deepEqual((await ann.ask('GET', '/v1/trash')).body, [])
    const redone = await ann.ask('POST', `/v1/history/${restored.body.batch_id}/undo`)
    assert.equal(redone.status, 200, JSON.stringify(redone.body))
    assert.deepEqual(
      (await ann.client.todos.list()).map(each => each.id),
      [child.id],
    )
  })

  it('refuses an undo that conflicts with a later change, and writes nothing', async () => {
    const ann = await person('ann')
    const todo = await ann.client.todos.create({ body: { title: 'A', tag_group_id: ann.group.id } })
    await ann.client.todos.update({ params: { todo_id: todo.id }, body: { title: 'B' } })
    const [rename] = (await ann.ask('GET', `/v1/history?resource_id=${todo.id}`)).body
    assert.equal(rename.summary, "Renamed 'A' to 'B'")
    assert.deepEqual(rename.entries[0].changed.title, { before: 'A', after: 'B' })
    await ann.client.todos.update({ params: { todo_id: todo.id }, body: { title: 'C' } })
    const refused = await ann.ask('POST', `/v1/history/${rename.batch_id}/undo`)
    assert.equal(refused.status, 409)
    assert.match(refused.body.detail, /title/)
    assert.equal((await ann.client.todos.list())[0]?.title, 'C')
  })

  it('shows what changed in the answers to a meeting', async () => {
    const { ask } = await person('ann')
    const days = { start_date: '2026-03-02', end_date: '2026-03-06', available_days: [0, 1, 2, 3, 4] }
    const body = { title: 'P', ...days, start_time: '09:00', end_time: '12:00' }
    const poll = (await ask('POST', '/v1/meetings', body)).body
    const path = `/v1/meetings/${poll.id}`
    const { id } = (await ask('POST', `${path}/participate`, { display_name: 'Ann' })).body
    const slot = (end_time: string) => ({ slot_date: '2026-03-03', start_time: '09:00:00', end_time })
    const answer = (slots: object[]) => ask('PUT', `${path}/availability?participant_id=${id}`, slots)
    const changed = async () => (await ask('GET', '/v1/history?limit=1')).body[0].entries[0].changed
    assert.deepEqual(await changed(), { participants: { before: [], after: ['Ann'] } })
    await answer([slot('10:00:00')])
    assert.deepEqual(await changed(), { time_slots: { before: [], after: [slot('10:00:00')] } })
    await answer([slot('11:00:00')])
    assert.deepEqual(await changed(), {
      time_slots: { before: [slot('10:00:00')], after: [slot('11:00:00')] },
    })
    await answer([{ ...slot('11:00:00'), if_need_be: true }])
    assert.deepEqual(await changed(), {
      time_slots: { before: [slot('11:00:00')], after: [] },
      if_need_be: { before: [], after: [slot('11:00:00')] },
    })
    await ask('POST', `${path}/participate`, { display_name: 'Anna' })
    assert.deepEqual(await changed(), { participants: { before: ['Ann'], after: ['Anna'] } })
    await ask('DELETE', `${path}/participate`)
    assert.deepEqual(await changed(), {
      participants: { before: ['Anna'], after: [] },
      if_need_be: { before: [slot('11:00:00')], after: [] },
    })
  })

  itOnce('refuses a history whose end is before its start, as every list does', async () => {
    const ann = await person('ann')
    const statusOf = async (query: string) => (await ann.ask('GET', `/v1/history?${query}`)).status
    assert.equal(await statusOf('start_date=2026-01-02&end_date=2026-01-01'), 422)
    assert.equal(await statusOf('start_date=2026-01-02&end_date=2026-01-02'), 200)
  })

  it('refuses a resource_id that no database can store', async () => {
    const { ask } = await person('ann')
    assert.equal((await ask('GET', '/v1/history?resource_id=%00')).status, 422)
  })

  const latest = async (ann: Awaited<ReturnType<typeof person>>) =>
    (await ann.ask('GET', '/v1/history?limit=1')).body[0]

  it('refuses an undo whose result would break a rule, and says which', async () => {
    const ann = await person('ann')
    const { ask, group } = ann
    const make = async (path: string, body: object) => (await ask('POST', path, body)).body
    /** Runs the writes one after another. Then the undo of the first write must be refused. */
    const refuses = async (reason: RegExp, write: Promise<unknown>, ...later: (() => Promise<unknown>)[]) => {
      await write
      const { batch_id } = await latest(ann)
      for (const each of later) await each()
      const seq = await ann.seq()
      const { status, body } = await ask('POST', `/v1/history/${batch_id}/undo`)
      assert.deepEqual([status, reason.test(body.detail)], [409, true], JSON.stringify(body))
      assert.equal(await ann.seq(), seq, 'nothing is written')
    }
    const todo = (more: object = {}) => make('/v1/todos', { title: 'T', tag_group_id: group.id, ...more })
    const tag = (name: string) => make('/v1/tags', { name, color: '#112233', group_id: group.id })
    const patch = (path: string, body: object) => ask('PATCH', path, body)

    const other = await make('/v1/tags/groups', { name: 'Other', color: '#112233' })
    const [a, b] = [await todo(), await todo()]
    await patch(`/v1/todos/${a.id}`, { parent_id: b.id })
    await refuses(/subtodo of itself/, patch(`/v1/todos/${a.id}`, { parent_id: null }), () =>
      patch(`/v1/todos/${b.id}`, { parent_id: a.id }),
    )
    const parent = await todo()
    const child = await todo({ parent_id: parent.id })
    const move = () => patch(`/v1/todos/${parent.id}`, { tag_group_id: other.id })
    await refuses(/tag group/, ask('DELETE', `/v1/todos/${child.id}`), move)
    await refuses(/tag group/, patch(`/v1/todos/${parent.id}`, { tag_group_id: group.id }), () =>
      todo({ parent_id: parent.id }),
    )
    const weekly = await todo({ deadline: '2026-03-01', recurrence_rule: 'FREQ=WEEKLY' })
    await refuses(/deadline/, patch(`/v1/todos/${weekly.id}`, { recurrence_rule: null }), () =>
      patch(`/v1/todos/${weekly.id}`, { deadline: null }),
    )

    const [x, y] = [await tag('x'), await tag('y')]
    await patch(`/v1/tags/groups/${group.id}`, { goal_ratios: { [x.id]: 0.5, [y.id]: 0.5 } })
    await refuses(/goals/, patch(`/v1/tags/groups/${group.id}`, { goal_ratios: { [y.id]: 1 } }), () =>
      ask('DELETE', `/v1/tags/${x.id}`),
    )
    const fresh = { name: 'z', color: '#112233', group_id: group.id, id: crypto.randomUUID() }
    await refuses(/goals/, make('/v1/tags', fresh), () =>
      patch(`/v1/tags/groups/${group.id}`, { goal_ratios: { [fresh.id]: 1 } }),
    )
    const tagged = await todo({ title: 'Tagged', tag_ids: [y.id] })
    await refuses(/“Tagged” .* no longer exists/, ask('DELETE', `/v1/tags/${y.id}`), () =>
      ask('DELETE', `/v1/todos/${tagged.id}`),
    )
    await ask('POST', `/v1/history/${(await latest(ann)).batch_id}/undo`)
    const [, , deletion] = (await ask('GET', '/v1/history?limit=3')).body
    assert.equal((await ask('POST', `/v1/history/${deletion.batch_id}/undo`)).status, 200)
    assert.equal((await ask('GET', `/v1/todos/${tagged.id}`)).body.tags[0]?.id, y.id)
    await refuses(/name/, patch(`/v1/tags/${y.id}`, { name: 'Y' }), () => tag('y'))
    await refuses(
      /visibility/,
      patch(`/v1/todos/${weekly.id}`, { visibility: { level: 'public' } }).then(() =>
        patch(`/v1/todos/${weekly.id}`, { visibility: null }),
      ),
      () => patch(`/v1/todos/${weekly.id}`, { visibility: { level: 'friends' } }),
    )

    const hours = { start_time: '2026-03-01T09:00:00Z', end_time: '2026-03-01T10:00:00Z' }
    const entry = await make('/v1/schedules', { title: 'E', ...hours })
    const change = (body: object, query = '') => patch(`/v1/schedules/${entry.id}${query}`, body)
    await refuses(
      /its end time must not be before its start time/,
      change({ end_time: '2026-03-01T12:00:00Z' }),
      () => change({ start_time: '2026-03-01T11:00:00Z' }),
    )
    const midnights = { start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-02T00:00:00Z' }
    await change({ all_day: true, start_time: '2026-03-01', end_time: '2026-03-02' })
    await refuses(/all-day/, change({ all_day: false, ...midnights }), () => change(hours))
    await change({ recurrence_rule: 'FREQ=DAILY', recurrence_end: '2026-03-09T00:00:00Z' })
    await refuses(
      /its recurrence end must not be before its start time/,
      change({ recurrence_end: null }),
      () => change({ start_time: '2026-04-01T09:00:00Z', end_time: '2026-04-01T10:00:00Z' }),
    )
    await change({ title: 'One' }, '?instance_start=2026-04-02T09:00:00Z')
    const { batch_id: one } = await latest(ann)
    await refuses(/occurrence/, ask('POST', `/v1/history/${one}/undo`), () =>
      change({ recurrence_rule: 'FREQ=WEEKLY' }),
    )

    const days = { start_date: '2026-03-02', end_date: '2026-03-06', available_days: [0, 1, 2, 3, 4] }
    const poll = await make('/v1/meetings', { title: 'P', ...days, start_time: '09:00', end_time: '12:00' })
    const replan = (body: object) => patch(`/v1/meetings/${poll.id}`, body)
    await refuses(/its end time must be after its start time/, replan({ end_time: '18:00' }), () =>
      replan({ start_time: '15:00' }),
    )
    await refuses(/answer/, replan({ end_date: '2026-03-13' }), async () => {
      const { id } = await make(`/v1/meetings/${poll.id}/participate`, { display_name: 'Ann' })
      const slots = [{ slot_date: '2026-03-12', start_time: '16:00', end_time: '17:00' }]
      await ask('PUT', `/v1/meetings/${poll.id}/availability?participant_id=${id}`, slots)
    })
  })

  it('names the part that stands in the way of an undo, not the item that still exists', async () => {
    const ann = await person('ann')
    const { ask, group } = ann
    const make = async (path: string, body: object) => (await ask('POST', path, body)).body
    const todo = await make('/v1/todos', { title: 'T', tag_group_id: group.id })
    const tag = await make('/v1/tags', { name: 'x', color: '#112233', group_id: group.id })
    type Request = [method: string, path: string, body?: object]
    /** Sends both requests. Then the undo of the first must be refused for this reason. */
    const refuses = async (reason: string, first: Request, second: Request) => {
      await ask(...first)
      const { batch_id } = await latest(ann)
      await ask(...second)
      const { status, body } = await ask('POST', `/v1/history/${batch_id}/undo`)
      assert.deepEqual([status, body.detail], [409, reason])
    }
    const path = `/v1/todos/${todo.id}`
    const untag: Request = ['PATCH', path, { tag_ids: [] }]
    const retag: Request = ['PATCH', path, { tag_ids: [tag.id] }]
    await refuses(
      'The change to “T” cannot be undone because its tags have been changed since.',
      retag,
      untag,
    )
    await ask(...retag)
    await refuses(
      'The change to “T” cannot be undone because its tags have been changed since.',
      untag,
      retag,
    )
    const shared = { visibility: { level: 'public' } }
    await refuses(
      'The change to “T” cannot be undone because its visibility has been changed since.',
      ['PATCH', path, shared],
      ['PATCH', path, { visibility: null }],
    )
    await refuses(
      'The change to “T” cannot be undone because its visibility has been changed since.',
      ['PATCH', path, shared],
      ['PATCH', path, { visibility: { level: 'friends' } }],
    )
    await refuses(
      'The change to “T” cannot be undone because its visibility has been changed since.',
      ['PATCH', path, { visibility: { level: 'allowed_emails', allowed_domains: ['corp.com'] } }],
      ['PATCH', path, shared],
    )
    const daily = { start_time: '2026-03-01T09:00:00Z', end_time: '2026-03-01T10:00:00Z' }
    const series = await make('/v1/schedules', { title: 'S', ...daily, recurrence_rule: 'FREQ=DAILY' })
    const entry = `/v1/schedules/${series.id}`
    await refuses(
      'The change to “S” cannot be undone because its occurrences have been changed since.',
      ['PATCH', `${entry}?instance_start=2026-03-04T09:00:00Z`, { title: 'One' }],
      ['PATCH', entry, { recurrence_rule: 'FREQ=DAILY;COUNT=2' }],
    )
    await refuses(
      'The change to “S” cannot be undone because its recurrence rule has been changed since.',
      ['PATCH', entry, { recurrence_rule: 'FREQ=DAILY;COUNT=3' }],
      ['PATCH', entry, { recurrence_rule: 'FREQ=DAILY;COUNT=4' }],
    )
    const first = `${entry}?instance_start=${daily.start_time}`
    await refuses(
      'The change to “S” cannot be undone because its occurrences have been changed since.',
      ['PATCH', first, { title: 'One' }],
      ['PATCH', first, { title: 'Two' }],
    )
    const below = await make('/v1/todos', { title: 'Below', tag_group_id: group.id, parent_id: todo.id })
    await refuses(
      '“Below” cannot be restored because the todo above it has been deleted.',
      ['DELETE', `/v1/todos/${below.id}`],
      ['DELETE', path],
    )
    const gone = 'The change to “G” cannot be undone because it no longer exists.'
    for (const change of [{ tag_ids: [tag.id] }, { ...shared }, { description: 'd', tag_ids: [tag.id] }]) {
      const { id } = await make('/v1/todos', { title: 'G', tag_group_id: group.id })
      await refuses(gone, ['PATCH', `/v1/todos/${id}`, change], ['DELETE', `/v1/todos/${id}`])
    }
    const { id } = await make('/v1/schedules', { title: 'G', ...daily, recurrence_rule: 'FREQ=DAILY' })
    const one = `/v1/schedules/${id}?instance_start=2026-03-04T09:00:00Z`
    await refuses(gone, ['PATCH', one, { title: 'One' }], ['DELETE', `/v1/schedules/${id}`])
    const segments = [{ start: daily.start_time, end: daily.end_time }]
    const timer = await make('/v1/timers/records', { segments })
    await refuses(
      'The change to this timer cannot be undone because its description has been changed since.',
      ['PATCH', `/v1/timers/${timer.id}`, { description: 'first' }],
      ['PATCH', `/v1/timers/${timer.id}`, { description: 'second' }],
    )
    const last = await make('/v1/todos', { title: 'L', tag_group_id: group.id, tag_ids: [tag.id] })
    await refuses(
      '“L” cannot be restored because one of its tags has been deleted.',
      ['DELETE', `/v1/todos/${last.id}`],
      ['DELETE', `/v1/tags/${tag.id}`],
    )
  })

  it('undoes and redoes the split of a series with an occurrence that has its own tags', async () => {
    const ann = await person('ann')
    const body = { name: 'a', color: '#112233', group_id: ann.group.id }
    const { id: tag } = await ann.client.tags.create({ body })
    const times = { start_time: '2026-03-01T09:00:00Z', end_time: '2026-03-01T10:00:00Z' }
    const series = await ann.client.schedules.create({
      body: { title: 'S', ...times, recurrence_rule: 'FREQ=DAILY' },
    })
    const change = (query: string, patch: object) =>
      ann.ask('PATCH', `/v1/schedules/${series.id}?instance_start=${query}`, patch)
    const shown = async () =>
      (await ann.client.schedules.list({ query: { start_date: '2026-03-01', end_date: '2026-03-09' } })).map(
        each => [each.parent_id, each.title, each.start_time, each.tags.length],
      )
    await change('2026-03-05T09:00:00Z', { tag_ids: [tag] })
    const before = await shown()
    await change('2026-03-03T09:00:00Z&apply_to=following', { title: 'Later' })
    const after = await shown()
    const { batch_id } = await latest(ann)
    const undone = await ann.ask('POST', `/v1/history/${batch_id}/undo`)
    assert.equal(undone.status, 200, JSON.stringify(undone.body))
    assert.deepEqual(await shown(), before)
    assert.equal((await ann.ask('POST', `/v1/history/${undone.body.batch_id}/undo`)).status, 200)
    assert.deepEqual(await shown(), after)
  })

  it('shows truth values and lists as the API does, whatever the database stores', async () => {
    const ann = await person('ann')
    const changed = async () => (await latest(ann)).entries[0].changed
    await ann.ask('PATCH', `/v1/tags/groups/${ann.group.id}`, { is_todo_group: true })
    assert.deepEqual(await changed(), { is_todo_group: { before: false, after: true } })
    const body = { name: 't', color: '#112233', group_id: ann.group.id }
    const tag = await ann.client.tags.create({ body })
    const goal_ratios = { [tag.id]: 0.5 }
    await ann.ask('PATCH', `/v1/tags/groups/${ann.group.id}`, { goal_ratios })
    assert.deepEqual(await changed(), { goal_ratios: { before: null, after: goal_ratios } })
    const { id } = await ann.client.schedules.create({
      body: {
        title: 'S',
        start_time: '2026-03-01T09:00:00Z',
        end_time: '2026-03-01T10:00:00Z',
        recurrence_rule: 'FREQ=DAILY',
      },
    })
    await ann.ask('DELETE', `/v1/schedules/${id}?instance_start=2026-03-02T09:00:00Z`)
    assert.deepEqual(await changed(), {
      occurrence_original_start: { before: null, after: '2026-03-02T09:00:00Z' },
      occurrence_deleted: { before: null, after: true },
    })
  })

  it("hides other people's changes", async () => {
    const ann = await person('ann')
    const bob = await person('bob')
    await ann.client.todos.create({ body: { title: 'Secret', tag_group_id: ann.group.id } })
    const [batch] = (await ann.ask('GET', '/v1/history')).body
    assert.equal((await bob.ask('POST', `/v1/history/${batch.batch_id}/undo`)).status, 404)
    assert.ok(!(await bob.changes()).some(change => change.resource?.title === 'Secret'))
  })

  it('cannot undo a batch of which retention has deleted a part', async () => {
    const ann = await person('ann')
    const ids: string[] = []
    for (const title of ['A', 'B', 'C'])
      ids.push((await ann.ask('POST', '/v1/todos', { title, tag_group_id: ann.group.id })).body.id)
    await ann.ask('POST', '/v1/todos/bulk', { ids, change: { delete: true } })
    const [batch] = (await ann.ask('GET', '/v1/history')).body
    assert.deepEqual([batch.entries.length, batch.undoable], [3, true])
    await storage.write([], async ({ sql }) => {
      const [first] = await sql
        .selectFrom('changes')
        .select('seq')
        .where('batch_id', '=', batch.batch_id)
        .orderBy('seq')
        .execute()
      await sql
        .updateTable('changes')
        .set({ committed_at: 1 })
        .where('owner_id', '=', ann.id)
        .where('seq', '<=', first?.seq ?? 0)
        .execute()
    })
    await prune(storage, server.clock.now(), 90)
    const [rest] = (await ann.ask('GET', '/v1/history')).body
    assert.deepEqual([rest.entries.length, rest.undoable], [2, false])
    assert.equal((await ann.ask('POST', `/v1/history/${batch.batch_id}/undo`)).status, 409)
    assert.deepEqual((await ann.ask('GET', '/v1/trash')).body, [])
  })

  it('names the position from which to continue if the log no longer reaches back', async () => {
    const ann = await person('ann')
    const seq = await ann.seq()
    await prune(storage, server.clock.now() + 400 * 86_400_000, 90)
    const { status, body } = await ann.ask('GET', '/v1/changes')
    assert.deepEqual([status, body.seq], [410, seq])
    const created = await ann.client.tags.createGroup({ body: { name: 'B', color: '#112233' } })
    assert.deepEqual(
      (await ann.changes(body.seq)).map(({ id }) => id),
      [created.id],
    )
  })
})
