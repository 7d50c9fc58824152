import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { Calendar } from '@daymark/contract/planning/calendar'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'

const BLUE = '#4F86C6'
const FIELDS = `date events { id title description location startAt endAt createdAt isRecurring parentId instanceStart
  tags { id name color description groupId createdAt updatedAt } }`
const QUERY = `query ($startDate: Date!, $endDate: Date!, $tagFilter: TagFilterInput, $timezone: String, $scope: Scope) {
  calendar(startDate: $startDate, endDate: $endDate, tagFilter: $tagFilter, timezone: $timezone, scope: $scope) {
    days { ${FIELDS} } } }`

forEachStorage('calendar', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let statements = 0
  let people = 0

  before(async () => {
    server = await startTestApp(await open({ observe: () => statements++ }))
  })
  after(() => server.close())

  const someone = (claims: object = {}) => server.as(`person-${++people}`, { ...claims })
  const add = (who: Client, title: string, start_time: string, end_time: string, more: object = {}) =>
    who.schedules.create({ body: { title, start_time, end_time, ...more } })

  async function days(who: Client, variables: object): Promise<Calendar['days']> {
    const { data, errors } = await who.calendar.query({ body: { query: QUERY, variables: { ...variables } } })
    assert.equal(errors, undefined)
    const calendar = data?.['calendar'] as Calendar | undefined
    return calendar?.days ?? []
  }
  const titles = async (who: Client, variables: object) =>
    Object.fromEntries(
      (await days(who, variables)).map(day => [day.date, day.events.map(event => event.title)]),
    )
  const may = (from: number, to: number) => ({ startDate: `2026-05-0${from}`, endDate: `2026-05-0${to}` })

  it('returns every date with its day, and every field of an event', async () => {
    const ann = await someone()
    const group = await ann.tags.createGroup({ body: { name: 'G', color: BLUE } })
    const tag = await ann.tags.create({ body: { name: 't', color: BLUE, group_id: group.id } })
    const made = await add(ann, 'One', '2026-05-02T10:00Z', '2026-05-02T11:00Z', {
      description: 'd',
      location: 'l',
      tag_ids: [tag.id],
    })
    const [first, second, third] = await days(ann, { ...may(1, 3), timezone: 'Asia/Seoul' })
    assert.deepEqual(first, { date: '2026-05-01', events: [] })
    assert.deepEqual(third, { date: '2026-05-03', events: [] })
    assert.equal(second?.events.length, 1)
    const event = second?.events[0]
    const seoul = await ann.schedules.get({
      params: { schedule_id: made.id },
      query: { timezone: 'Asia/Seoul' },
    })
    assert.deepEqual(event, {
      id: made.id,
      title: 'One',
      description: 'd',
      location: 'l',
      startAt: '2026-05-02T19:00:00+09:00',
      endAt: '2026-05-02T20:00:00+09:00',
      createdAt: seoul.created_at,
      isRecurring: false,
      parentId: null,
      instanceStart: null,
      tags: [
        {
          id: tag.id,
          name: 't',
          color: BLUE,
          description: null,
          groupId: group.id,
          createdAt: seoul.tags[0]?.created_at,
          updatedAt: seoul.tags[0]?.updated_at,
        },
      ],
    })
  })

  itOnce('shows occurrences like the list does, including moved ones', async () => {
    const ann = await someone()
    const { id } = await add(ann, 'Daily', '2026-05-01T09:00Z', '2026-05-01T10:00Z', {
      recurrence_rule: 'FREQ=DAILY',
    })
    const params = { schedule_id: id }
    await ann.schedules.remove({ params, query: { instance_start: '2026-05-02T09:00Z' } })
    await ann.schedules.update({
      params,
      query: { instance_start: '2026-05-03T09:00Z' },
      body: { title: 'Moved', start_time: '2026-05-04T20:00Z', end_time: '2026-05-05T02:00Z' },
    })
    assert.deepEqual(await titles(ann, may(1, 5)), {
      '2026-05-01': ['Daily'],
      '2026-05-02': [],
      '2026-05-03': [],
      '2026-05-04': ['Daily', 'Moved'],
      '2026-05-05': ['Moved', 'Daily'],
    })
    const moved = (await days(ann, may(4, 4)))[0]?.events[1]
    const listed = await ann.schedules.list({ query: { start_date: '2026-05-04', end_date: '2026-05-05' } })
    assert.equal(moved?.id, listed[1]?.id)
    assert.equal(moved?.isRecurring, true)
    assert.equal(moved?.parentId, id)
    assert.equal(moved?.instanceStart, '2026-05-03T09:00:00Z')
  })

  itOnce('writes every kind of event like graphql-js, which answers queries with introspection', async () => {
    const ann = await someone()
    const group = await ann.tags.createGroup({ body: { name: 'G', color: BLUE } })
    const tag_ids = [(await ann.tags.create({ body: { name: '"ü"\n', color: BLUE, group_id: group.id } })).id]
    const daily = { recurrence_rule: 'FREQ=DAILY;COUNT=4' }
    const series = await add(ann, 'Say "hi" \\ 안녕', '2026-05-01T00:00Z', '2026-05-01T01:00Z', {
      ...daily,
      tag_ids,
    })
    await add(ann, 'All day', '2026-05-01', '2026-05-02', { all_day: true, ...daily })
    await add(ann, 'One date', '2026-05-02', '2026-05-04', { all_day: true })
    await add(ann, 'Single', '2026-05-01T23:00Z', '2026-05-03T02:00Z', { tag_ids })
    const params = { schedule_id: series.id }
    const change = (day: number, body: object) =>
      ann.schedules.update({
        params,
        query: { instance_start: `2026-05-0${day}T00:00Z`, apply_to: 'this' },
        body,
      })
    await change(2, { title: 'Changed', tag_ids: [] })
    await change(3, { start_time: '2026-05-03T05:00Z', end_time: '2026-05-03T06:00Z' })
    const calendar = `calendar(startDate: "2026-04-30", endDate: "2026-05-05", timezone: "America/New_York") {
      __typename isComplete days { when: date events { __typename allDay id title description location startAt endAt
        startDate endDate createdAt again: createdAt isRecurring parentId instanceStart subscriptionId tags { name id kind: __typename } } } }`
    const ask = async (query: string) => {
      const { data, errors } = await ann.calendar.query({ body: { query } })
      assert.equal(errors, undefined)
      return JSON.stringify(data?.['calendar'])
    }
    const written = await ask(`{ ${calendar} }`)
    assert.equal(written, await ask(`{ __schema { queryType { name } } ${calendar} }`))
    assert.match(written, /Changed/)
    assert.match(written, /"startDate":"2026-05-02"/)
  })

  itOnce('has days of 23 and 25 hours when DST changes', async () => {
    const ann = await someone()
    await add(ann, 'late', '2026-03-09T03:30Z', '2026-03-09T03:45Z')
    const zone = { timezone: 'America/New_York' }
    assert.deepEqual(await titles(ann, { startDate: '2026-03-08', endDate: '2026-03-09', ...zone }), {
      '2026-03-08': ['late'],
      '2026-03-09': [],
    })
    await add(ann, 'later', '2026-03-09T04:00Z', '2026-03-09T04:00Z')
    assert.deepEqual(await titles(ann, { startDate: '2026-03-08', endDate: '2026-03-09', ...zone }), {
      '2026-03-08': ['late'],
      '2026-03-09': ['later'],
    })
  })

  it('filters by all tags and by any group', async () => {
    const ann = await someone()
    const make = async (name: string) => {
      const group = await ann.tags.createGroup({ body: { name, color: BLUE } })
      const tag = await ann.tags.create({ body: { name, color: BLUE, group_id: group.id } })
      return { group: group.id, tag: tag.id }
    }
    const [a, b] = [await make('a'), await make('b')]
    await add(ann, 'none', '2026-05-01T01:00Z', '2026-05-01T02:00Z')
    await add(ann, 'a', '2026-05-01T02:00Z', '2026-05-01T03:00Z', { tag_ids: [a.tag] })
    await add(ann, 'ab', '2026-05-01T03:00Z', '2026-05-01T04:00Z', { tag_ids: [a.tag, b.tag] })
    const list = async (tagFilter: object | null) =>
      (await titles(ann, { ...may(1, 1), tagFilter }))['2026-05-01']
    assert.deepEqual(await list(null), ['none', 'a', 'ab'])
    assert.deepEqual(await list({}), ['none', 'a', 'ab'])
    assert.deepEqual(await list({ tagIds: [a.tag.toUpperCase()] }), ['a', 'ab'])
    assert.deepEqual(await list({ tagIds: [a.tag, b.tag] }), ['ab'])
    assert.deepEqual(await list({ groupIds: [a.group, b.group] }), ['a', 'ab'])
    assert.deepEqual(await list({ tagIds: [a.tag], groupIds: [b.group] }), ['ab'])
  })

  it('shows by scope what is mine, shared with me, or both', async () => {
    const [ann, bob] = [await someone(), await someone()]
    await add(bob, 'private', '1990-05-01T01:00Z', '1990-05-01T02:00Z')
    await add(bob, 'shared', '1990-05-01T03:00Z', '1990-05-01T04:00Z', {
      visibility: { level: 'public' },
      recurrence_rule: 'FREQ=DAILY;COUNT=2',
    })
    await add(ann, 'mine', '1990-05-01T05:00Z', '1990-05-01T06:00Z')
    const range = { startDate: '1990-05-01', endDate: '1990-05-02' }
    assert.deepEqual(await titles(ann, range), { '1990-05-01': ['mine'], '1990-05-02': [] })
    assert.deepEqual(await titles(ann, { ...range, scope: 'SHARED' }), {
      '1990-05-01': ['shared'],
      '1990-05-02': ['shared'],
    })
    assert.deepEqual(await titles(ann, { ...range, scope: 'ALL' }), {
      '1990-05-01': ['shared', 'mine'],
      '1990-05-02': ['shared'],
    })
  })

  it('reads once, however much data and however many calendars are requested', async () => {
    const ann = await someone()
    const group = await ann.tags.createGroup({ body: { name: 'G', color: BLUE } })
    const tag = await ann.tags.create({ body: { name: 't', color: BLUE, group_id: group.id } })
    const fill = async (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const rule = at % 3 === 0 ? { recurrence_rule: 'FREQ=DAILY' } : {}
        const { id } = await add(ann, `${at}`, '2026-05-01T09:00Z', '2026-05-01T10:00Z', {
          ...rule,
          tag_ids: [tag.id],
        })
        if (at % 6) continue
        const query = { instance_start: '2026-05-01T09:00Z' }
        await ann.schedules.update({ params: { schedule_id: id }, query, body: { tag_ids: [tag.id] } })
      }
    }
    const count = async (query: string) => {
      // Refreshes the session cache, so that no recheck adds a statement to the count.
      await ann.users.me()
      statements = 0
      const { errors } = await ann.calendar.query({ body: { query } })
      assert.equal(errors, undefined)
      return statements
    }
    const one = `{ calendar(startDate: "2026-05-01", endDate: "2026-05-31") { days { ${FIELDS} } } }`
    const many = `{ ${[1, 2, 3, 4, 5]
      .map(
        day =>
          `c${day}: calendar(startDate: "2026-0${day}-01", endDate: "2026-0${day}-20", scope: MINE) { days { date events { id } } }`,
      )
      .join(' ')} }`
    await fill(0, 3)
    assert.equal(await count(one), 1)
    await fill(3, 60)
    assert.equal(await count(one), 1)
    assert.equal(await count(many), 1)
    // For items of other people, one more statement reads the viewer's profile.
    assert.equal(await count(one.replace('"2026-05-31"', '"2026-05-31", scope: ALL')), 2)
  })

  itOnce('keeps the calendars of one query separate', async () => {
    const ann = await someone()
    await add(ann, 'May', '2026-05-01T09:00Z', '2026-05-01T10:00Z')
    await add(ann, 'June', '2026-06-01T09:00Z', '2026-06-01T10:00Z')
    const { data } = await ann.calendar.query({
      body: {
        query: `{
          may: calendar(startDate: "2026-05-01", endDate: "2026-05-01") { days { events { title } } }
          june: calendar(startDate: "2026-06-01", endDate: "2026-06-01") { days { events { title } } }
          both: calendar(startDate: "2026-05-31", endDate: "2026-06-01") { days { events { title } } } }`,
      },
    })
    const on = (...names: string[]) => ({ events: names.map(title => ({ title })) })
    assert.deepEqual(data, {
      may: { days: [on('May')] },
      june: { days: [on('June')] },
      both: { days: [on(), on('June')] },
    })
  })
})
