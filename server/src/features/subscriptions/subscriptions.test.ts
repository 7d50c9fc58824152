import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { LOCAL_RECEIVERS } from '../../../test/support/webhook-receiver.ts'

const CALENDAR = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:weekly
DTSTART;TZID=Asia/Seoul:20260105T090000
DTEND;TZID=Asia/Seoul:20260105T100000
RRULE:FREQ=WEEKLY;COUNT=3
SUMMARY:Weekly
END:VEVENT
BEGIN:VEVENT
UID:weekly
RECURRENCE-ID;TZID=Asia/Seoul:20260112T090000
DTSTART;TZID=Asia/Seoul:20260112T130000
DTEND;TZID=Asia/Seoul:20260112T140000
SUMMARY:Weekly later
LOCATION:Room 2
END:VEVENT
BEGIN:VEVENT
UID:floating
DTSTART:20260106T080000
DTEND:20260106T083000
SUMMARY:Floating
TRANSP:TRANSPARENT
END:VEVENT
BEGIN:VEVENT
UID:day
DTSTART;VALUE=DATE:20260107
SUMMARY:Whole day
END:VEVENT
END:VCALENDAR
`

forEachStorage('subscriptions', open => {
  let server: EmbeddedApp
  let answer: { status: number; body: string }
  let asked: IncomingHttpHeaders[]
  const remote = createServer((request, response) => {
    asked.push(request.headers)
    const known = request.headers['if-none-match'] === '"one"' && answer.status === 200
    response.writeHead(known ? 304 : answer.status, { etag: '"one"' }).end(known ? '' : answer.body)
  })
  let url = ''
  before(async () => {
    await new Promise<void>(listening => remote.listen(0, '127.0.0.1', listening))
    url = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/calendar.ics`
    server = await startEmbedded(await open(), LOCAL_RECEIVERS)
  })
  after(async () => {
    await server.close()
    remote.close()
  })

  it('are read by the job queue with an ETag, and shown in lists and GraphQL until they are deleted', async () => {
    asked = []
    answer = { status: 200, body: CALENDAR }
    const { client } = await server.join()
    await client.users.updatePreferences({ body: { timezone: 'Asia/Seoul' } })
    const made = await client.subscriptions.create({ body: { url, name: 'Team', refresh_minutes: 15 } })
    assert.equal(made.last_attempt_at, null)
    const params = { subscription_id: made.id }
    await server.app.jobs.drain()
    const read = await client.subscriptions.get({ params })
    assert.deepEqual([read.error, read.events], [null, 3])

    const window = { start_date: '2026-01-01', end_date: '2026-02-01', timezone: 'Asia/Seoul' }
    const list = (query: object = {}) =>
      client.schedules.list({ query: { ...window, include_subscriptions: true, ...query } })
    const all = await list()
    assert.deepEqual(
      all.map(each => `${each.start_time.slice(5, 16)} ${each.title} ${each.is_free}`),
      [
        '01-05T09:00 Weekly false',
        '01-06T08:00 Floating true',
        '01-07T00:00 Whole day false',
        '01-12T13:00 Weekly later false',
        '01-19T09:00 Weekly false',
      ],
    )
    assert.deepEqual(
      all.map(each => each.location),
      [null, null, null, 'Room 2', null],
    )
    assert.deepEqual(new Set(all.map(each => each.subscription_id)), new Set([made.id]))
    assert.deepEqual(await client.schedules.list({ query: window }), [])
    assert.deepEqual((await list({ limit: 2 })).length, 2)
    const graph = await client.calendar.query({
      body: {
        query: `{ calendar(startDate: "2026-01-05", endDate: "2026-01-05", timezone: "Asia/Seoul",
          includeSubscriptions: true) { days { events { title subscriptionId } } } }`,
      },
    })
    assert.deepEqual(JSON.parse(JSON.stringify(graph)).data.calendar.days[0].events, [
      { title: 'Weekly', subscriptionId: made.id },
    ])
    assert.deepEqual(
      await (await server.join()).client.schedules.list({
        query: { ...window, include_subscriptions: true },
      }),
      [],
    )

    server.clock.advance(15 * 60_000)
    await server.app.jobs.drain()
    assert.deepEqual(
      asked.map(headers => headers['if-none-match']),
      [undefined, '"one"'],
    )
    const unchanged = await client.subscriptions.get({ params })
    assert.ok(Date.parse(unchanged.last_success_at ?? '') > Date.parse(read.last_success_at ?? ''))

    answer = { status: 503, body: '' }
    const failed = await client.subscriptions.refresh({ params })
    assert.match(failed.error ?? '', /status 503/)
    assert.equal(failed.last_success_at, unchanged.last_success_at)
    assert.equal((await list()).length, 5, 'the entries of the last success stay')
    answer = {
      status: 200,
      body: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nSUMMARY:No start\nEND:VEVENT\nEND:VCALENDAR',
    }
    await client.subscriptions.update({ params, body: { url: `${url}?broken` } })
    assert.match((await client.subscriptions.refresh({ params })).error ?? '', /can be read.* line 2/)
    answer = { status: 200, body: CALENDAR.slice(0, CALENDAR.indexOf('BEGIN:VEVENT')) }
    assert.match((await client.subscriptions.refresh({ params })).error ?? '', /incomplete/)
    answer = { status: 200, body: 'no calendar' }
    await client.subscriptions.update({ params, body: { url: `${url}?x` } })
    assert.match((await client.subscriptions.refresh({ params })).error ?? '', /not a calendar/)
    assert.deepEqual(await list(), [])
    assert.deepEqual(await client.subscriptions.remove({ params }), { ok: true })
  })

  it('refuse private addresses and short intervals, and hide entries from tokens without the scope', async () => {
    answer = { status: 200, body: CALENDAR }
    const { client } = await server.join()
    const create = (body: object) => client.subscriptions.create({ body: { url, name: 'x', ...body } })
    await rejectsWith(create({ url: 'http://10.0.0.1/a.ics' }), 422, /public Internet/)
    await rejectsWith(create({ url: 'ftp://example.org/a.ics' }), 422)
    await rejectsWith(create({ refresh_minutes: 14 }), 422)
    const { id } = await create({})
    await rejectsWith(
      (await server.join()).client.subscriptions.get({ params: { subscription_id: id } }),
      404,
    )
    await server.app.jobs.drain()
    const { token } = await client.tokens.create({ body: { name: 'x', scopes: ['schedules:read'] } })
    const query = { start_date: '2026-01-01', end_date: '2026-02-01', include_subscriptions: true }
    assert.deepEqual(await server.bearer(token).schedules.list({ query }), [])
    assert.equal((await client.schedules.list({ query })).length, 5)
  })
})
