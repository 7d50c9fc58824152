// Compares the calendar, socket notices, and items linked to a shared item with the table in support/relations.ts.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { VisibilityLevel } from '@daymark/contract/people/visibility'
import { startTestApp, type TestApp } from './support/app.ts'
import { type Device, greeted } from './support/device.ts'
import { DAY, groupOf, type SettingsBody } from './support/kinds.ts'
import {
  forEachCell,
  gather,
  LEVELS,
  loseRights,
  maySee,
  type People,
  RELATIONS,
  type Relation,
  settingsFor,
} from './support/relations.ts'
import { forEachStorage } from './support/storages.ts'

const CALENDAR = `query ($startDate: Date!, $endDate: Date!, $scope: Scope) {
  calendar(startDate: $startDate, endDate: $endDate, scope: $scope) { days { events { id title } } } }`
const SPAN = { start_time: '2026-01-15T10:00:00Z', end_time: '2026-01-15T11:00:00Z' }

forEachStorage('items linked to a shared item', open => {
  let server: TestApp
  let people: People
  let settings: Record<VisibilityLevel, SettingsBody>
  let tag_group_id: string
  let owner: Client
  let tagId: string
  /** Maps the purpose of the items to the id of one item per level. */
  const made = new Map<string, Record<VisibilityLevel, string>>()
  const idOf = (name: string, level: VisibilityLevel): string => made.get(name)?.[level] ?? assert.fail(name)

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
    people = await gather(server)
    settings = settingsFor(people)
    owner = people.owner.client
    tag_group_id = await groupOf(owner)
    const device = await greeted(server, people.owner.id)
    await makeEach('schedule of a private todo', async (title, visibility) => {
      const body = { title, ...SPAN, visibility, create_todo_options: { tag_group_id } }
      return (await owner.schedules.create({ body })).id
    })
    await makeEach('schedule of a public todo', (title, visibility) =>
      scheduleOfPublicTodo(title, visibility),
    )
    await makeEach('timer of private things', async (title, visibility) => {
      const { id: schedule_id } = await owner.schedules.create({
        body: { title: 'private schedule', ...SPAN },
      })
      const { id: todo_id } = await owner.todos.create({ body: { title: 'private todo', tag_group_id } })
      const { payload } = await device.start({ title, schedule_id, todo_id, visibility })
      return payload.timer.id
    })
    const tag = await owner.tags.create({
      body: { name: 'marked', color: '#000000', group_id: tag_group_id },
    })
    tagId = tag.id
    await makeEach('parent of a public todo', async (title, visibility) => {
      const parent = await owner.todos.create({ body: { title, tag_group_id, visibility } })
      const child = { title: `child of ${title}`, tag_group_id, parent_id: parent.id, tag_ids: [tagId] }
      await owner.todos.create({ body: { ...child, visibility: { level: 'public' } } })
      return parent.id
    })
    await loseRights(people)
  })
  after(() => server.close())

  async function makeEach(name: string, make: (title: string, settings: SettingsBody) => Promise<string>) {
    const ids = {} as Record<VisibilityLevel, string>
    for (const level of LEVELS) ids[level] = await make(level, settings[level])
    made.set(name, ids)
  }

  async function scheduleOfPublicTodo(title: string, visibility: SettingsBody): Promise<string> {
    const body = {
      title: `todo of ${title}`,
      tag_group_id,
      deadline: SPAN.start_time,
      visibility: { level: 'public' as const },
    }
    const [schedule] = (await owner.todos.create({ body })).schedules
    const schedule_id = schedule?.id ?? ''
    await owner.schedules.update({ params: { schedule_id }, body: { visibility } })
    return schedule_id
  }

  it('a shared schedule shows its todo, even a private one', async () => {
    await forEachCell(async (level, relation, may, cell) => {
      if (!may || relation === 'owner') return
      const schedule_id = idOf('schedule of a private todo', level)
      const seen = await people[relation].client.schedules.get({ params: { schedule_id } })
      assert.equal(seen.source_todo?.title, level, cell)
      const listed = await people[relation].client.schedules.list({ query: { ...DAY, scope: 'shared' } })
      assert.equal(listed.find(each => each.id === schedule_id)?.source_todo?.title, level, cell)
    })
  })

  it('a shared todo shows those of its schedules that the viewer may see', async () => {
    await forEachCell(async (level, relation, may, cell) => {
      const schedule_id = idOf('schedule of a public todo', level)
      const listed = await people[relation].client.todos.list({ query: { scope: 'all' } })
      const todo = listed.find(each => each.title === `todo of ${level}`)
      const blocked = relation === 'blocked' || relation === 'blocker'
      assert.equal(todo === undefined, blocked, cell)
      if (!todo) return
      assert.deepEqual(
        todo.schedules.map(each => each.id),
        may ? [schedule_id] : [],
        cell,
      )
      const single = await people[relation].client.todos.get({ params: { todo_id: todo.id } })
      assert.deepEqual(
        'schedules' in single && single.schedules.map(each => each.id),
        may ? [schedule_id] : [],
        cell,
      )
    })
  })

  it('a shared timer shows its schedule and todo, even private ones', async () => {
    await forEachCell(async (level, relation, may, cell) => {
      if (!may || relation === 'owner') return
      const timer_id = idOf('timer of private things', level)
      const seen = await people[relation].client.timers.get({ params: { timer_id } })
      assert.equal(seen.schedule?.title, 'private schedule', cell)
      assert.equal(seen.todo?.title, 'private todo', cell)
      assert.equal(seen.schedule?.visibility ?? null, null, cell)
      assert.equal(seen.todo?.visibility ?? null, null, cell)
    })
  })

  it('the calendar shows schedules by scope', async () => {
    for (const relation of RELATIONS) {
      const shown = {
        MINE: await calendar(people[relation].client, 'MINE'),
        SHARED: await calendar(people[relation].client, 'SHARED'),
        ALL: await calendar(people[relation].client, 'ALL'),
      }
      const own = relation === 'owner'
      await forEachCell(async (level, of, may, cell) => {
        if (of !== relation) return
        const id = idOf('schedule of a private todo', level)
        assert.equal(shown.MINE.includes(id), own, `MINE, ${cell}`)
        assert.equal(shown.SHARED.includes(id), may && !own, `SHARED, ${cell}`)
        assert.equal(shown.ALL.includes(id), may, `ALL, ${cell}`)
      })
    }
  })

  async function calendar(client: Client, scope: string): Promise<string[]> {
    const variables = { startDate: '2026-01-15', endDate: '2026-01-15', scope }
    const { data, errors } = await client.calendar.query({ body: { query: CALENDAR, variables } })
    assert.equal(errors, undefined)
    const found = data?.['calendar'] as { days: { events: { id: string }[] }[] } | undefined
    return (found?.days ?? []).flatMap(day => day.events.map(event => event.id))
  }

  it('an ancestor is included with a matching todo only if the viewer may see it', async () => {
    for (const relation of RELATIONS) {
      const query = { scope: 'all' as const, tag_ids: [tagId] }
      const listed = await people[relation].client.todos.list({ query })
      const blocked = relation === 'blocked' || relation === 'blocker'
      const matched = listed.filter(todo => todo.include_reason === 'MATCH')
      assert.equal(matched.length, blocked ? 0 : LEVELS.length, relation)
      await forEachCell(async (level, of, may, cell) => {
        if (of !== relation) return
        const parent = listed.find(todo => todo.id === idOf('parent of a public todo', level))
        assert.equal(parent?.include_reason, may ? 'ANCESTOR' : undefined, cell)
      })
    }
  })

  it('timers of a shared schedule or todo: those that the viewer may see', async () => {
    const device = await greeted(server, people.owner.id)
    const todo = await owner.todos.create({
      body: { title: 'worked on', tag_group_id, visibility: { level: 'public' } },
    })
    const ids = {} as Record<VisibilityLevel, string>
    for (const level of LEVELS) {
      const visibility = level === 'selected' ? selectedNow() : settings[level]
      const { payload } = await device.start({ title: level, todo_id: todo.id, visibility })
      ids[level] = payload.timer.id
    }
    for (const relation of RELATIONS) {
      if (relation === 'blocked' || relation === 'blocker') continue
      const listed = await people[relation].client.timers.ofTodo({ params: { todo_id: todo.id } })
      await forEachCell(async (level, of, may, cell) => {
        if (of === relation)
          assert.equal(
            listed.some(timer => timer.id === ids[level]),
            may,
            cell,
          )
      })
    }
    await device.close()
  })

  /** The settings for the level `selected`, with only those people who are still friends. */
  const selectedNow = (): SettingsBody => ({ level: 'selected', allowed_user_ids: [people.selected.id] })

  it('friends are notified about a timer, with its title only if they may see it; nobody else is notified', async () => {
    const devices = new Map<Relation, Device>()
    for (const relation of RELATIONS) {
      const { id, claims } = people[relation]
      devices.set(relation, await greeted(server, id, { claims }))
    }
    const deviceOf = (relation: Relation) => devices.get(relation) ?? assert.fail(relation)
    for (const level of LEVELS) {
      const visibility = level === 'selected' ? selectedNow() : settings[level]
      const { payload } = await deviceOf('owner').start({ title: `secret of ${level}`, visibility })
      await deviceOf('owner').ask('timer.stop', { timer_id: payload.timer.id })
      for (const relation of ['friend', 'selected'] as const) {
        for (const action of ['start', 'stop']) {
          const notice = await deviceOf(relation).next('timer.friend_activity')
          assert.equal(notice.payload.action, action)
          assert.equal(notice.payload.timer_id, payload.timer.id)
          const title = maySee(level, relation) ? `secret of ${level}` : undefined
          assert.equal(notice.payload.timer_title, title, `${level} for ${relation}`)
        }
      }
    }
    for (const [relation, device] of devices) {
      await device.settled()
      if (['owner', 'friend', 'selected'].includes(relation)) continue
      const notices = device.received.filter(message => message.type === 'timer.friend_activity')
      assert.deepEqual(notices, [], relation)
      assert.equal(JSON.stringify(device.received).includes('secret of'), false, relation)
    }
  })

  it('a block silences an open socket at once', async () => {
    const device = await greeted(server, people.owner.id)
    const ear = await greeted(server, people.friend.id)
    await device.start({ title: 'heard', visibility: { level: 'public' } })
    assert.equal((await ear.next('timer.friend_activity')).payload.timer_title, 'heard')
    await people.owner.client.friends.block({ params: { user_id: people.friend.id } })
    const received = ear.received.length
    await device.start({ title: 'unheard', visibility: { level: 'public' } })
    await ear.settled()
    assert.deepEqual(
      ear.received.slice(received).map(message => message.type),
      ['timer.sync_result'],
    )
  })
})
