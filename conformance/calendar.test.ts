// Covers the calendar over GraphQL. calendars.test.ts covers feeds, imports and subscriptions.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTarget, type Target } from './target.ts'

interface Event {
  id: string
  title: string
  isRecurring: boolean
  parentId: string | null
  instanceStart: string | null
}
interface Answer {
  data?: { calendar: { days: { date: string; events: Event[] }[] } } | null
  errors?: { message: string }[]
}

const QUERY = `query ($startDate: Date!, $endDate: Date!, $tagFilter: TagFilterInput, $timezone: String, $scope: Scope) {
  calendar(startDate: $startDate, endDate: $endDate, tagFilter: $tagFilter, timezone: $timezone, scope: $scope) {
    days { date events { id title description location startAt endAt createdAt isRecurring parentId instanceStart
      tags { id name color description groupId createdAt updatedAt } } } } }`

describe('the calendar', () => {
  let target: Target
  let token: string
  before(async () => {
    target = await openTarget()
    token = await target.token('calendar-person')
  })
  after(() => target.stop())

  const ask = (body: unknown) => target.request<Answer>('/v1/graphql', { method: 'POST', token, body })
  const add = async (title: string, start_time: string, end_time: string, more: object = {}) =>
    (
      await target.request<{ id: string }>('/v1/schedules', {
        method: 'POST',
        token,
        body: { title, start_time, end_time, ...more },
      })
    ).body.id
  async function days(variables: object) {
    const { status, body } = await ask({ query: QUERY, variables })
    assert.equal(status, 200)
    assert.equal(body.errors, undefined)
    return body.data?.calendar.days ?? []
  }
  const titles = async (variables: object) =>
    (await days(variables)).map(day => [day.date, ...day.events.map(event => event.title)])

  it('every date of the range has a Day, and an event appears on each day that it overlaps', async () => {
    await add('long', '2030-05-01T22:00:00Z', '2030-05-03T00:00:00Z')
    await add('instant', '2030-05-03T00:00:00Z', '2030-05-03T00:00:00Z')
    assert.deepEqual(await titles({ startDate: '2030-05-01', endDate: '2030-05-04' }), [
      ['2030-05-01', 'long'],
      ['2030-05-02', 'long'],
      ['2030-05-03', 'instant'],
      ['2030-05-04'],
    ])
  })

  it('days begin at midnight in the requested time zone', async () => {
    await add('late', '2031-05-01T16:00:00Z', '2031-05-01T17:00:00Z')
    const range = { startDate: '2031-05-01', endDate: '2031-05-02' }
    assert.deepEqual(await titles({ ...range, timezone: 'Asia/Seoul' }), [
      ['2031-05-01'],
      ['2031-05-02', 'late'],
    ])
    assert.deepEqual(await titles(range), [['2031-05-01', 'late'], ['2031-05-02']])
  })

  it('an occurrence is recurring and has its series and original start', async () => {
    const id = await add('daily', '2032-05-01T09:00:00Z', '2032-05-01T10:00:00Z', {
      recurrence_rule: 'FREQ=DAILY;COUNT=2',
    })
    const [, second] = await days({ startDate: '2032-05-01', endDate: '2032-05-02' })
    const event = second?.events[0]
    assert.deepEqual(
      [event?.isRecurring, event?.parentId, event?.instanceStart],
      [true, id, '2032-05-02T09:00:00Z'],
    )
    const [, again] = await days({ startDate: '2032-05-01', endDate: '2032-05-02' })
    assert.equal(again?.events[0]?.id, event?.id)
  })

  it('errors in the query have status 200; errors of the request have the same status as in REST', async () => {
    for (const variables of [
      { startDate: '2030-05-02', endDate: '2030-05-01' },
      { startDate: '2030-01-01', endDate: '2032-01-01' },
      { startDate: '2030-05-01', endDate: '2030-05-01', timezone: 'Nowhere/At_All' },
      { startDate: 'May', endDate: '2030-05-01' },
    ]) {
      const { status, body } = await ask({ query: QUERY, variables })
      assert.equal(status, 200)
      assert.ok(body.errors && body.errors.length > 0, JSON.stringify(variables))
    }
    assert.equal((await ask({})).status, 422)
    assert.equal((await ask('{')).status, 422)
    const anonymous = await target.request('/v1/graphql', { method: 'POST', body: { query: QUERY } })
    assert.equal(anonymous.status, 401)
    const type = { 'content-type': 'text/plain' }
    const text = await target.request('/v1/graphql', { method: 'POST', token, body: 'x', headers: type })
    assert.equal(text.status, 415)
  })

  it('the size of a query is limited', async () => {
    const deep = `{ __schema { types { ${'ofType { '.repeat(40)} name ${'} '.repeat(40)} } } }`
    assert.ok((await ask({ query: deep })).body.errors)
    const field = 'calendar(startDate: "2030-01-01", endDate: "2030-01-01") { days { date } }'
    const wide = `{ ${Array.from({ length: 200 }, (_, at) => `a${at}: ${field}`).join(' ')} }`
    assert.ok((await ask({ query: wide })).body.errors)
  })

  it('tagIds requires all tags, groupIds a tag of any group; if both are given, both apply', async () => {
    const post = async (path: string, body: object) =>
      (await target.request<{ id: string }>(path, { method: 'POST', token, body })).body.id
    const color = '#112233'
    const groups = [
      await post('/v1/tags/groups', { name: 'One', color }),
      await post('/v1/tags/groups', { name: 'Two', color }),
    ]
    const [a, b, c] = [
      await post('/v1/tags', { name: 'a', color, group_id: groups[0] }),
      await post('/v1/tags', { name: 'b', color, group_id: groups[0] }),
      await post('/v1/tags', { name: 'c', color, group_id: groups[1] }),
    ]
    const times = ['2034-01-01T09:00:00Z', '2034-01-01T10:00:00Z'] as const
    await add('a', ...times, { tag_ids: [a] })
    await add('ab', ...times, { tag_ids: [a, b] })
    await add('bc', ...times, { tag_ids: [b, c] })
    for (const [tagFilter, found] of [
      [{ tagIds: [a] }, ['a', 'ab']],
      [{ tagIds: [a, b] }, ['ab']],
      [{ groupIds: [groups[1]] }, ['bc']],
      [{ groupIds: groups }, ['a', 'ab', 'bc']],
      [{ tagIds: [b], groupIds: [groups[1]] }, ['bc']],
    ] as const) {
      const [day] = await titles({ startDate: '2034-01-01', endDate: '2034-01-01', tagFilter })
      assert.deepEqual(day?.slice(1).sort(), found)
    }
  })

  it('an event that ends at 00:00 is not on that day; a zero-length event is on its day', async () => {
    await add('until midnight', '2034-03-01T22:00:00Z', '2034-03-02T00:00:00Z')
    await add('instant', '2034-03-02T00:00:00Z', '2034-03-02T00:00:00Z')
    assert.deepEqual(await titles({ startDate: '2034-03-01', endDate: '2034-03-02' }), [
      ['2034-03-01', 'until midnight'],
      ['2034-03-02', 'instant'],
    ])
  })

  it('scope MINE is the default; SHARED and ALL include shared events of others', async () => {
    const other = await target.token('calendar-other')
    const times = { start_time: '2034-05-01T09:00:00Z', end_time: '2034-05-01T10:00:00Z' }
    for (const [title, level] of [
      ['open', 'public'],
      ['closed', 'private'],
    ]) {
      const body = { title, ...times, visibility: { level } }
      await target.request('/v1/schedules', { method: 'POST', token: other, body })
    }
    await add('mine', times.start_time, times.end_time)
    const range = { startDate: '2034-05-01', endDate: '2034-05-01' }
    for (const [scope, found] of [
      [undefined, ['mine']],
      ['MINE', ['mine']],
      ['SHARED', ['open']],
      ['ALL', ['mine', 'open']],
    ] as const)
      assert.deepEqual((await titles({ ...range, scope }))[0]?.slice(1).sort(), found)
  })
})
