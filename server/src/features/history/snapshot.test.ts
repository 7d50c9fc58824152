// All items of a person in pages, from which a copy begins.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Snapshot } from '@daymark/contract/changes'
import { CHANGE_KINDS, type ChangeKind } from '@daymark/contract/constants'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { fewest } from '../../../test/support/fewest.ts'
import { block, newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'

forEachStorage('a snapshot', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let storage: Storage
  const texts: string[] = []
  before(async () => {
    storage = await open({ observe: text => texts.push(text) })
    server = await startTestApp(storage)
  })
  after(() => server.close())

  /** Has at least one item of every kind. */
  async function fullPerson(): Promise<Person> {
    const ann = await newPerson(server, 'ann', { email: `ann-${Math.random()}@example.org` })
    const { client } = ann
    const group = await client.tags.createGroup({
      body: { name: 'G', color: '#112233', is_todo_group: true },
    })
    await client.tags.create({ body: { name: 'T', color: '#112233', group_id: group.id } })
    for (const title of ['a', 'b', 'c']) {
      const todo = await client.todos.create({ body: { title, tag_group_id: group.id } })
      const [start, end] = ['2026-01-15T10:00:00Z', '2026-01-15T11:00:00Z'] as const
      const times = { start_time: start, end_time: end }
      const rule = title === 'c' ? { recurrence_rule: 'FREQ=WEEKLY' } : {}
      await client.schedules.create({ body: { title, ...times, ...rule } })
      await client.timers.addRecord({ body: { title, segments: [{ start, end }], todo_id: todo.id } })
    }
    await client.meetings.create({
      body: {
        ...{ title: 'M', start_date: '2026-01-05', end_date: '2026-01-06', available_days: [0] },
        ...{ start_time: '09:00:00', end_time: '12:00:00' },
      },
    })
    const [bob, cyd, dan, eve] = await Promise.all(
      ['bob', 'cyd', 'dan', 'eve'].map(who => newPerson(server, who)),
    )
    if (!bob || !cyd || !dan || !eve) throw new Error('There are four.')
    const asked = await client.friends.request({ body: { friend_code: bob.friend_code } })
    if ('id' in asked) await bob.client.friends.accept({ params: { friendship_id: asked.id } })
    await client.friends.request({ body: { friend_code: cyd.friend_code } })
    await client.friends.request({ body: { email: 'nobody@example.org' } })
    await dan.client.friends.request({ body: { friend_code: ann.friend_code } })
    await eve.client.friends.request({ body: { email: String(ann.claims['email']) } })
    await block(ann, await newPerson(server, 'fay'))
    await client.users.updatePreferences({ body: { theme: 'dark' } })
    await client.focus.start({ body: {} })
    return ann
  }

  async function pages(
    person: Person,
    query: { limit?: number; kinds?: ChangeKind[] } = {},
  ): Promise<Snapshot[]> {
    const all: Snapshot[] = []
    for (let next: string | null | undefined; next !== null; next = all.at(-1)?.next) {
      const cursor = next === undefined ? {} : { cursor: next }
      all.push(await person.client.changes.snapshot({ query: { ...query, ...cursor } }))
    }
    return all
  }
  const itemsOf = (all: readonly Snapshot[]) => all.flatMap(({ items }) => items)

  it('has every item of every kind, as it is read by itself, in the order of kinds and ids', async () => {
    const ann = await fullPerson()
    const [page, ...more] = await pages(ann)
    assert.ok(page)
    assert.deepEqual(more, [])
    assert.equal(page.seq, (await ann.client.changes.list()).seq)
    const { client } = ann
    const byId = <T>(items: readonly T[], idOf: (item: T) => string) =>
      items.map(item => [idOf(item), item] as const).sort(([a], [b]) => (a < b ? -1 : 1))
    const id = ({ id }: { id: string }) => id
    const expected: [ChangeKind, (readonly [string, unknown])[]][] = [
      ['tag_group', byId(await client.tags.listGroups(), id)],
      ['tag', byId(await client.tags.list(), id)],
      ['todo', byId(await client.todos.list(), id)],
      ['timer', byId(await client.timers.list({ query: { tag_include_mode: 'timer_only' } }), id)],
      ['meeting', byId(await client.meetings.list(), id)],
      ['friend', byId(await client.friends.list(), each => each.friendship_id)],
      ['friend_request', byId([...(await client.friends.received()), ...(await client.friends.sent())], id)],
      ['block', byId(await client.friends.blocks(), each => each.user_id)],
      ['preferences', byId([await client.users.preferences()], id)],
      ['notification', byId(await client.notifications.list(), id)],
    ]
    for (const [kind, items] of expected)
      assert.deepEqual(
        page.items.filter(each => each.kind === kind).map(each => [each.id, each.resource]),
        items,
        kind,
      )
    const schedules = page.items.filter(each => each.kind === 'schedule')
    assert.equal(schedules.length, 3)
    for (const { id: schedule_id, resource } of schedules)
      assert.deepEqual(resource, await client.schedules.get({ params: { schedule_id } }))
    assert.equal(page.items.filter(each => each.kind === 'focus').length, 1)
    const names = page.items.map(each => `${CHANGE_KINDS.indexOf(each.kind) + 10} ${each.id}`)
    assert.deepEqual(names, names.toSorted())
    assert.deepEqual(
      new Set(page.items.map(each => each.kind)).size,
      CHANGE_KINDS.length - 1,
      'no notification yet',
    )
  })

  it('is the same in pages of any size, with the position of the first', async () => {
    const ann = await fullPerson()
    const withoutClock = (items: Snapshot['items']) => items.filter(({ kind }) => kind !== 'focus')
    const whole = withoutClock(itemsOf(await pages(ann)))
    const { seq } = await ann.client.changes.list()
    for (const limit of [1, 2, 7, whole.length, whole.length + 1]) {
      const all = await pages(ann, { limit })
      assert.deepEqual(withoutClock(itemsOf(all)), whole, `${limit}`)
      for (const page of all) assert.ok(page.items.length > 0 && page.items.length <= limit)
      // Writing between the pages does not move their position.
      assert.deepEqual(new Set(all.map(page => page.seq)), new Set([seq]))
    }
    const first = await ann.client.changes.snapshot({ query: { limit: 1 } })
    await ann.client.users.updatePreferences({ body: { theme: 'light' } })
    const second = await ann.client.changes.snapshot({ query: { limit: 1, cursor: first.next ?? '' } })
    assert.deepEqual([first.seq, second.seq], [seq, seq])
  })

  it('of a new person has the default preferences alone', async () => {
    const ann = await newPerson(server, 'ann')
    const page = await ann.client.changes.snapshot({ query: {} })
    assert.deepEqual(page, {
      items: [{ kind: 'preferences', id: ann.id, resource: await ann.client.users.preferences() }],
      seq: 0,
      next: null,
    })
  })

  itOnce('has only the kinds that are asked for', async () => {
    const ann = await fullPerson()
    const kindsOf = (all: readonly Snapshot[]) => [...new Set(itemsOf(all).map(({ kind }) => kind))]
    assert.deepEqual(kindsOf(await pages(ann, { kinds: ['timer', 'tag'], limit: 1 })), ['tag', 'timer'])
    assert.deepEqual(kindsOf(await pages(ann, { kinds: ['notification'] })), [])
    const bob = await newPerson(server, 'bob')
    assert.equal(itemsOf(await pages(bob)).length, 1, "none of somebody else's")
  })

  itOnce('refuses cursors that it has not returned', async () => {
    const ann = await newPerson(server, 'ann')
    const cursors = [
      'x',
      Buffer.from('[1,"todo","x"]').toString('base64url'),
      Buffer.from('[1,"nothing","a"]').toString('base64url'),
      Buffer.from('["1","block","a"]').toString('base64url'),
      Buffer.from('[1,"block","\\u0000"]').toString('base64url'),
    ]
    for (const cursor of cursors) {
      const { errors } = await rejectsWith(ann.client.changes.snapshot({ query: { cursor } }), 422)
      assert.equal(errors[0]?.path, 'cursor', cursor)
    }
    for (const limit of [0, 1001]) await rejectsWith(ann.client.changes.snapshot({ query: { limit } }), 422)
  })

  it('ends a page at 8 MiB', async () => {
    const ann = await newPerson(server, 'ann')
    const { client } = ann
    const group = await client.tags.createGroup({
      body: { name: 'G', color: '#112233', is_todo_group: true },
    })
    const { id } = await client.todos.create({ body: { title: 'T', tag_group_id: group.id } })
    for (let n = 1; n < 5; n++) {
      await client.todos.create({ body: { id: hexId(id, n), title: 'T', tag_group_id: group.id } })
    }
    await storage.write([], tx =>
      tx.sql
        .updateTable('todos')
        .set({ description: 'x'.repeat(3 * 1024 * 1024) })
        .where('owner_id', '=', ann.id)
        .execute(),
    )
    const sizes = (await pages(ann, { kinds: ['todo'] })).map(({ items }) => items.length)
    assert.deepEqual(sizes, [2, 2, 1])
  })

  it('needs as many statements for a page of many items as for one of few, and reads only the page', async () => {
    const few = await fullPerson()
    const many = await fullPerson()
    const [group] = await many.client.tags.listGroups()
    for (let n = 0; n < 60; n++)
      await many.client.todos.create({ body: { title: `${n}`, tag_group_id: group?.id ?? '' } })
    const count = () => texts.length
    const needed = (person: Person) =>
      fewest(count, () => person.client.changes.snapshot({ query: { kinds: ['todo', 'timer'] } }))
    assert.equal(await needed(many), await needed(few))
    if (name !== 'sqlite') return
    texts.length = 0
    await many.client.changes.snapshot({ query: {} })
    const listing = [...new Set(texts)].filter(text => /^\s*select "id" as id from/.test(text))
    assert.ok(listing.length >= 8, `${listing.length}`)
    for (const text of listing) {
      const { rows } = await storage.read(db =>
        sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db.sql),
      )
      const plan = rows.map(({ detail }) => detail).join()
      assert.match(plan, /^SEARCH \w+ USING COVERING INDEX \w+_ids \(owner_id=\? AND id>\?\)$/, text)
    }
  })
})

/** Another id that differs in its last characters. */
const hexId = (id: string, n: number): string => `${id.slice(0, -4)}${n.toString(16).padStart(4, '0')}`
