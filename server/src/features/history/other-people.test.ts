// Change log entries that other people's changes cause, and the limits of the log, on both databases.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import type { SettingsBody } from '../../../test/support/kinds.ts'
import { PLANNING } from '../../../test/support/meetings.ts'
import { ask, befriend, block, newPerson, type Person } from '../../../test/support/people.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { roleStore } from '../people/users/role-store.ts'
import { audienceOf } from './audience-store.ts'

forEachStorage('the change log of other people', (open, name) => {
  let storage: Storage
  let server: TestApp
  before(async () => {
    storage = await open()
    server = await startTestApp(storage)
  })
  after(() => server.close())

  const seqOf = async ({ client }: Person) => (await client.changes.list({ query: {} })).seq
  const changesOf = async ({ client }: Person, since: number) => {
    const { changes } = await client.changes.list({ query: { since } })
    return changes.map(({ kind, id, action }) => ({ kind, id, action }))
  }
  const newGroup = ({ client }: Person) =>
    client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })

  it('shows a new name to friends, to people with a pending request, and to nobody else', async () => {
    const [ann, bob, cleo, dora] = await Promise.all(
      ['ann', 'bob', 'cleo', 'dora'].map(name => newPerson(server, name)),
    )
    assert.ok(ann && bob && cleo && dora)
    const friendship = await befriend(ann, bob)
    const request = await ask(ann, cleo)
    const since = await Promise.all([bob, cleo, dora].map(seqOf))
    server.clock.advance(60_000)
    const renamed = await server.as(ann.id, { name: 'Ann the Great' })
    await renamed.users.me()
    const [toBob, toCleo, toDora] = await Promise.all(
      [bob, cleo, dora].map((person, at) => changesOf(person, since[at] ?? 0)),
    )
    assert.deepEqual(toBob, [{ kind: 'friend', id: friendship, action: 'updated' }])
    assert.deepEqual(toCleo, [{ kind: 'friend_request', id: request, action: 'updated' }])
    assert.deepEqual(toDora, [])
  })

  it('says what happened between two people in one sentence', async () => {
    const [ann, bob] = await Promise.all(['ann', 'bob'].map(name => newPerson(server, name)))
    assert.ok(ann && bob)
    const lastOf = async ({ client }: Person) => (await client.history.list())[0]?.summary
    const friendship_id = await befriend(ann, bob)
    assert.deepEqual([await lastOf(ann), await lastOf(bob)], ['Added a friend', 'Added a friend'])
    await bob.client.friends.remove({ params: { friendship_id } })
    assert.deepEqual([await lastOf(ann), await lastOf(bob)], ['Removed a friend', 'Removed a friend'])
    await befriend(ann, bob)
    await block(ann, bob)
    assert.deepEqual([await lastOf(ann), await lastOf(bob)], ['Blocked a person', 'Removed a friend'])
  })

  const selectedFor = async ({ client }: Person, resource_id: string): Promise<string[]> =>
    (await client.visibility.get({ params: { resource_type: 'todo', resource_id } })).allowed_user_ids

  it('shares nothing with a friend who leaves at the same time, also if both requests have a key', async () => {
    const [ann, bob] = await Promise.all(['ann', 'bob'].map(name => newPerson(server, name)))
    assert.ok(ann && bob)
    const { id: tag_group_id } = await newGroup(ann)
    const shareAndLeave = async (round: number): Promise<string[]> => {
      const friendship_id = await befriend(ann, bob)
      const visibility = { level: 'selected' as const, allowed_user_ids: [bob.id] }
      const body = { title: 'Plan', tag_group_id, visibility }
      const [shared] = await Promise.allSettled([
        ann.client.todos.create({ body, idempotencyKey: `share ${round}` }),
        bob.client.friends.remove({ params: { friendship_id }, idempotencyKey: `leave ${round}` }),
      ])
      return shared.status === 'fulfilled' ? selectedFor(ann, shared.value.id) : []
    }
    for (let round = 0; round < 6; round++) assert.deepEqual(await shareAndLeave(round), [])
  })

  it('does not share again with a former friend when a deletion is undone', async () => {
    const [ann, bob, cleo] = await Promise.all(['ann', 'bob', 'cleo'].map(name => newPerson(server, name)))
    assert.ok(ann && bob && cleo)
    const friendship = await befriend(ann, bob)
    await befriend(ann, cleo)
    const group = await newGroup(ann)
    const todo = await ann.client.todos.create({
      body: {
        title: 'Secret',
        tag_group_id: group.id,
        visibility: { level: 'selected', allowed_user_ids: [bob.id, cleo.id] },
      },
    })
    const params = { todo_id: todo.id }
    await ann.client.todos.remove({ params })
    await ann.client.friends.remove({ params: { friendship_id: friendship } })
    // A renewed friendship does not restore what was shared before.
    server.clock.advance(1000)
    await befriend(ann, bob)
    const [deletion] = await ann.client.history.trash({ query: {} })
    await ann.client.history.restore({ params: { batch_id: deletion?.batch_id ?? '' } })
    const [restored] = await ann.client.todos.list({ query: {} })
    assert.deepEqual(restored?.visibility?.allowed_user_ids, [cleo.id])
    assert.equal((await bob.client.todos.list({ query: { scope: 'shared' } })).length, 0)
  })

  it('still restores what was shared with people or answered by people whose account was deleted since', async () => {
    const [ann, bob, cleo] = await Promise.all(['ann', 'bob', 'cleo'].map(name => newPerson(server, name)))
    assert.ok(ann && bob && cleo)
    for (const friend of [bob, cleo]) await befriend(ann, friend)
    const group = await newGroup(ann)
    const visibility = { level: 'selected' as const, allowed_user_ids: [bob.id, cleo.id] }
    const todo = await ann.client.todos.create({
      body: { title: 'Plan', tag_group_id: group.id, visibility },
    })
    const days = { start_date: '2026-03-02', end_date: '2026-03-06', available_days: [0, 1, 2, 3, 4] }
    const hours = { start_time: '09:00', end_time: '12:00' }
    const { id: meeting_id } = await ann.client.meetings.create({
      body: { title: 'Poll', ...days, ...hours, visibility },
    })
    const params = { meeting_id }
    for (const { client } of [bob, cleo])
      await client.meetings.participate({ params, body: { display_name: 'Guest' } })
    await ann.client.meetings.remove({ params })
    await ann.client.todos.remove({ params: { todo_id: todo.id } })
    await storage.write([], tx => roleStore(tx).setAdmin(ann.id, 1))
    await ann.client.administration.removePerson({ params: { user_id: bob.id } })
    const trash = await ann.client.history.trash({ query: {} })
    assert.equal(trash.length, 2)
    assert.ok(!JSON.stringify(await ann.client.history.list({ query: {} })).includes(bob.id))
    for (const { batch_id } of trash) await ann.client.history.restore({ params: { batch_id } })
    assert.deepEqual(await selectedFor(ann, todo.id), [cleo.id])
    const answers = await ann.client.meetings.availability({ params })
    assert.deepEqual(
      answers.map(({ participant }) => participant.user_id),
      [cleo.id],
    )
  })

  it('contains every added and removed tag', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await newGroup(ann)
    const tags = await Promise.all(
      ['a', 'b', 'c'].map(name =>
        ann.client.tags.create({ body: { name, color: '#112233', group_id: group.id } }),
      ),
    )
    const [a, b, c] = tags.map(tag => tag.id)
    assert.ok(a && b && c)
    const todo = await ann.client.todos.create({
      body: { title: 'T', tag_group_id: group.id, tag_ids: [a] },
    })
    await ann.client.todos.update({ params: { todo_id: todo.id }, body: { tag_ids: [b, c] } })
    const [item] = await ann.client.history.list({ query: { resource_id: todo.id } })
    const changed = item?.entries[0]?.changed['tag_ids']
    assert.deepEqual(changed?.before, [a])
    assert.deepEqual(new Set(changed?.after as string[]), new Set([b, c]))
  })

  it('names the shared timers and schedules that show a private todo or schedule when that changes', async () => {
    const [ann, bob] = await Promise.all(['ann', 'bob'].map(name => newPerson(server, name)))
    assert.ok(ann && bob)
    await befriend(ann, bob)
    const { todos, schedules, timers } = ann.client
    const group = await newGroup(ann)
    const deadline = '2030-01-01T09:00:00Z'
    const todo = await todos.create({ body: { title: 'T', tag_group_id: group.id, deadline } })
    const schedule_id = todo.schedules[0]?.id ?? ''
    const segments = [{ start: '2026-01-01T09:00:00Z', end: '2026-01-01T10:00:00Z' }]
    const record = (level: 'friends' | 'private') =>
      timers.addRecord({ body: { title: level, segments, todo_id: todo.id, visibility: { level } } })
    const [timer] = [await record('friends'), await record('private')]
    const named = async () => {
      const [batch] = await ann.client.history.list({ query: { limit: 1 } })
      const found: string[] = []
      await audienceOf(storage).each(ann.id, batch?.batch_id ?? '', ({ kind, id, user_ids }) => {
        if (user_ids.includes(bob.id)) found.push(`${kind} ${id}`)
      })
      return found.sort()
    }
    const rename = { params: { todo_id: todo.id }, body: { description: 'Private' } }
    await todos.update(rename)
    assert.deepEqual(await named(), [`timer ${timer.id}`])
    await schedules.update({ params: { schedule_id }, body: { title: 'Also private' } })
    assert.deepEqual(await named(), [`timer ${timer.id}`])
    await schedules.update({ params: { schedule_id }, body: { visibility: { level: 'friends' } } })
    await todos.update({ ...rename, body: { priority: 3 } })
    assert.deepEqual(await named(), [`schedule ${schedule_id}`, `timer ${timer.id}`])
  })

  // One database is enough, because the route counts the bytes.
  if (name === 'sqlite')
    it('ends a page before it exceeds 8 MiB, and continues without a gap', async () => {
      const ann = await newPerson(server, 'ann')
      const group = await newGroup(ann)
      const description = '😀'.repeat(10_000)
      const count = 225
      for (let i = 0; i < count; i++)
        await ann.client.todos.create({ body: { title: `T${i}`, tag_group_id: group.id, description } })
      const titles: unknown[] = []
      let [since, pages] = [0, 0]
      for (let has_more = true; has_more; pages++) {
        const page = await ann.client.changes.list({ query: { since } })
        assert.ok(Buffer.byteLength(JSON.stringify(page)) < 8.1 * 1024 * 1024)
        titles.push(
          ...page.changes.flatMap(change => (change.kind === 'todo' ? [change.resource?.title] : [])),
        )
        since = page.changes.at(-1)?.seq ?? Number.NaN
        has_more = page.has_more
      }
      assert.equal(pages, 2)
      assert.deepEqual(
        titles,
        Array.from({ length: count }, (_, i) => `T${i}`),
      )
    })

  it('never returns an empty page before the end', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await newGroup(ann)
    const first = await ann.client.todos.create({ body: { title: 'gone', tag_group_id: group.id } })
    await ann.client.todos.create({ body: { title: 'kept', tag_group_id: group.id } })
    await ann.client.todos.remove({ params: { todo_id: first.id } })
    const seen: string[] = []
    for (let since = 0, has_more = true; has_more; ) {
      const page = await ann.client.changes.list({ query: { since, limit: 1 } })
      const [change] = page.changes
      assert.ok(change)
      seen.push(`${change.kind} ${change.action}`)
      since = change.seq
      has_more = page.has_more
    }
    assert.deepEqual(seen, ['tag_group created', 'todo created', 'todo deleted'])
  })

  it('notifies former friends of what they could see only as friends, whether or not a block ended that', async () => {
    for (const ending of ['friendship', 'block'] as const) {
      const email = `bob.${ending}@viewers.example.com`
      const [ann, bob, cleo] = [
        await newPerson(server, 'ann'),
        await newPerson(server, 'bob', { email }),
        await newPerson(server, 'cleo'),
      ]
      const friendship_id = await befriend(ann, bob)
      await befriend(ann, cleo)
      const group = await newGroup(ann)
      const share = async (visibility: SettingsBody, of = ann, tag_group_id = group.id) =>
        (await of.client.todos.create({ body: { title: 'Todo', tag_group_id, visibility } })).id
      const forFriends = { level: 'friends' as const }
      const lost = [
        await share(forFriends),
        await share(forFriends),
        await share(forFriends),
        await share({ level: 'selected', allowed_user_ids: [bob.id, cleo.id] }),
      ]
      const meeting = { ...PLANNING, title: 'Poll', visibility: forFriends }
      lost.push((await ann.client.meetings.create({ body: meeting })).id)
      await share({ level: 'public' })
      await share({ level: 'allowed_emails', allowed_emails: [email] })
      await share({ level: 'selected', allowed_user_ids: [cleo.id] })
      await share({ level: 'private' })
      const ofBob = await share(forFriends, bob, (await newGroup(bob)).id)
      if (ending === 'block') await block(ann, bob)
      else await bob.client.friends.remove({ params: { friendship_id } })
      const { rows } = await storage.read(db =>
        sql<{ batch_id: string }>`select batch_id from changes where owner_id = ${bob.id}
          order by seq desc limit 1`.execute(db.sql),
      )
      // Nobody learns of an item that was shared after the friendship had ended.
      await share(forFriends)
      const namedTo = async (owner: Person, reader: Person) => {
        const ids: string[] = []
        await audienceOf(storage, 2).each(owner.id, rows[0]?.batch_id ?? '', ({ id, user_ids }) => {
          if (user_ids.includes(reader.id)) ids.push(id)
        })
        return ids.sort()
      }
      assert.deepEqual(await namedTo(ann, bob), lost.toSorted())
      assert.deepEqual(await namedTo(bob, ann), [ofBob])
    }
  })

  it('notifies each viewer of a shared item once, and nobody with a block', async () => {
    const [ann, bob, cleo, dora, emil] = await Promise.all(
      ['ann', 'bob', 'cleo', 'dora', 'emil'].map(name =>
        newPerson(server, name, { email: `${name}@viewers.example.com` }),
      ),
    )
    assert.ok(ann && bob && cleo && dora && emil)
    for (const friend of [bob, cleo, emil]) await befriend(ann, friend)
    const group = await newGroup(ann)
    const items = await Promise.all(
      [
        { level: 'friends' as const },
        { level: 'selected' as const, allowed_user_ids: [bob.id, emil.id] },
        { level: 'allowed_emails' as const, allowed_emails: ['dora@viewers.example.com'] },
        { level: 'private' as const },
      ].map((visibility, at) =>
        ann.client.todos.create({ body: { title: `Item ${at}`, tag_group_id: group.id, visibility } }),
      ),
    )
    await block(emil, ann)
    const { batch_id } = await ann.client.todos
      .bulk({ body: { ids: items.map(({ id }) => id), change: { description: 'Changed' } } })
      .then(async () => (await ann.client.history.list({ query: { limit: 1 } }))[0] ?? assert.fail())
    const found: Record<string, string[]> = {}
    await audienceOf(storage).each(ann.id, batch_id, ({ id, user_ids }) => {
      found[items.findIndex(item => item.id === id)] = user_ids.toSorted()
    })
    assert.deepEqual(found, { 0: [bob.id, cleo.id].toSorted(), 1: [bob.id], 2: [dora.id] })
  })

  it('notifies each of 1,200 people at a domain once, of sharing and of its end', async () => {
    const [ann, dora] = [await newPerson(server, 'ann'), await newPerson(server, 'dora')]
    assert.ok(ann && dora)
    const domain = 'many-people.example.com'
    const people = Array.from({ length: 1_200 }, (_, at) => ({
      ...{ id: `many ${at}`, display_name: 'Many', email: `many.${at}@${domain}`, email_verified: true },
      ...{ friend_code: `MANY-${at}`, claims_at: 0, created_at: 0, updated_at: 0 },
    }))
    const stranger = {
      ...people[0],
      id: 'stranger',
      email: 'many@sub.many-people.example.com',
      friend_code: 'S',
    }
    await storage.write([], async tx => {
      for (const some of [people.slice(0, 600), people.slice(600), [stranger]])
        await tx.sql
          .insertInto('users')
          .values(some as typeof people)
          .execute()
      await tx.sql
        .insertInto('blocks')
        .values({ id: newId(), blocker_id: ann.id, blocked_id: 'many 7', created_at: 0 })
        .execute()
    })
    await befriend(ann, dora)
    const group = await newGroup(ann)
    const told = async () => {
      const [batch] = await ann.client.history.list({ query: { limit: 1 } })
      const found: string[] = []
      await audienceOf(storage).each(ann.id, batch?.batch_id ?? '', ({ user_ids }) => found.push(...user_ids))
      return found.sort()
    }
    const everybody = people
      .map(({ id }) => id)
      .filter(id => id !== 'many 7')
      .sort()
    const others = Array.from({ length: 499 }, (_, at) => `other${at}.example.org`)
    const { id: todo_id } = await ann.client.todos.create({
      body: {
        title: 'For all',
        tag_group_id: group.id,
        visibility: {
          level: 'allowed_emails',
          allowed_domains: [domain, ...others],
          allowed_emails: [`many.3@${domain}`],
        },
      },
    })
    assert.deepEqual(await told(), everybody)
    const change = (visibility: SettingsBody) =>
      ann.client.todos.update({ params: { todo_id }, body: { visibility } })
    await change({ level: 'allowed_emails', allowed_domains: others.map(name => `new-${name}`) })
    assert.deepEqual(await told(), everybody)
    await change({ level: 'allowed_emails', allowed_domains: [domain] })
    await change({ level: 'friends' })
    assert.deepEqual(await told(), [...everybody, dora.id].sort())
  })
})
