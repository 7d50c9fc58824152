import assert from 'node:assert/strict'
import { after, before, it, test } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor, openFreshSqlite } from '../../../test/support/storages.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { firstOf, parseCalendar } from '../icalendar/text/content-line.ts'
import { timerStore } from '../timers/store.ts'
import { feedService } from './service.ts'

const HOUR = 3_600_000

forEachStorage('feeds', (open, name) => {
  const itOnce = onceFor(name)
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
  })
  after(() => server.close())

  const iso = (ms: number) => new Date(server.clock.now() + ms).toISOString()
  const fetchFeed = async (url: string, headers: Record<string, string> = {}) => {
    const response = await server.fetch(new URL(url).pathname, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const eventsIn = (text: string) =>
    parseCalendar(text).components.filter(each => each.name === 'VEVENT' || each.name === 'VTODO')
  const summaries = (text: string) =>
    eventsIn(text).map(each => `${each.name} ${firstOf(each, 'SUMMARY')?.value}`)
  const addSchedule = (client: Client, title: string, more: object = {}) =>
    client.schedules.create({
      body: { title, start_time: iso(HOUR), end_time: iso(2 * HOUR), timezone: 'Asia/Seoul', ...more },
    })

  it('contain schedules, todos, timers and holidays, filtered by tags and days, and answer 304', async () => {
    const { client } = await server.join()
    await client.users.updatePreferences({ body: { timezone: 'Asia/Seoul', holiday_country: 'KR' } })
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const tag = await client.tags.create({ body: { name: '업무', color: '#112233', group_id: group.id } })
    const daily = {
      recurrence_rule: 'FREQ=DAILY;COUNT=3',
      tag_ids: [tag.id],
      description: 'Notes; with, marks',
      location: '서울, 2층',
    }
    await addSchedule(client, '회의 🎉', daily)
    await addSchedule(client, 'Private')
    await addSchedule(client, 'Far away', { start_time: iso(40 * 24 * HOUR), end_time: iso(41 * 24 * HOUR) })
    await client.todos.create({ body: { title: 'Report', tag_group_id: group.id, deadline: iso(HOUR) } })

    const all = await client.feeds.create({
      body: { name: '내 달력', contents: ['schedules', 'todos', 'holidays'], future_days: 30, past_days: 0 },
    })
    assert.match(all.url, /\/feeds\/[\w-]{43}\.ics$/)
    assert.equal(all.webcal_url, all.url.replace(/^http:/, 'webcal:'))
    const first = await fetchFeed(all.url)
    assert.equal(first.status, 200)
    assert.equal(first.headers.get('content-type'), 'text/calendar; charset=utf-8')
    assert.equal(
      first.headers.get('content-disposition'),
      `attachment; filename="calendar.ics"; filename*=UTF-8''${encodeURIComponent('내 달력')}.ics`,
    )
    assert.match(first.text, /\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n/)
    assert.match(first.text, /\r\nBEGIN:VTIMEZONE\r\nTZID:Asia\/Seoul\r\n/)
    assert.ok(first.text.split('\r\n').every(line => Buffer.byteLength(line) <= 75))
    const shown = summaries(first.text)
    assert.deepEqual(
      shown.filter(each => !/신정|새해|설날|삼일절/.test(each)),
      ['VEVENT 회의 🎉', 'VEVENT Private', 'VTODO Report'],
      'the deadline of a todo appears once, and the far entry not at all',
    )
    assert.match(first.text, /RRULE:FREQ=DAILY;COUNT=3/)
    assert.match(first.text, /DESCRIPTION:Notes\\; with\\, marks/)
    assert.match(first.text, /LOCATION:서울\\, 2층\r\n/)

    const tag1 = first.headers.get('etag') ?? ''
    assert.equal((await fetchFeed(all.url, { 'if-none-match': tag1 })).status, 304)
    await addSchedule(client, 'New')
    const second = await fetchFeed(all.url, { 'if-none-match': tag1 })
    assert.equal(second.status, 200)
    const params = { feed_id: all.id }
    const only = await client.feeds.update({ params, body: { tag_ids: [tag.id], contents: ['schedules'] } })
    assert.deepEqual([only.tag_ids, only.contents], [[tag.id], ['schedules']])
    const third = await fetchFeed(all.url, { 'if-none-match': second.headers.get('etag') ?? '' })
    assert.deepEqual(summaries(third.text), ['VEVENT 회의 🎉'])
    await client.tags.remove({ params: { tag_id: tag.id } })
    assert.deepEqual(summaries((await fetchFeed(all.url)).text), [], 'a deleted tag never widens a feed')
    assert.notEqual((await client.feeds.get({ params })).last_fetched_at, null)
  })

  it('contain each measured time of a timer, and confirmed meetings of others', async () => {
    const [ann, bob] = [await server.join(), await server.join()]
    const me = await ann.client.users.me()
    const now = server.clock.now()
    const at = (minutes: number) => now - minutes * 60_000
    const history = [
      { action: 'start', at: at(60) },
      { action: 'pause', at: at(50) },
      { action: 'resume', at: at(30) },
    ] as const
    await server.storage.write([me.id], tx =>
      timerStore(tx).insert({
        ...{ id: newId(), owner_id: me.id, schedule_id: null, todo_id: null, title: 'Deep work', version: 0 },
        ...{ description: null, allocated_duration: 0, status: 'RUNNING', started_at: at(60), history },
        ...{ corrected_at: null, created_at: now, updated_at: now },
      }),
    )
    const day = new Date(now + 24 * HOUR).toISOString().slice(0, 10)
    const frame = { start_date: day, end_date: day, available_days: [0, 1, 2, 3, 4, 5, 6] }
    const times = { start_time: '09:00:00', end_time: '12:00:00' }
    const { id: meeting_id } = await bob.client.meetings.create({
      body: { title: 'Planning', ...frame, ...times, visibility: { level: 'public' } },
    })
    const params = { meeting_id }
    await ann.client.meetings.participate({ params, body: { display_name: 'Ann' } })
    const feed = await ann.client.feeds.create({ body: { name: 'A', contents: ['timers', 'meetings'] } })
    const early = await fetchFeed(feed.url)
    assert.deepEqual(summaries(early.text), ['VEVENT Deep work'], 'the running part has no end yet')
    await bob.client.meetings.confirm({ params, body: { slot_date: day, ...times } })
    const late = await fetchFeed(feed.url, { 'if-none-match': early.headers.get('etag') ?? '' })
    assert.deepEqual(summaries(late.text), ['VEVENT Planning', 'VEVENT Deep work'])
    await ann.client.meetings.addToCalendar({ params })
    const both = await ann.client.feeds.create({ body: { name: 'B', contents: ['schedules', 'meetings'] } })
    assert.deepEqual(summaries((await fetchFeed(both.url)).text), ['VEVENT Planning'], 'not twice')
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const tag = await ann.client.tags.create({ body: { name: 'a', color: '#112233', group_id: group.id } })
    await ann.client.feeds.update({ params: { feed_id: both.id }, body: { tag_ids: [tag.id] } })
    assert.deepEqual(summaries((await fetchFeed(both.url)).text), ['VEVENT Planning'], 'the entry has no tag')
    const [entry] = await ann.client.schedules.list({
      query: { start_date: day, end_date: `${day}T23:00:00Z` },
    })
    const ofEntry = { schedule_id: entry?.id ?? '' }
    await ann.client.schedules.update({ params: ofEntry, body: { tag_ids: [tag.id] } })
    assert.deepEqual(summaries((await fetchFeed(both.url)).text), ['VEVENT Planning'], 'not twice')
  })

  it('get another ETag if the operator changes the country of holidays', async () => {
    const { client } = await server.join()
    const { url } = await client.feeds.create({ body: { name: 'A', contents: ['holidays'] } })
    const secret = new URL(url).pathname.replace(/^.*\/|\.ics$/g, '')
    const tagIn = async (homeCountry: string) => {
      const parts = { uow: server.storage, clock: server.clock, version: '1' }
      return (await feedService({ ...parts, homeCountry }).open(secret))?.tag ?? assert.fail()
    }
    assert.equal(await tagIn('KR'), await tagIn('KR'))
    assert.notEqual(await tagIn('KR'), await tagIn('DE'))
  })

  it('contain the current location of an entry that an app stored, once', async () => {
    const { client } = await server.join()
    const stamp = iso(HOUR).replaceAll(/[-:]|\.\d+/g, '')
    const lines = [
      'UID:stored',
      `DTSTAMP:${stamp}`,
      `DTSTART:${stamp}`,
      'SUMMARY:Visit',
      'LOCATION:Seoul',
      'GEO:37.5;127',
    ]
    const body = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
    await client.imports.ics({ body })
    const feed = await client.feeds.create({ body: { name: 'Mine', contents: ['schedules'] } })
    const places = async () => (await fetchFeed(feed.url)).text.match(/^(?:LOCATION|GEO).*$/gm)
    assert.deepEqual(await places(), ['LOCATION:Seoul', 'GEO:37.5;127'])
    const [entry] = await client.schedules.list({ query: { start_date: iso(0), end_date: iso(2 * HOUR) } })
    assert.equal(entry?.location, 'Seoul')
    await client.schedules.update({ params: { schedule_id: entry.id }, body: { location: null } })
    assert.deepEqual(await places(), ['GEO:37.5;127'])
  })

  itOnce('with busy times contain no titles, tags, ids or descriptions', async () => {
    const { client } = await server.join()
    const group = await client.tags.createGroup({ body: { name: 'Secretgroup', color: '#112233' } })
    const tag = await client.tags.create({
      body: { name: 'Secrettag', color: '#112233', group_id: group.id },
    })
    const schedule = await addSchedule(client, 'Secret title', {
      description: 'Secret notes',
      location: 'Secret place',
      tag_ids: [tag.id],
      recurrence_rule: 'FREQ=DAILY;COUNT=3',
    })
    await client.schedules.update({
      params: { schedule_id: schedule.id },
      query: { instance_start: schedule.start_time, apply_to: 'this' },
      body: { title: 'Secret change', end_time: iso(3 * HOUR) },
    })
    await client.todos.create({ body: { title: 'Secret todo', tag_group_id: group.id, deadline: iso(HOUR) } })
    const contents = ['schedules', 'todos', 'timers', 'meetings', 'holidays'] as const
    const feed = await client.feeds.create({
      body: { name: 'Free or busy', contents: [...contents], detail: 'busy' },
    })
    const { text } = await fetchFeed(feed.url)
    assert.equal(text.match(/SUMMARY:Busy/g)?.length, 3, 'the series, its change, and the deadline')
    assert.doesNotMatch(text, /Secret|DESCRIPTION|LOCATION|CATEGORIES|CREATED|VTODO|X-DAYMARK/)
    for (const { id } of [schedule, tag, group]) assert.ok(!text.includes(id))
    assert.match(text, /RRULE:FREQ=DAILY;COUNT=3/)
  })

  it('stop working when they are renewed or deleted, and when the account is disabled', async () => {
    const { client } = await server.join()
    const { id: user_id } = await client.users.me()
    const made = await client.feeds.create({ body: { name: 'A' } })
    const params = { feed_id: made.id }
    const rows = await server.storage.read(db => db.sql.selectFrom('feeds').selectAll().execute())
    const secret = /([\w-]{43})\.ics$/.exec(made.url)?.[1] ?? ''
    assert.ok(!JSON.stringify(rows).includes(secret))
    const renewed = await client.feeds.renew({ params })
    assert.equal((await fetchFeed(made.url)).status, 404)
    assert.equal((await fetchFeed(renewed.url)).status, 200)
    await rejectsWith((await server.join()).client.feeds.renew({ params }), 404)
    await server.storage.write([], async tx => {
      await tx.sql.insertInto('disabled_users').values({ user_id, disabled_at: 0 }).execute()
    })
    assert.equal((await fetchFeed(renewed.url)).status, 404)
    await server.storage.write([], async tx => {
      await tx.sql.deleteFrom('disabled_users').execute()
    })
    assert.deepEqual(await client.feeds.remove({ params }), { ok: true })
    assert.equal((await fetchFeed(renewed.url)).status, 404)
  })

  itOnce('need the read scope of what they contain', async () => {
    const { client } = await server.join()
    const { token } = await client.tokens.create({
      body: { name: 'x', scopes: ['feeds:write', 'feeds:read', 'schedules:read'] },
    })
    const limited = server.bearer(token)
    const { id } = await limited.feeds.create({ body: { name: 'Mine', contents: ['schedules', 'holidays'] } })
    const params = { feed_id: id }
    await rejectsWith(limited.feeds.update({ params, body: { contents: ['timers'] } }), 403, /timers:read/)
    await client.feeds.update({ params, body: { contents: ['timers'] } })
    await rejectsWith(limited.feeds.renew({ params }), 403, /timers:read/)
    assert.equal((await limited.feeds.list()).length, 1)
  })
})

test('wrong addresses of feeds are limited per client, right ones are not', async t => {
  const server = await startEmbedded(await openFreshSqlite(), { RATE_LIMIT_ENABLED: 'true' })
  t.after(() => server.close())
  const { client } = await server.join()
  const { pathname } = new URL((await client.feeds.create({ body: { name: 'A' } })).url)
  const wrong = async () => (await server.fetch(`/feeds/${'x'.repeat(43)}.ics`)).status
  const statuses = new Set<number>()
  for (let times = 0; times < 25; times++) statuses.add(await wrong())
  assert.deepEqual([...statuses], [404, 429])
  assert.equal((await server.fetch(pathname)).status, 200)
})
