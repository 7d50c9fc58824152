import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

const MISSING = '01a1dd40-93c2-7156-a99d-dae837885b29'
const BLUE = '#4F86C6'
const HOUR = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T11:00:00Z' }

forEachStorage('schedules', open => {
  let server: TestApp
  let ann: Client
  let people = 0

  before(async () => {
    server = await startTestApp(await open())
    ann = await server.as('ann')
  })
  after(() => server.close())

  /** Creates a person with an empty calendar. */
  const someone = () => server.as(`person-${++people}`)
  const add = (who: Client, title: string, start_time: string, end_time: string, more: object = {}) =>
    who.schedules.create({ body: { title, start_time, end_time, ...more } })
  const titles = async (who: Client, start_date: string, end_date: string, more: object = {}) =>
    (await who.schedules.list({ query: { start_date, end_date, ...more } })).map(each => each.title)

  it('creates a schedule with defaults and reads it back', async () => {
    const created = await ann.schedules.create({
      body: { title: ' Dentist ', start_time: '2026-03-01T10:00', end_time: '2026-03-01T12:00:00.5+01:00' },
    })
    assert.equal(created.title, 'Dentist')
    assert.equal(created.start_time, '2026-03-01T10:00:00Z')
    assert.equal(created.end_time, '2026-03-01T11:00:00.500Z')
    assert.equal(created.timezone, 'UTC')
    assert.equal(created.state, 'PLANNED')
    assert.equal(created.owner_id, 'ann')
    assert.equal(created.is_shared, false)
    for (const name of [
      'description',
      'location',
      'recurrence_rule',
      'recurrence_end',
      'parent_id',
      'instance_start',
      'source_todo_id',
      'visibility_level',
      'visibility',
    ] as const) {
      assert.equal(created[name], null, name)
    }
    assert.deepEqual(created.tags, [])
    assert.deepEqual(await ann.schedules.get({ params: { schedule_id: created.id } }), created)
  })

  it('writes datetimes in the zone of the request', async () => {
    const { id } = await add(ann, 'Zone', HOUR.start_time, HOUR.end_time)
    const read = await ann.schedules.get({
      params: { schedule_id: id },
      query: { timezone: 'Asia/Seoul' },
    })
    assert.equal(read.start_time, '2026-03-01T19:00:00+09:00')
  })

  it('rejects an end before the start, even if only one of them is changed', async () => {
    await rejectsWith(add(ann, 'x', HOUR.end_time, HOUR.start_time), 422, /end_time/)
    const { id } = await add(ann, 'x', HOUR.start_time, HOUR.end_time)
    const params = { schedule_id: id }
    await rejectsWith(
      ann.schedules.update({ params, body: { start_time: '2026-03-01T11:00:00.001Z' } }),
      422,
      /start_time/,
    )
    await rejectsWith(
      ann.schedules.update({ params, body: { end_time: '2026-03-01T09:59:59Z' } }),
      422,
      /end_time/,
    )
    const zero = await ann.schedules.update({ params, body: { start_time: HOUR.end_time } })
    assert.equal(zero.start_time, zero.end_time)
  })

  it('patches: absent keeps, null clears, a value sets', async () => {
    const group = await ann.tags.createGroup({ body: { name: 'G', color: BLUE } })
    const tag = await ann.tags.create({ body: { name: 't', color: BLUE, group_id: group.id } })
    const { id } = await add(ann, 'Old', HOUR.start_time, HOUR.end_time, {
      description: 'long',
      location: 'Room 2, 2nd floor',
      tag_ids: [tag.id, tag.id],
      state: 'IN_PROGRESS',
    })
    const params = { schedule_id: id }
    const renamed = await ann.schedules.update({ params, body: { title: 'New', state: 'COMPLETED' } })
    assert.equal(renamed.title, 'New')
    assert.equal(renamed.state, 'COMPLETED')
    assert.deepEqual([renamed.description, renamed.location], ['long', 'Room 2, 2nd floor'])
    assert.deepEqual(
      renamed.tags.map(each => each.id),
      [tag.id],
    )
    assert.deepEqual(await ann.schedules.update({ params, body: {} }), renamed)
    const cleared = await ann.schedules.update({ params, body: { description: null, tag_ids: null } })
    assert.deepEqual([cleared.description, cleared.location], [null, 'Room 2, 2nd floor'])
    const nowhere = await ann.schedules.update({ params, body: { location: null } })
    assert.equal(nowhere.location, null)
    assert.deepEqual(cleared.tags, [])
    for (const name of ['title', 'start_time', 'end_time', 'timezone', 'state']) {
      await rejectsWith(ann.schedules.update({ params, body: { [name]: null } }), 422, new RegExp(name))
    }
  })

  it('treats null as absent for a field with a default', async () => {
    const empty = {
      description: null,
      timezone: null,
      recurrence_rule: null,
      recurrence_end: null,
      state: null,
      tag_ids: null,
      visibility: null,
      create_todo_options: null,
    }
    const created = await add(ann, 'Nulls', HOUR.start_time, HOUR.end_time, empty)
    assert.equal(created.timezone, 'UTC')
    assert.equal(created.state, 'PLANNED')
  })

  it('rejects tags of others', async () => {
    const bob = await someone()
    const group = await bob.tags.createGroup({ body: { name: 'G', color: BLUE } })
    const tag = await bob.tags.create({ body: { name: 't', color: BLUE, group_id: group.id } })
    const { id } = await add(ann, 'x', HOUR.start_time, HOUR.end_time)
    for (const tag_ids of [[MISSING], [tag.id]]) {
      await rejectsWith(add(ann, 'x', HOUR.start_time, HOUR.end_time, { tag_ids }), 400, /tags/)
      await rejectsWith(ann.schedules.update({ params: { schedule_id: id }, body: { tag_ids } }), 400, /tags/)
    }
  })

  it('deletes a schedule', async () => {
    const { id } = await add(ann, 'x', HOUR.start_time, HOUR.end_time)
    const params = { schedule_id: id }
    assert.deepEqual(await ann.schedules.remove({ params }), { ok: true })
    await rejectsWith(ann.schedules.get({ params }), 404, /^Schedule not found\.$/)
    await rejectsWith(ann.schedules.update({ params, body: { title: 'y' } }), 404)
    await rejectsWith(ann.schedules.remove({ params }), 404)
  })

  it('lists what overlaps the half-open range, by start', async () => {
    const who = await someone()
    await add(who, 'ends at the start', '2026-05-01T08:00Z', '2026-05-01T10:00Z')
    await add(who, 'starts at the end', '2026-05-01T12:00Z', '2026-05-01T13:00Z')
    await add(who, 'inside', '2026-05-01T11:00Z', '2026-05-01T11:30Z')
    await add(who, 'around', '2026-04-01T00:00Z', '2026-06-01T00:00Z')
    await add(who, 'around for years', '2016-04-01T00:00Z', '2036-06-01T00:00Z')
    await add(who, 'into', '2026-05-01T09:00Z', '2026-05-01T10:00:00.001Z')
    await add(who, 'out of', '2026-05-01T11:59:59.999Z', '2026-05-01T14:00Z')
    await add(who, 'an instant at the start', '2026-05-01T10:00Z', '2026-05-01T10:00Z')
    await add(who, 'an instant at the end', '2026-05-01T12:00Z', '2026-05-01T12:00Z')
    assert.deepEqual(await titles(who, '2026-05-01T10:00Z', '2026-05-01T12:00Z'), [
      'around for years',
      'around',
      'into',
      'an instant at the start',
      'inside',
      'out of',
    ])
    assert.deepEqual(await titles(who, '2026-05-01T10:00Z', '2026-05-01T10:00Z'), [])
  })

  it("treats dates as midnights in the request's zone", async () => {
    const who = await someone()
    await add(who, 'late in Seoul', '2026-05-01T14:30Z', '2026-05-01T14:45Z')
    await add(who, 'early in Seoul', '2026-05-01T15:00Z', '2026-05-01T15:15Z')
    const zone = { timezone: 'Asia/Seoul' }
    assert.deepEqual(await titles(who, '2026-05-01', '2026-05-02', zone), ['late in Seoul'])
    assert.deepEqual(await titles(who, '2026-05-02', '2026-05-03', zone), ['early in Seoul'])
  })

  it('requires a range that is not reversed and at most 400 days long', async () => {
    const list = (query: object) =>
      ann.schedules.list({ query: query as { start_date: string; end_date: string } })
    await rejectsWith(list({ start_date: '2026-01-01' }), 422, /end_date/)
    await rejectsWith(list({ end_date: '2026-01-01' }), 422, /start_date/)
    await rejectsWith(list({ start_date: '2026-01-02', end_date: '2026-01-01' }), 422, /end_date/)
    await rejectsWith(list({ start_date: '2026-01-01', end_date: '2027-02-06' }), 422, /400 days/)
    await rejectsWith(list({ start_date: 'soon', end_date: '2027-02-06' }), 422, /start_date/)
    await list({ start_date: '2026-01-01', end_date: '2027-02-05' })
    // The limit counts days in the requested zone. These 400 days are an hour longer, because they begin in summer
    // time and end in winter time.
    await list({ start_date: '2026-10-15', end_date: '2027-11-19', timezone: 'America/New_York' })
    await rejectsWith(
      list({ start_date: '2026-10-15', end_date: '2027-11-20', timezone: 'America/New_York' }),
      422,
    )
  })

  it('filters by all tags, by any group, and by both', async () => {
    const who = await someone()
    const work = await who.tags.createGroup({ body: { name: 'work', color: BLUE } })
    const home = await who.tags.createGroup({ body: { name: 'home', color: BLUE } })
    const tag = async (name: string, group_id: string) =>
      (await who.tags.create({ body: { name, color: BLUE, group_id } })).id
    const [a, b, c] = [await tag('a', work.id), await tag('b', work.id), await tag('c', home.id)]
    const at = (hour: number) => `2026-05-01T0${hour}:00Z`
    await add(who, 'none', at(1), at(2))
    await add(who, 'a', at(2), at(3), { tag_ids: [a] })
    await add(who, 'ab', at(3), at(4), { tag_ids: [a, b] })
    await add(who, 'ac', at(4), at(5), { tag_ids: [a, c] })
    await add(who, 'c daily', at(5), at(6), { tag_ids: [c], recurrence_rule: 'FREQ=DAILY;COUNT=1' })
    const list = (filter: object) => titles(who, '2026-05-01', '2026-05-02', filter)
    assert.deepEqual(await list({}), ['none', 'a', 'ab', 'ac', 'c daily'])
    assert.deepEqual(await list({ tag_ids: [a] }), ['a', 'ab', 'ac'])
    assert.deepEqual(await list({ tag_ids: [a, b] }), ['ab'])
    assert.deepEqual(await list({ group_ids: [home.id] }), ['ac', 'c daily'])
    assert.deepEqual(await list({ group_ids: [home.id, work.id] }), ['a', 'ab', 'ac', 'c daily'])
    assert.deepEqual(await list({ tag_ids: [a], group_ids: [home.id] }), ['ac'])
    assert.deepEqual(await list({ tag_ids: [MISSING] }), [])
    await rejectsWith(list({ tag_ids: ['x'] }), 422, /tag_ids/)
  })
})
