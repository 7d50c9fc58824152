import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import type { Client } from '@daymark/client'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { assertSearchTexts } from '../../../test/support/integrity.ts'
import { befriend, block, newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'

type Query = NonNullable<Parameters<Client['search']['find']>[0]>['query']

forEachStorage('search', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let me: Person
  let group: string

  before(async () => {
    server = await startTestApp(await open())
  })
  after(async () => {
    await assertSearchTexts(server.storage)
    await server.close()
  })
  beforeEach(async () => {
    me = await newPerson(server, 'seeker')
    group = (await me.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })).id
  })

  const find = (query: Query, person = me) => person.client.search.find({ query })
  const titles = async (q: string, query: Omit<Query, 'q'> = {}, person = me) =>
    (await find({ q, ...query }, person)).map(({ title }) => title)
  const todo = (title: string, more: object = {}) =>
    me.client.todos.create({ body: { title, tag_group_id: group, ...more } })
  const hour = (day: string) => ({ start_time: `${day}T09:00:00Z`, end_time: `${day}T10:00:00Z` })
  const dates = { start_date: '2031-03-03', end_date: '2031-03-07' }
  const poll = { ...dates, available_days: [0, 1, 2, 3, 4], start_time: '09:00', end_time: '17:00' }

  it('finds every kind, with what a list of results needs', async () => {
    const friend = await newPerson(server, 'Zebra friend')
    await befriend(friend, me)
    const tag = await me.client.tags.create({ body: { name: 'zebra', color: '#445566', group_id: group } })
    const task = await todo('Feed the zebra', { deadline_date: '2031-03-05', tag_ids: [tag.id] })
    const entry = await me.client.schedules.create({
      body: { title: 'Zebra day', start_time: '2031-03-05', end_time: '2031-03-06', all_day: true },
    })
    const visit = await me.client.schedules.create({
      body: { title: 'Visit', location: 'Zebra house', ...hour('2031-03-06') },
    })
    const segments = [{ start: '2026-03-05T09:00:00Z', end: '2026-03-05T10:00:00Z' }]
    const timer = await me.client.timers.addRecord({
      body: { title: 'Draw', description: 'a zebra', segments },
    })
    const meeting = await me.client.meetings.create({ body: { title: 'Zebra owners', ...poll } })
    const found = await find({ q: 'ZEBRA' })
    const of = (kind: string, id: string) => found.find(hit => hit.kind === kind && hit.id === id)
    assert.equal(found.length, 8, 'seven items and the schedule of the deadline')
    assert.equal(of('tag', tag.id)?.title, 'zebra')
    assert.equal(of('person', friend.id)?.owner_id, friend.id)
    assert.deepEqual(
      [of('todo', task.id)?.start, of('todo', task.id)?.status, of('todo', task.id)?.tag_ids],
      ['2031-03-05', 'UNSCHEDULED', [tag.id]],
    )
    assert.deepEqual(
      [of('schedule', entry.id)?.start, of('schedule', entry.id)?.end],
      ['2031-03-05', '2031-03-06'],
    )
    assert.deepEqual(
      [of('timer', timer.id)?.matched, of('timer', timer.id)?.excerpt],
      ['description', 'a zebra'],
    )
    assert.deepEqual(
      [of('schedule', visit.id)?.matched, of('schedule', visit.id)?.excerpt],
      ['description', 'Zebra house'],
    )
    assert.ok(
      found.slice(-2).every(({ matched }) => matched === 'description'),
      'hits in other texts than titles come last',
    )
    assert.deepEqual(
      [of('meeting', meeting.id)?.start, of('meeting', meeting.id)?.end],
      [dates.start_date, dates.end_date],
    )
    assert.deepEqual(
      new Set((await find({ q: 'zebra', kinds: ['tag', 'person'] })).map(hit => hit.kind)),
      new Set(['tag', 'person']),
    )
  })

  it('orders hits in the title first, then prefixes, then newer items', async () => {
    await todo('Other', { description: 'plan' })
    await todo('Explanation')
    await todo('My plan')
    await todo('Plan A')
    await todo('Plan B')
    assert.deepEqual(await titles('plan'), ['Plan B', 'Plan A', 'My plan', 'Explanation', 'Other'])
  })

  it('finds Korean by initial consonants, and accents in any form', async () => {
    await todo('주간 회의')
    await todo('Café Ｍｅｎｕ')
    assert.deepEqual(await titles('ㅎㅇ'), ['주간 회의'])
    assert.deepEqual(await titles('ㅈㄱ 회의'), ['주간 회의'])
    assert.deepEqual(await titles('menu cafe'), ['Café Ｍｅｎｕ'])
    assert.deepEqual(await titles('%'), [])
  })

  it('reads pages without gaps or repetitions', async () => {
    const names = ['One page', 'Two page', 'Page three', 'Page four', 'Homepage']
    for (const name of names) await todo(name)
    const friend = await newPerson(server, 'Page friend')
    await befriend(me, friend)
    const seen: (string | null)[] = []
    const list = me.client.search.find.pages({ query: { q: 'page', limit: 2 } })
    for await (const page of list) {
      assert.ok(page.length <= 2)
      seen.push(...page.map(hit => hit.title))
    }
    assert.deepEqual(seen, await titles('page'))
    assert.equal(new Set(seen).size, 6)
    await rejectsWith(find({ q: 'page', cursor: 'nonsense' }), 422)
    const cursor = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')
    const id = '00000000-0000-4000-8000-000000000000'
    for (const wrong of [
      [0, 1, 'todo', 'not-uuid'],
      [0, 1, 'house', id],
      [2 ** 40, 1, 'todo', id],
    ])
      await rejectsWith(find({ q: 'page', cursor: cursor(...wrong) }), 422)
    assert.deepEqual(await find({ q: 'page', cursor: cursor(5, 1, 'person', 'x') }), [])
  })

  it('filters by tag, status and date', async () => {
    const tag = await me.client.tags.create({ body: { name: 'deep', color: '#445566', group_id: group } })
    await todo('Task tagged', { tag_ids: [tag.id] })
    await todo('Task done', { status: 'DONE' })
    await todo('Task due', { deadline_date: '2031-03-05' })
    await me.client.schedules.create({ body: { title: 'Task slot', ...hour('2031-03-06') } })
    await me.client.schedules.create({
      body: { title: 'Task weekly', ...hour('2031-01-01'), recurrence_rule: 'FREQ=WEEKLY' },
    })
    await me.client.meetings.create({ body: { title: 'Task poll', ...poll } })
    assert.deepEqual(await titles('task', { tag_ids: [tag.id] }), ['Task tagged'])
    assert.deepEqual(await titles('task', { tag_ids: [group] }), [], 'an unknown tag finds nothing')
    assert.deepEqual(await titles('task', { status: ['DONE'] }), ['Task done'])
    const week = { start_date: '2031-03-05', end_date: '2031-03-05' }
    assert.deepEqual(new Set(await titles('task', week)), new Set(['Task due', 'Task weekly', 'Task poll']))
    assert.equal(
      (await find({ q: 'task', ...week, kinds: ['schedule'] })).length,
      2,
      'and the slot of the deadline',
    )
    assert.deepEqual(await titles('task', { start_date: '2031-03-06T10:00:00Z', kinds: ['schedule'] }), [
      'Task weekly',
    ])
    assert.deepEqual(await titles('task', { end_date: '2031-02-01' }), ['Task weekly'])
  })

  it('shows what others share, like the lists', async () => {
    const [friend, stranger] = [await newPerson(server, 'friend'), await newPerson(server, 'stranger')]
    await befriend(friend, me)
    for (const [person, level] of [
      [friend, 'friends'],
      [friend, 'public'],
      [friend, 'private'],
      [stranger, 'public'],
      [stranger, 'friends'],
    ] as const) {
      const body = { title: `Secret ${level} of ${person.id}`, ...hour('2031-03-05'), visibility: { level } }
      await person.client.schedules.create({ body })
    }
    await todo('Secret mine')
    const open = [`Secret public of ${friend.id}`, `Secret friends of ${friend.id}`]
    assert.deepEqual(await titles('secret'), ['Secret mine', ...open])
    assert.deepEqual(await titles('secret', { scope: 'mine' }), ['Secret mine'])
    assert.deepEqual(await titles('secret', { scope: 'shared' }), [
      `Secret public of ${stranger.id}`,
      ...open,
    ])
    assert.ok((await find({ q: 'secret', scope: 'shared' })).every(hit => hit.is_shared))
    await block(friend, me)
    assert.deepEqual(await titles('secret'), ['Secret mine'])
  })

  it('follows every change of a text', async () => {
    const first = await todo('Walrus')
    const params = { todo_id: first.id }
    await me.client.todos.update({ params, body: { title: 'Seal' } })
    assert.deepEqual([await titles('walrus'), await titles('seal')], [[], ['Seal']])
    await me.client.todos.update({ params, body: { description: 'walrus' } })
    assert.deepEqual(await titles('walrus'), ['Seal'])
    await me.client.todos.remove({ params })
    assert.deepEqual(await titles('seal'), [])
    const [item] = await me.client.history.trash()
    await me.client.history.restore({ params: { batch_id: item?.batch_id ?? '' } })
    assert.deepEqual(await titles('walrus'), ['Seal'])
    const tag = await me.client.tags.create({ body: { name: 'old name', color: '#445566', group_id: group } })
    await me.client.tags.update({ params: { tag_id: tag.id }, body: { name: 'walrus tag' } })
    assert.deepEqual(await titles('walrus', { kinds: ['tag'] }), ['walrus tag'])
  })

  it('finds a series by the texts of its changed occurrences', async () => {
    const body = { title: 'Stand-up', ...hour('2031-03-03'), recurrence_rule: 'FREQ=DAILY;COUNT=5' }
    const series = await me.client.schedules.create({ body })
    const params = { schedule_id: series.id }
    const query = { instance_start: '2031-03-04T09:00:00Z' }
    await me.client.schedules.update({ params, query, body: { title: 'Retrospective' } })
    const [hit] = await find({ q: 'retro' })
    assert.deepEqual([hit?.title, hit?.matched, hit?.excerpt], ['Stand-up', 'description', 'Retrospective'])
    await me.client.schedules.update({ params, body: { title: 'Sync' } })
    assert.deepEqual(await titles('retro'), ['Sync'])
    await me.client.schedules.remove({ params, query })
    assert.deepEqual(await titles('retro'), [])
  })

  it('finds the new series of a split by the texts of its changed occurrences, and after undo the old one', async () => {
    const body = { title: 'Stand-up', ...hour('2031-03-03'), recurrence_rule: 'FREQ=DAILY;COUNT=5' }
    const params = { schedule_id: (await me.client.schedules.create({ body })).id }
    const at = (day: string) => ({ instance_start: `${day}T09:00:00Z` })
    await me.client.schedules.update({ params, query: at('2031-03-06'), body: { title: 'Retrospective' } })
    const query = { ...at('2031-03-05'), apply_to: 'following' } as const
    await me.client.schedules.update({ params, query, body: { title: 'Sync' } })
    assert.deepEqual(await titles('retro'), ['Sync'])
    const [latest] = await me.client.history.list({ query: {} })
    await me.client.history.undo({ params: { batch_id: latest?.batch_id ?? '' } })
    assert.deepEqual(await titles('retro'), ['Stand-up'])
  })

  it('finds the next round of a repeating todo', async () => {
    const repeating = { deadline_date: '2031-03-05', recurrence_rule: 'FREQ=DAILY' }
    const { id } = await todo('Water plants', repeating)
    await me.client.todos.update({ params: { todo_id: id }, body: { status: 'DONE' } })
    const found = await find({ q: 'plants', kinds: ['todo'] })
    assert.deepEqual(found.map(hit => hit.status).sort(), ['DONE', 'UNSCHEDULED'])
    assert.ok(found.every(hit => hit.is_series))
  })

  itOnce('422 for input that cannot be searched for', async () => {
    for (const query of [
      { q: ' ' },
      { q: '\u200b' },
      { q: 'x'.repeat(201) },
      { q: 'x', limit: 0 },
      { q: 'x', start_date: '2031-03-05', end_date: '2031-03-04' },
    ])
      await rejectsWith(find(query), 422)
    for (const query of [
      'q=x&kinds=pets',
      'q=x&status=OPEN',
      'q=x&tag_ids=1',
      'q=x&scope=public',
      'kinds=todo',
    ]) {
      const answer = await server.fetch(`/v1/search?${query}`, {
        headers: { authorization: `Bearer ${await server.issuer.token({ sub: me.id })}` },
      })
      assert.equal(answer.status, 422, query)
    }
  })

  itOnce('needs the scope search:read of a personal access token', async () => {
    const token = (scopes: ('search:read' | 'todos:read')[]) =>
      me.client.tokens.create({ body: { name: 'script', scopes } })
    const ask = async (scopes: ('search:read' | 'todos:read')[]) => {
      const { token: secret } = await token(scopes)
      return (await server.fetch('/v1/search?q=x', { headers: { authorization: `Bearer ${secret}` } })).status
    }
    assert.equal(await ask(['search:read']), 200)
    assert.equal(await ask(['todos:read']), 403)
  })
})
