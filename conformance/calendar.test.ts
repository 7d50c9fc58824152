// The interface, sentence by sentence: the calendar over GraphQL.
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
    days { date events { id title description startAt endAt createdAt isRecurring parentId instanceStart
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

  it('every date of the range has a Day, and an event is on each day that it overlaps', async () => {
    await add('long', '2030-05-01T22:00:00Z', '2030-05-03T00:00:00Z')
    await add('instant', '2030-05-03T00:00:00Z', '2030-05-03T00:00:00Z')
    assert.deepEqual(await titles({ startDate: '2030-05-01', endDate: '2030-05-04' }), [
      ['2030-05-01', 'long'],
      ['2030-05-02', 'long'],
      ['2030-05-03', 'instant'],
      ['2030-05-04'],
    ])
  })

  it('days are days of the zone', async () => {
    await add('late', '2031-05-01T16:00:00Z', '2031-05-01T17:00:00Z')
    const range = { startDate: '2031-05-01', endDate: '2031-05-02' }
    assert.deepEqual(await titles({ ...range, timezone: 'Asia/Seoul' }), [
      ['2031-05-01'],
      ['2031-05-02', 'late'],
    ])
    assert.deepEqual(await titles(range), [['2031-05-01', 'late'], ['2031-05-02']])
  })

  it('an occurrence is recurring and names its series and original start', async () => {
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

  it('errors of the query come with status 200, those of the transport as in REST', async () => {
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
})
