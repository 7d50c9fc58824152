// Checks what the documentation says about feeds, imports and subscriptions.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { LOCAL_RECEIVERS } from '../server/test/support/webhook-receiver.ts'
import { newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Feed {
  id: string
  name: string
  contents: string[]
  tag_ids: string[]
  detail: string
  past_days: number
  future_days: number
  last_fetched_at: string | null
  url?: string
  webcal_url?: string
}
interface Counts {
  created: number
  updated: number
  unchanged: number
}
interface Imported {
  dry_run: boolean
  schedules: Counts
  todos: Counts
  new_tags: string[]
  skipped: number
  losses: { what: string; count: number; kept: boolean }[]
  problems: { line: number; message: string; title: string | null }[]
  batch_id: string | null
}
interface Subscription {
  id: string
  url: string
  name: string
  color: string
  refresh_minutes: number
  events: number
  error: string | null
  last_success_at: string | null
}
interface Entry {
  title: string
  start_time: string
  subscription_id?: string
  tags?: { name: string }[]
}

const calendar = (...components: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Conformance//EN',
    ...components.flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const component = (kind: string, uid: string, ...lines: string[]) => [
  `BEGIN:${kind}`,
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  `END:${kind}`,
]
const DAY = '2026-05-04'
const daily = component(
  'VEVENT',
  'series',
  'SUMMARY:회의 🎉',
  'DTSTART;TZID=Asia/Seoul:20260504T090000',
  'DURATION:PT1H',
  'RRULE:FREQ=DAILY;COUNT=3',
  'CATEGORIES:Unknown category',
  'ATTENDEE:mailto:bob@example.org',
)
const override = component(
  'VEVENT',
  'series',
  'SUMMARY:Later',
  'RECURRENCE-ID;TZID=Asia/Seoul:20260505T090000',
  'DTSTART;TZID=Asia/Seoul:20260505T150000',
  'DTEND;TZID=Asia/Seoul:20260505T160000',
)
const bad = component('VEVENT', 'bad', 'SUMMARY:No start')
const chore = component('VTODO', 'chore', 'SUMMARY:Chore', 'DUE:20260601T090000Z')

describe('feeds, import and subscriptions', () => {
  let target: Target
  let me: Person
  let asked: IncomingHttpHeaders[] = []
  let answer = { status: 200, body: '' }
  const remote = createServer((incoming, response) => {
    asked.push(incoming.headers)
    const isKnown = incoming.headers['if-none-match'] === '"one"' && answer.status === 200
    response.writeHead(isKnown ? 304 : answer.status, { etag: '"one"' }).end(isKnown ? '' : answer.body)
  })
  let address = ''
  before(async () => {
    await new Promise<void>(listening => remote.listen(0, '127.0.0.1', listening))
    address = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/team.ics`
    target = await openTarget(LOCAL_RECEIVERS)
    me = await newPerson(target, 'calendars-person')
    await me.send('/v1/users/me/preferences', 'PATCH', { timezone: 'Asia/Seoul' })
  })
  after(async () => {
    await target.stop()
    remote.close()
  })

  async function read(url = '', headers: Record<string, string> = {}) {
    const response = await fetch(target.baseUrl + new URL(url).pathname, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const list = async (query = '') =>
    (
      await me.send<Entry[]>(
        `/v1/schedules?start_date=2026-05-01&end_date=2026-06-01&timezone=Asia/Seoul${query}`,
      )
    ).body
  const importText = (text: string, query = '', headers: Record<string, string> = {}) =>
    target.request<Imported>(`/v1/import/ics${query}`, {
      method: 'POST',
      token: me.token,
      body: text,
      headers: { 'content-type': 'text/calendar', ...headers },
    })

  describe('feeds', () => {
    it('POST, GET, PATCH and DELETE /v1/feeds with the named fields', async () => {
      const fields = { name: 'Mine', contents: ['schedules', 'todos', 'timers', 'meetings', 'holidays'] }
      const more = { tag_ids: [], detail: 'full', past_days: 3, future_days: 30 }
      const { url, webcal_url, ...made } = await me.add<Feed>('/v1/feeds', { ...fields, ...more })
      const { name, contents, tag_ids, detail, past_days, future_days } = made
      assert.deepEqual({ name, contents, tag_ids, detail, past_days, future_days }, { ...fields, ...more })
      assert.match(url ?? '', /\/feeds\/[\w-]+\.ics$/)
      assert.match(webcal_url ?? '', /^webcal:/)
      const path = `/v1/feeds/${made.id}`
      const patched = await me.send<Feed>(path, 'PATCH', { name: 'Other', detail: 'busy' })
      assert.deepEqual([patched.status, patched.body.name, patched.body.detail], [200, 'Other', 'busy'])
      assert.equal((await me.send<Feed[]>('/v1/feeds')).body.length, 1)
      for (const wrong of [
        { detail: 'half' },
        { contents: ['mail'] },
        { past_days: -1 },
        { future_days: 0.5 },
      ])
        assert.equal((await me.send(path, 'PATCH', wrong)).status, 422, JSON.stringify(wrong))
      assert.equal((await me.send(path, 'DELETE')).status, 200)
      assert.equal((await me.send(path)).status, 404)
      assert.equal((await read(url)).status, 404)
    })

    it('the secret address is shown on creation and on renewal only, and renewal replaces it', async () => {
      const made = await me.add<Feed>('/v1/feeds', { name: 'Secret' })
      for (const path of ['/v1/feeds', `/v1/feeds/${made.id}`]) {
        const text = JSON.stringify((await me.send(path)).body)
        assert.ok(!text.includes('url') && !text.includes('.ics'), path)
      }
      const renewed = (await me.send<Feed>(`/v1/feeds/${made.id}/renew`, 'POST')).body
      assert.notEqual(renewed.url, made.url)
      assert.deepEqual([(await read(made.url)).status, (await read(renewed.url)).status], [404, 200])
      const stranger = await newPerson(target, 'calendars-stranger')
      assert.equal((await stranger.send(`/v1/feeds/${made.id}/renew`, 'POST')).status, 404)
      await me.send(`/v1/feeds/${made.id}`, 'DELETE')
    })

    it('needs the scope feeds:write', async () => {
      const token = async (scopes: string[]) =>
        (await me.add<{ token: string }>('/v1/tokens', { name: 'x', scopes })).token
      const create = async (scopes: string[]) =>
        target.request<Feed>('/v1/feeds', { method: 'POST', token: await token(scopes), body: { name: 'x' } })
      assert.equal((await create(['feeds:read', 'schedules:read'])).status, 403)
      const made = await create(['feeds:write', 'schedules:read'])
      assert.equal(made.status, 201)
      await me.send(`/v1/feeds/${made.body.id}`, 'DELETE')
    })

    it('is text/calendar with ETag, 304, refresh interval and a file name', async () => {
      const made = await me.add<Feed>('/v1/feeds', { name: '달력' })
      const { status, headers, text } = await read(made.url)
      assert.equal(status, 200)
      assert.match(headers.get('content-type') ?? '', /^text\/calendar/)
      assert.match(headers.get('content-disposition') ?? '', /filename/)
      assert.match(text, /\r\nREFRESH-INTERVAL;VALUE=DURATION:PT\w+\r\n/)
      assert.match(text, /\r\nX-PUBLISHED-TTL:PT\w+\r\n/)
      const tag = headers.get('etag') ?? ''
      assert.equal((await read(made.url, { 'if-none-match': tag })).status, 304)
      const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
      const entry = await me.add('/v1/schedules', { title: 'A', start_time: soon(1), end_time: soon(2) })
      assert.equal((await read(made.url, { 'if-none-match': tag })).status, 200)
      await me.send(`/v1/schedules/${entry.id}`, 'DELETE')
      await me.send(`/v1/feeds/${made.id}`, 'DELETE')
    })

    it('busy feeds contain no titles, tags, ids or descriptions', async () => {
      const group = await me.group()
      const tag = await me.tag(group, 'Hiddentag')
      const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
      const times = { start_time: soon(1), end_time: soon(2) }
      const hidden = { title: 'Hiddentitle', description: 'Hiddentext', tag_ids: [tag] }
      const entry = await me.add('/v1/schedules', { ...hidden, ...times })
      const made = await me.add<Feed>('/v1/feeds', { name: 'Busy', detail: 'busy' })
      const { text } = await read(made.url)
      assert.match(text, /BEGIN:VEVENT/)
      assert.doesNotMatch(text, /Hidden|CATEGORIES|DESCRIPTION/)
      for (const id of [entry.id, tag, group]) assert.ok(!text.includes(id))
      await me.send(`/v1/schedules/${entry.id}`, 'DELETE')
      await me.send(`/v1/feeds/${made.id}`, 'DELETE')
    })
  })

  describe('import', () => {
    const file = calendar(daily, override, bad, chore)

    it('dry_run returns counts, losses and problems with line numbers, and writes nothing', async () => {
      const { status, body } = await importText(file, '?dry_run=true')
      assert.equal(status, 200)
      assert.deepEqual([body.dry_run, body.batch_id, body.skipped], [true, null, 1])
      assert.deepEqual([body.schedules.created, body.todos.created], [1, 1])
      assert.deepEqual(body.new_tags, ['Unknown category'])
      assert.ok(body.losses.some(({ what, kept }) => what === 'attendees' && kept))
      const [problem] = body.problems
      const line = file.split('\r\n').indexOf('UID:bad')
      assert.deepEqual([problem?.title, body.problems.length], ['No start', 1])
      assert.ok(Math.abs((problem?.line ?? 0) - line) <= 3, `line ${problem?.line} of ${line}`)
      assert.deepEqual(await list(), [])
    })

    it('imports all but the bad component as one batch, again without effect, and undoes it as a whole', async () => {
      const first = (await importText(file)).body
      assert.ok(first.batch_id)
      assert.deepEqual([first.schedules.created, first.todos.created, first.skipped], [1, 1, 1])
      const entries = await list()
      assert.deepEqual(
        entries
          .filter(each => each.title !== 'Chore')
          .map(each => `${each.start_time.slice(5, 16)} ${each.title}`),
        ['05-04T09:00 회의 🎉', '05-05T15:00 Later', '05-06T09:00 회의 🎉'],
      )
      assert.deepEqual(
        entries[0]?.tags?.map(each => each.name),
        ['Unknown category'],
      )
      const again = (await importText(file)).body
      assert.deepEqual(
        [again.batch_id, again.schedules, again.todos],
        [null, { created: 0, updated: 0, unchanged: 1 }, { created: 0, updated: 0, unchanged: 1 }],
      )
      const undone = await me.send(`/v1/history/${first.batch_id}/undo`, 'POST')
      assert.equal(undone.status, 200)
      assert.deepEqual(await list(), [])
    })

    it('accepts a form with a file', async () => {
      const form = new FormData()
      form.append('file', new Blob([calendar(chore)], { type: 'text/calendar' }), 'a.ics')
      const response = await fetch(`${target.baseUrl}/v1/import/ics?dry_run=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${me.token}` },
        body: form,
      })
      assert.deepEqual([response.status, ((await response.json()) as Imported).dry_run], [200, true])
    })

    it('refuses what is not a calendar, and files of more than 20 MB', async () => {
      assert.equal((await importText('hello')).status, 400)
      const headers = { authorization: `Bearer ${me.token}`, 'content-type': 'text/calendar' }
      // Sends only the size, because a server may respond and close the connection before it has read the body.
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${target.baseUrl}/v1/import/ics`, {
          method: 'POST',
          headers: { ...headers, 'content-length': 20 * 1024 * 1024 + 1 },
        })
        sent.on('response', response => {
          response.resume()
          resolve(response.statusCode)
          sent.destroy()
        })
        sent.on('error', reject)
        sent.flushHeaders()
      })
      assert.equal(status, 413)
    })
  })

  describe('subscriptions', () => {
    it('POST, GET, PATCH and DELETE {url, name, color, refresh_minutes of at least 15}', async () => {
      answer = { status: 200, body: calendar(daily) }
      const fields = { url: address, name: 'Team', color: '#8A63D2', refresh_minutes: 15 }
      const made = await me.add<Subscription>('/v1/subscriptions', fields)
      const { url, name, color, refresh_minutes } = made
      assert.deepEqual({ url, name, color, refresh_minutes }, fields)
      const path = `/v1/subscriptions/${made.id}`
      assert.equal((await me.send(path, 'PATCH', { refresh_minutes: 14 })).status, 422)
      assert.equal((await me.send<Subscription>(path, 'PATCH', { name: 'Other' })).body.name, 'Other')
      assert.equal((await me.send<Subscription[]>('/v1/subscriptions')).body.length, 1)
      assert.equal((await me.send(path, 'DELETE')).status, 200)
      assert.equal((await me.send(path)).status, 404)
    })

    it('is a read-only layer of lists and GraphQL, refreshed with ETag, with errors and the last success', async () => {
      asked = []
      answer = { status: 200, body: calendar(daily, override) }
      const { id } = await me.add<Subscription>('/v1/subscriptions', { url: address, name: 'Team' })
      const refresh = async () =>
        (await me.send<Subscription>(`/v1/subscriptions/${id}/refresh`, 'POST')).body
      const read = await refresh()
      assert.deepEqual([read.error, read.events], [null, 1])
      assert.deepEqual(await list(), [], 'only on request')
      const layer = await list('&include_subscriptions=true')
      assert.deepEqual(
        layer.map(each => [each.title, each.subscription_id]),
        [
          ['회의 🎉', id],
          ['Later', id],
          ['회의 🎉', id],
        ],
      )
      const query = `{ calendar(startDate: "${DAY}", endDate: "${DAY}", timezone: "Asia/Seoul", includeSubscriptions: true) { days { events { title } } } }`
      const graph = await me.send<{ data: { calendar: { days: { events: { title: string }[] }[] } } }>(
        '/v1/graphql',
        'POST',
        { query },
      )
      assert.deepEqual(graph.body.data.calendar.days[0]?.events, [{ title: '회의 🎉' }])
      await refresh()
      assert.equal(asked.at(-1)?.['if-none-match'], '"one"')
      assert.equal(asked.at(-1)?.authorization, undefined)
      answer = { status: 503, body: '' }
      const failed = await refresh()
      assert.match(failed.error ?? '', /503/)
      assert.ok(failed.last_success_at)
      assert.equal((await list('&include_subscriptions=true')).length, 3, 'the last success stays')
      await me.send(`/v1/subscriptions/${id}`, 'DELETE')
      assert.deepEqual(await list('&include_subscriptions=true'), [])
    })

    it('floating times are in the zone of the owner', async () => {
      answer = {
        status: 200,
        body: calendar(
          component('VEVENT', 'f', 'SUMMARY:Floating', 'DTSTART:20260506T080000', 'DURATION:PT30M'),
        ),
      }
      const { id } = await me.add<Subscription>('/v1/subscriptions', {
        url: `${address}?floating`,
        name: 'F',
      })
      await me.send(`/v1/subscriptions/${id}/refresh`, 'POST')
      const [entry] = await list('&include_subscriptions=true')
      assert.equal(entry?.start_time, '2026-05-06T08:00:00+09:00')
      await me.send(`/v1/subscriptions/${id}`, 'DELETE')
    })

    it('refuses private, link-local, mapped and unspecified addresses, and other schemes', async () => {
      const addresses = [
        ...[
          'http://10.0.0.1/a.ics',
          'http://169.254.169.254/',
          'http://[::ffff:10.0.0.1]/',
          'http://0x0a000001/',
        ],
        ...[
          'http://[fe80::1]/',
          'http://[fc00::1]/',
          'http://0.0.0.0/',
          'ftp://example.org/',
          'file:///etc/passwd',
        ],
      ]
      for (const url of addresses)
        assert.equal((await me.send('/v1/subscriptions', 'POST', { url, name: 'x' })).status, 422, url)
    })
  })

  describe('moving house', () => {
    const post = async <T>(path: string, body: Buffer | string, token = me.token) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
      const response = await fetch(target.baseUrl + path, { method: 'POST', headers, body: body as string })
      return { status: response.status, body: (await response.json()) as T }
    }
    const archive = async (person: Person) => {
      const headers = { authorization: `Bearer ${person.token}` }
      const response = await fetch(`${target.baseUrl}/v1/account/export`, { headers })
      return Buffer.from(await response.arrayBuffer())
    }

    it('GET /v1/account/export is taken back by POST /v1/account/import: a dry run, a batch, and one undo', async () => {
      const old = await newPerson(target, 'moving-from')
      const next = await newPerson(target, 'moving-to')
      const group = await old.add<{ id: string }>('/v1/tags/groups', { name: 'House', color: '#112233' })
      await old.add('/v1/todos', { title: 'Pack', tag_group_id: group.id })
      const file = await archive(old)
      for (const mode of ['merge', 'replace']) {
        const dry = await post<Moved>(`/v1/account/import?mode=${mode}&dry_run=true`, file, next.token)
        assert.deepEqual([dry.status, dry.body.dry_run, dry.body.batch_id], [200, true, null])
        assert.equal((await next.send<unknown[]>('/v1/todos')).body.length, 0)
        const moved = await post<Moved>(`/v1/account/import?mode=${mode}`, file, next.token)
        assert.equal((await next.send<unknown[]>('/v1/todos')).body.length, 1)
        const again = await post<Moved>(`/v1/account/import?mode=${mode}`, file, next.token)
        assert.equal(again.body.batch_id, null)
        await next.send(`/v1/history/${moved.body.batch_id}/undo`, 'POST')
        assert.equal((await next.send<unknown[]>('/v1/todos')).body.length, 0)
      }
      assert.equal((await post('/v1/account/import', 'no archive', next.token)).status, 400)
    })

    it('POST /v1/import/{source}?dry_run&timezone: counts, losses, one bad row aborts nothing, twice is once', async () => {
      const file =
        'User,Description,Start date,Start time,Duration\nA,Work,2026-05-04,09:00:00,01:00:00\nA,Bad,soon,9,1\n'
      const dry = await post<Sourced>('/v1/import/toggl?dry_run=true&timezone=Asia/Seoul', file)
      assert.deepEqual([dry.status, dry.body.timezone, dry.body.timers.created], [200, 'Asia/Seoul', 1])
      assert.deepEqual(
        dry.body.problems.map(({ line }) => line),
        [3],
      )
      const done = await post<Sourced>('/v1/import/toggl?timezone=Asia/Seoul', file)
      const again = await post<Sourced>('/v1/import/toggl?timezone=Asia/Seoul', file)
      assert.deepEqual(
        [again.body.timers, again.body.batch_id],
        [{ created: 0, updated: 0, unchanged: 1 }, null],
      )
      const undone = await me.send(`/v1/history/${done.body.batch_id}/undo`, 'POST')
      assert.equal(undone.status, 200)
      assert.equal((await post('/v1/import/trello', file)).status, 422)
      assert.equal((await post('/v1/import/vikunja', file)).status, 400)
    })
  })
})

interface Moved {
  dry_run: boolean
  batch_id: string | null
}

interface Sourced {
  timezone: string
  timers: { created: number; updated: number; unchanged: number }
  problems: { line: number }[]
  batch_id: string | null
}
