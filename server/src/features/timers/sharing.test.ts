import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Timer } from '@daymark/contract/timers/timer'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { greeted } from '../../../test/support/device.ts'
import { fewest } from '../../../test/support/fewest.ts'
import { befriend, block, newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

forEachStorage('shared timers', open => {
  let server: TestApp
  let statements = 0

  before(async () => {
    const storage = await open({ observe: () => statements++ })
    server = await startTestApp(storage, { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  async function start(person: Person, ...bodies: object[]): Promise<Timer[]> {
    const device = await greeted(server, person.id)
    const timers: Timer[] = []
    for (const body of bodies) timers.push((await device.start(body)).payload.timer)
    await device.close()
    return timers
  }
  const ids = (timers: readonly { id: string }[]) => timers.map(timer => timer.id)

  /** Creates a person with a private todo and a private schedule, each with its own tag. */
  async function world() {
    const ann = await newPerson(server, 'ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const tag = (name: string) =>
      ann.client.tags.create({ body: { name, color: '#112233', group_id: group.id } })
    const [own, ofTodo, ofSchedule] = [await tag('own'), await tag('Todo'), await tag('schedule')]
    const todo = await ann.client.todos.create({
      body: { title: 'Private todo', tag_group_id: group.id, tag_ids: [ofTodo.id] },
    })
    const schedule = await ann.client.schedules.create({
      body: {
        title: 'Private schedule',
        start_time: '2026-01-01T10:00:00Z',
        end_time: '2026-01-01T11:00:00Z',
        tag_ids: [ofSchedule.id, own.id],
      },
    })
    const links = { todo_id: todo.id, schedule_id: schedule.id, tag_ids: [own.id] }
    return { ann, todo, schedule, links }
  }

  it('embeds schedule and todo of own timers only on request', async () => {
    const { ann, todo, schedule, links } = await world()
    const [timer] = await start(ann, links)
    const get = (query: object) => ann.client.timers.get({ params: { timer_id: timer?.id ?? '' }, query })
    const bare = await get({})
    assert.deepEqual([bare.schedule, bare.todo, bare.tags], [null, null, []])
    const full = await get({ include_schedule: true, include_todo: true, tag_include_mode: 'timer_only' })
    assert.equal(full.schedule?.title, 'Private schedule')
    assert.equal(full.todo?.title, 'Private todo')
    assert.deepEqual([full.schedule?.visibility, full.todo?.visibility], [null, null])
    assert.deepEqual(full.todo?.include_reason, 'MATCH')
    assert.deepEqual(
      full.tags.map(tag => tag.name),
      ['own'],
    )
    const inherited = await get({ tag_include_mode: 'inherit_from_schedule' })
    assert.deepEqual(
      inherited.tags.map(tag => tag.name),
      ['own', 'schedule', 'Todo'],
    )
    assert.deepEqual([inherited.schedule, inherited.todo], [null, null])
    await rejectsWith(get({ tag_include_mode: 'all' }), 422, /tag_include_mode/)
    const listed = await ann.client.timers.list({ query: { include_todo: true } })
    assert.equal(listed[0]?.todo?.id, todo.id)
    assert.equal(
      (await ann.client.timers.active({ query: { include_schedule: true } })).schedule?.id,
      schedule.id,
    )
  })

  it("embeds both in someone else's timer, requested or not, even if they are private", async () => {
    const { ann, links } = await world()
    const bob = await newPerson(server, 'bob')
    await befriend(ann, bob)
    const [timer] = await start(ann, { ...links, visibility: { level: 'friends' } })
    const [listed] = await bob.client.timers.list({ query: { scope: 'shared', include_todo: false } })
    const got = await bob.client.timers.get({ params: { timer_id: timer?.id ?? '' } })
    for (const seen of [listed, got]) {
      assert.equal(seen?.id, timer?.id)
      assert.equal(seen?.is_shared, true)
      assert.equal(seen?.visibility_level, 'friends')
      assert.equal(seen?.visibility, null)
      assert.equal(seen?.schedule?.title, 'Private schedule')
      assert.equal(seen?.todo?.title, 'Private todo')
      assert.deepEqual([seen?.schedule?.visibility_level, seen?.todo?.visibility_level], [null, null])
      assert.deepEqual(seen?.todo?.schedules, [], 'private items stay private elsewhere')
    }
  })

  it('lists by scope, and refuses items without access', async () => {
    const { ann } = await world()
    const [bob, cleo] = [await newPerson(server, 'bob'), await newPerson(server, 'cleo')]
    await befriend(ann, bob)
    const timers = await start(
      ann,
      {},
      { visibility: { level: 'friends' } },
      { visibility: { level: 'public' } },
    )
    const [hidden, forFriends, forAll] = timers as [Timer, Timer, Timer]
    const [bobs] = await start(bob, {})
    const scoped = async (person: Person, scope: 'mine' | 'shared' | 'all') =>
      ids(await person.client.timers.list({ query: { scope } })).filter(id =>
        [...ids(timers), bobs?.id].includes(id),
      )
    assert.deepEqual(await scoped(bob, 'mine'), [bobs?.id])
    assert.deepEqual(await scoped(bob, 'shared'), [forAll.id, forFriends.id])
    assert.deepEqual(await scoped(bob, 'all'), [bobs?.id, forAll.id, forFriends.id])
    assert.deepEqual(await scoped(cleo, 'shared'), [forAll.id])
    const params = (timer: Timer) => ({ params: { timer_id: timer.id } })
    await rejectsWith(bob.client.timers.get(params(hidden)), 403)
    await rejectsWith(cleo.client.timers.get(params(forFriends)), 403)
    for (const timer of timers) {
      await rejectsWith(bob.client.timers.update({ ...params(timer), body: { title: 'x' } }), 403)
      await rejectsWith(bob.client.timers.remove(params(timer)), 403)
    }
    await block(cleo, ann)
    await rejectsWith(cleo.client.timers.get(params(forAll)), 403)
    assert.deepEqual(await scoped(cleo, 'shared'), [])
    const completed = await bob.client.timers.list({ query: { scope: 'shared', status: ['COMPLETED'] } })
    assert.deepEqual(ids(completed), [])
  })

  it('shows viewers of a schedule or todo those of its timers that they may see', async () => {
    const { ann, todo, schedule, links } = await world()
    const [bob, cleo] = [await newPerson(server, 'bob'), await newPerson(server, 'cleo')]
    await befriend(ann, bob)
    const timers = await start(ann, links, { ...links, visibility: { level: 'friends' } })
    const [, visible] = timers as [Timer, Timer]
    const ofSchedule = { params: { schedule_id: schedule.id } }
    const ofTodo = { params: { todo_id: todo.id } }
    await rejectsWith(bob.client.timers.ofSchedule(ofSchedule), 403)
    await rejectsWith(bob.client.timers.activeOfTodo(ofTodo), 403)
    await ann.client.schedules.update({ ...ofSchedule, body: { visibility: { level: 'public' } } })
    await ann.client.todos.update({ ...ofTodo, body: { visibility: { level: 'public' } } })
    assert.deepEqual(ids(await bob.client.timers.ofSchedule(ofSchedule)), [visible.id])
    assert.deepEqual(ids(await bob.client.timers.ofTodo(ofTodo)), [visible.id])
    assert.equal((await bob.client.timers.activeOfSchedule(ofSchedule)).id, visible.id)
    assert.deepEqual(await cleo.client.timers.ofSchedule(ofSchedule), [])
    await rejectsWith(cleo.client.timers.activeOfTodo(ofTodo), 404)
    assert.equal((await ann.client.timers.ofSchedule(ofSchedule)).length, 2)
  })

  it('needs the same number of statements for few timers as for many', async () => {
    const { ann, links } = await world()
    const bob = await newPerson(server, 'bob')
    await befriend(ann, bob)
    const body = { ...links, visibility: { level: 'selected', allowed_user_ids: [bob.id] } }
    const query = {
      include_schedule: true,
      include_todo: true,
      tag_include_mode: 'inherit_from_schedule' as const,
      scope: 'all' as const,
    }
    const cost = (person: Person) =>
      fewest(
        () => statements,
        () => person.client.timers.list({ query }),
      )
    await start(ann, body)
    const few = [await cost(ann), await cost(bob)]
    await start(ann, ...Array.from({ length: 12 }, () => body))
    assert.deepEqual([await cost(ann), await cost(bob)], few)
  })
})
