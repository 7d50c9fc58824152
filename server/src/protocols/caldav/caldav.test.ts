import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { befriend } from '../../../test/support/meetings.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import { readConfig } from '../../config/config.ts'
import type { EventModel } from '../../features/icalendar/mapping/model.ts'
import { createSchedule, updateSchedule } from '../../features/planning/schedules/service.ts'
import { subscriptionStore } from '../../features/subscriptions/store.ts'
import { eventOf } from '../../features/subscriptions/subscription.ts'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { write } from '../../platform/changes/write.ts'
import { mintActor } from '../../platform/kernel/actor.ts'
import { newCause } from '../../platform/kernel/cause.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { utc } from '../../platform/kernel/time/zone.ts'
import { createServices } from '../../services.ts'

const NAMESPACES =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:ic="http://apple.com/ns/ical/"'
const calendar = (kind: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    `BEGIN:${kind}`,
    ...lines,
    `END:${kind}`,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const event = (uid: string, ...lines: string[]) =>
  calendar('VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines)
const task = (uid: string, ...lines: string[]) =>
  calendar('VTODO', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines)

forEachStorage('caldav', (open, name) => {
  const itOnce = onceFor(name)
  let storage: Awaited<ReturnType<typeof open>>
  let server: EmbeddedApp
  let ann: Client
  let home: string
  let authorization: string
  before(async () => {
    storage = await open()
    server = await startEmbedded(storage)
    const joined = await server.join()
    ann = joined.client
    const { username, password } = await ann.devicePasswords.create({ body: { name: 'Phone' } })
    authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    home = `/dav/${(await ann.users.me()).id}/`
  })
  after(() => server.close())

  async function dav(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const response = await server.fetch(path, {
      method,
      headers: {
        authorization,
        'content-type': body?.startsWith('BEGIN') ? 'text/calendar' : 'application/xml',
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const put = (path: string, body: string, headers: Record<string, string> = {}) =>
    dav('PUT', path, body, headers)
  const propfind = (path: string, depth: string, prop: string) =>
    dav('PROPFIND', path, `<d:propfind ${NAMESPACES}><d:prop>${prop}</d:prop></d:propfind>`, { depth })
  const report = (path: string, body: string) => dav('REPORT', path, body, { depth: '1' })
  const hrefs = (text: string) =>
    [...text.matchAll(/<d:response><d:href>([^<]*)<\/d:href>/g)].map(([, each]) => each)
  const sync = async (path: string, token = '', limit?: number) => {
    const body = `<d:sync-collection ${NAMESPACES}><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level>${limit ? `<d:limit><d:nresults>${limit}</d:nresults></d:limit>` : ''}<d:prop><d:getetag/></d:prop></d:sync-collection>`
    const { status, text } = await report(path, body)
    const gone = [...text.matchAll(/<d:href>([^<]*)<\/d:href><d:status>HTTP\/1.1 404/g)].map(
      ([, each]) => each,
    )
    return { status, text, token: /<d:sync-token>(.*?)</.exec(text)?.[1] ?? '', hrefs: hrefs(text), gone }
  }
  const newGroup = async (name: string) => {
    const group = await ann.tags.createGroup({ body: { name, color: '#112233', is_todo_group: true } })
    return { id: group.id, path: `${home}todos-${group.id}/` }
  }
  const schedules = () => `${home}schedules/`
  /** Services on the same data, for changes that a single request cannot make. */
  const inside = () => {
    const config = readConfig({ DATA_DIR: server.dataDir })
    return {
      ...createServices({ config, storage, clock: server.clock }),
      actor: mintActor(home.slice(5, -1)),
    }
  }

  itOnce('is found from the address of the server', async () => {
    const known = await server.fetch('/.well-known/caldav', { method: 'PROPFIND' })
    assert.deepEqual([known.status, known.headers.get('location')], [301, '/dav/'])
    const options = await dav('OPTIONS', '/dav/')
    assert.match(options.headers.get('dav') ?? '', /calendar-access/)
    const root = await propfind('/dav/', '0', '<d:current-user-principal/>')
    assert.equal(root.status, 207)
    assert.match(root.text, new RegExp(`<d:current-user-principal><d:href>${home}</d:href>`))
    const principal = await propfind(
      home,
      '0',
      '<c:calendar-home-set/><c:calendar-user-address-set/><d:nothing/>',
    )
    assert.match(principal.text, new RegExp(`<c:calendar-home-set><d:href>${home}</d:href>`))
    assert.match(principal.text, /mailto:person-/)
    assert.match(principal.text, /<d:nothing\/><\/d:prop><d:status>HTTP\/1.1 404/)
    const { path } = await newGroup('Errands & <more>')
    const inside = await propfind(
      home,
      '1',
      '<d:displayname/><c:supported-calendar-component-set/><ic:calendar-color/><d:sync-token/><cs:getctag/>',
    )
    assert.deepEqual(hrefs(inside.text).slice(0, 2), [home, schedules()])
    assert.ok(hrefs(inside.text).includes(path))
    assert.match(inside.text, /Errands &amp; &lt;more&gt;/)
    assert.match(inside.text, /<ic:calendar-color>#112233FF</)
    assert.match(inside.text, /<c:comp name="VTODO"\/>/)
    assert.equal((await propfind(home, 'infinity', '<d:displayname/>')).status, 403)
  })

  it('asks for a device password and shows nothing of other people', async () => {
    const bare = await server.fetch('/dav/', { method: 'PROPFIND' })
    assert.equal(bare.status, 401)
    assert.match(bare.headers.get('www-authenticate') ?? '', /^Basic realm/)
    const bob = await server.join()
    const { id } = await bob.client.users.me()
    assert.equal((await propfind(`/dav/${id}/`, '0', '<d:displayname/>')).status, 404)
    assert.equal((await propfind('/dav/nobody/', '0', '<d:displayname/>')).status, 404)
    const reader = await ann.devicePasswords.create({ body: { name: 'Reader', scopes: ['calendar:read'] } })
    const basic = `Basic ${Buffer.from(`${reader.username}:${reader.password}`).toString('base64')}`
    const refused = await put(`${schedules()}r.ics`, event('r', 'DTSTART:20260301T090000Z'), {
      authorization: basic,
    })
    assert.equal(refused.status, 403)
    const writer = await ann.devicePasswords.create({ body: { name: 'Writer', scopes: ['calendar:write'] } })
    const authorization = `Basic ${Buffer.from(`${writer.username}:${writer.password}`).toString('base64')}`
    const written = await put(`${schedules()}w.ics`, event('w', 'DTSTART:20260301T090000Z'), {
      authorization,
    })
    assert.equal(written.status, 201)
    assert.equal((await server.fetch(`${schedules()}w.ics`, { headers: { authorization } })).status, 200)
    assert.equal(
      (await server.fetch(`${schedules()}w.ics`, { method: 'DELETE', headers: { authorization } })).status,
      204,
    )
    const [used] = (await ann.devicePasswords.list()).filter(each => each.id === reader.id)
    assert.ok(used?.last_used_at && used.last_address)
  })

  itOnce(
    'refuses to write into a missing collection, to create a list inside of another, and to delete the home',
    async () => {
      const text = event('place', 'DTSTART:20260301T090000Z')
      assert.equal((await put(`${home}gone/place.ics`, text)).status, 409)
      const inside = await dav('MKCALENDAR', `${schedules()}inside/`)
      assert.deepEqual(
        [inside.status, /<c:calendar-collection-location-ok\/>/.test(inside.text)],
        [403, true],
      )
      for (const path of ['/dav/', home]) {
        const removed = await dav('DELETE', path)
        assert.deepEqual([removed.status, /<d:need-privileges\/>/.test(removed.text)], [403, true], path)
      }
    },
  )

  it('stores an event as it is sent, and shows it as a schedule', async () => {
    const path = `${schedules()}My%20event@1.ics`
    const text = event(
      'uid-1',
      'SUMMARY:점심 🍜 100%\\, really',
      'LOCATION:Seoul',
      'X-KEEP;A="b:c":d',
      'DTSTART;TZID=Asia/Seoul:20260301T120000',
      'DTEND;TZID=Asia/Seoul:20260301T130000',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER;RELATED=END:-PT5M',
      'END:VALARM',
    )
    const created = await put(path, text, { 'if-none-match': '*' })
    assert.equal(created.status, 201)
    const etag = created.headers.get('etag')
    assert.ok(etag)
    const second = await put(path, text, { 'if-none-match': '*' })
    assert.equal(second.status, 412)
    assert.match(second.text, /There is an object at this address already\./)
    const read = await dav('GET', path)
    assert.deepEqual([read.text, read.headers.get('etag')], [text, etag])
    assert.equal((await dav('GET', path, undefined, { 'if-none-match': etag })).status, 304)
    const [schedule] = await ann.schedules.list({
      query: { start_date: '2026-03-01', end_date: '2026-03-02' },
    })
    assert.deepEqual(
      [schedule?.title, schedule?.location, schedule?.start_time, schedule?.timezone],
      ['점심 🍜 100%, really', 'Seoul', '2026-03-01T03:00:00Z', 'Asia/Seoul'],
    )
    await ann.schedules.update({ params: { schedule_id: schedule?.id ?? '' }, body: { title: 'Dinner' } })
    const changed = await dav('GET', path)
    assert.match(changed.text, /SUMMARY:Dinner\r\n/)
    for (const line of ['LOCATION:Seoul', 'X-KEEP;A="b:c":d', 'TRIGGER;RELATED=END:-PT5M'])
      assert.ok(changed.text.includes(`${line}\r\n`))
    assert.notEqual(changed.headers.get('etag'), etag)
    assert.equal((await put(path, text, { 'if-match': etag })).status, 412)
    // Changing a property that Daymark does not model still counts as a change.
    const moved = await put(path, text.replace('"b:c":d', '"b:c":e'), {
      'if-match': changed.headers.get('etag') ?? '',
    })
    assert.equal(moved.status, 204)
    assert.notEqual(moved.headers.get('etag'), changed.headers.get('etag'))
    assert.equal((await dav('DELETE', path)).status, 204)
    assert.equal((await dav('GET', path)).status, 404)
  })

  itOnce('leaves out METHOD, which messages have and stored objects must not have', async () => {
    const plain = event('invited', 'DTSTART:20260401T090000Z', 'SUMMARY:Invited', 'X-METHOD:METHOD:kept')
    const sent = plain.replace('BEGIN:VEVENT', 'Method;X-A=1:\r\n REQUEST\r\nBEGIN:VEVENT')
    const path = `${home}schedules/invited.ics`
    const created = await put(path, sent)
    assert.deepEqual([created.status, created.headers.get('etag')], [201, null])
    assert.equal((await dav('GET', path)).text, plain)
    const again = await put(path, plain)
    assert.equal(again.status, 204)
    assert.notEqual(again.headers.get('etag'), null)
  })

  it('keeps the location of an event that an earlier version stored, until a person clears it', async () => {
    const path = `${schedules()}earlier.ics`
    await put(path, event('earlier', 'SUMMARY:E', 'DTSTART:20260601T090000Z', 'LOCATION:Seoul'))
    const query = { start_date: '2026-06-01', end_date: '2026-06-02' }
    const id = (await ann.schedules.list({ query })).find(({ title }) => title === 'E')?.id ?? ''
    await storage.write([], async ({ sql }) => {
      const { base } = await sql
        .selectFrom('calendar_objects')
        .select('base')
        .where('resource_id', '=', id)
        .executeTakeFirstOrThrow()
      const { location: _location, ...earlier } = JSON.parse(base)
      const stored = sql.updateTable('calendar_objects').set({ base: JSON.stringify(earlier) })
      await stored.where('resource_id', '=', id).execute()
      await sql.updateTable('schedules').set({ location: null }).where('id', '=', id).execute()
    })
    const shown = async () => /LOCATION:(\w+)/.exec((await dav('GET', path)).text)?.[1]
    const patch = (location: string | null) =>
      ann.schedules.update({ params: { schedule_id: id }, body: { location } })
    const undo = async () => {
      const [last] = await ann.history.list({ query: { limit: 1 } })
      await ann.history.undo({ params: { batch_id: last?.batch_id ?? '' } })
    }
    assert.equal(await shown(), 'Seoul')
    await patch('Busan')
    assert.equal(await shown(), 'Busan')
    await undo()
    assert.equal(await shown(), 'Seoul')
    await patch('Busan')
    await patch(null)
    assert.equal(await shown(), undefined)
    await undo()
    assert.equal(await shown(), 'Busan')
  })

  itOnce('takes lines that are folded inside of a character, and names the methods that it has', async () => {
    const title = `SUMMARY:${'가나다라마바사아자차'.repeat(4)}`
    const bytes = Buffer.from(event('folded', title, 'DTSTART:20260602T090000Z'))
    const at = bytes.indexOf('SUMMARY:') + 70
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
    const response = await server.fetch(`${schedules()}folded.ics`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'text/calendar' },
      body: folded,
    })
    assert.equal(response.status, 201)
    const { text } = await dav('GET', `${schedules()}folded.ics`)
    assert.ok(text.replaceAll('\r\n ', '').includes(title))
    const copied = await dav('COPY', `${schedules()}folded.ics`)
    assert.deepEqual([copied.status, copied.headers.get('allow')?.includes('PROPFIND')], [405, true])
  })

  it('keeps a series with its exceptions as one object, in both directions', async () => {
    const path = `${schedules()}series.ics`
    const series = [
      'SUMMARY:Standup',
      'LOCATION:Seoul\\, 서울',
      'DTSTART;TZID=Europe/Berlin:20260302T090000',
      'DTEND;TZID=Europe/Berlin:20260302T091500',
      'RRULE:FREQ=DAILY;COUNT=5',
    ]
    const override = [
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:series',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260304T090000',
      'SUMMARY:Late standup',
      'LOCATION:부산\\; 2층',
      'DTSTART;TZID=Europe/Berlin:20260304T110000',
      'DTEND;TZID=Europe/Berlin:20260304T111500',
    ]
    const text = event('series', ...series, 'EXDATE;TZID=Europe/Berlin:20260303T090000', ...override)
    assert.ok((await put(path, text)).headers.get('etag'))
    const listed = async () =>
      (await ann.schedules.list({ query: { start_date: '2026-03-02', end_date: '2026-03-07' } })).map(
        each => [each.title, each.location, each.start_time],
      )
    assert.deepEqual(await listed(), [
      ['Standup', 'Seoul, 서울', '2026-03-02T08:00:00Z'],
      ['Late standup', '부산; 2층', '2026-03-04T10:00:00Z'],
      ['Standup', 'Seoul, 서울', '2026-03-05T08:00:00Z'],
      ['Standup', 'Seoul, 서울', '2026-03-06T08:00:00Z'],
    ])
    const [first] = await ann.schedules.list({ query: { start_date: '2026-03-02', end_date: '2026-03-03' } })
    await ann.schedules.remove({
      params: { schedule_id: first?.parent_id ?? '' },
      query: { instance_start: '2026-03-05T08:00:00Z', apply_to: 'this' },
    })
    const changed = (await dav('GET', path)).text
    assert.match(changed, /EXDATE;TZID=Europe\/Berlin:20260305T090000/)
    assert.match(changed, /SUMMARY:Late standup/)
    const params = { schedule_id: first?.parent_id ?? '' }
    await ann.schedules.update({ params, body: { location: 'Online' } })
    await ann.schedules.update({
      params,
      query: { instance_start: '2026-03-06T08:00:00Z' },
      body: { location: null },
    })
    const places = (await dav('GET', path)).text.match(/^(?:LOCATION|RECURRENCE-ID).*$/gm)
    assert.deepEqual(places, [
      'LOCATION:Online',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260304T090000',
      'LOCATION:부산\\; 2층',
      'RECURRENCE-ID;TZID=Europe/Berlin:20260306T090000',
    ])
    const online = `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="LOCATION"><c:text-match>online</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
    assert.deepEqual(hrefs((await report(schedules(), online)).text), [path])
    // The client removes the exception.
    assert.equal((await put(path, event('series', ...series))).status, 204)
    assert.equal((await listed()).length, 5)
    await dav('DELETE', path)
  })

  it('restores and undoes changes of a series with dates that its rule does not have', async () => {
    const path = `${schedules()}dates.ics`
    const [rule, dates] = ['RRULE:FREQ=WEEKLY;COUNT=4', 'RDATE:20260708T090000Z,20260722T090000Z']
    const lines = ['SUMMARY:Dates', 'DTSTART:20260706T090000Z', 'DURATION:PT1H', rule, dates]
    await put(path, event('dates', ...lines, 'EXDATE:20260709T090000Z'))
    const query = { start_date: '2026-07-01', end_date: '2026-08-01' }
    const listed = async () =>
      (await ann.schedules.list({ query })).map(each => [each.title, each.start_time, each.end_time])
    const [first] = await ann.schedules.list({ query })
    const params = { schedule_id: first?.parent_id ?? '' }
    const [changed, later] = [{ instance_start: '2026-07-13T09:00:00Z' }, '2026-07-20T09:00:00Z']
    await ann.schedules.update({ params, query: changed, body: { title: 'Changed' } })
    const before = await listed()
    assert.equal(before.length, 6)
    const latest = async () => (await ann.history.list({ query: { limit: 1 } })).at(0)?.batch_id ?? ''
    const undo = async () => ann.history.undo({ params: { batch_id: await latest() } })
    const writes: [name: string, write: () => Promise<unknown>][] = [
      ['end', () => ann.schedules.update({ params, body: { end_time: '2026-07-06T11:00:00Z' } })],
      ['rule', () => ann.schedules.update({ params, body: { recurrence_rule: 'FREQ=DAILY;COUNT=9' } })],
      ['occurrence', () => ann.schedules.update({ params, query: changed, body: { title: 'Own' } })],
      ['occurrence deleted', () => ann.schedules.remove({ params, query: changed })],
      [
        'split',
        () =>
          ann.schedules.update({
            ...{ params, body: { title: 'Later' } },
            query: { instance_start: later, apply_to: 'following' },
          }),
      ],
      ['dates removed', () => put(path, event('dates', ...lines.slice(0, -1)))],
      ['deleted', () => ann.schedules.remove({ params })],
    ]
    for (const [name, write] of writes) {
      await write()
      assert.notDeepEqual(await listed(), before, name)
      await undo()
      assert.deepEqual(await listed(), before, name)
    }
    await ann.schedules.remove({ params })
    await ann.history.restore({ params: { batch_id: await latest() } })
    assert.deepEqual(await listed(), before)
    // Only the new rule makes this occurrence part of the series.
    await ann.schedules.update({ params, body: { recurrence_rule: 'FREQ=DAILY;COUNT=9' } })
    const batch_id = await latest()
    const query07 = { instance_start: '2026-07-07T09:00:00Z' }
    await ann.schedules.update({ params, query: query07, body: { title: 'Daily' } })
    await assert.rejects(ann.history.undo({ params: { batch_id } }), /would no longer belong/)
    await ann.schedules.remove({ params })
  })

  it('shows what others share and holidays, which can only be read', async () => {
    const [bob, eve] = [await server.join(), await server.join()]
    await befriend(ann, bob.client)
    const create = (client: Client, title: string, level: 'friends' | 'private' | 'public') =>
      client.schedules.create({
        body: {
          ...{ title, start_time: '2026-08-03T09:00:00Z', end_time: '2026-08-03T10:00:00Z' },
          ...{ visibility: { level }, reminders: [{ minutes_before: 5 }] },
        },
      })
    const party = await create(bob.client, 'Party', 'friends')
    await create(bob.client, 'Secret', 'private')
    await create(eve.client, 'Concert', 'public')
    const shared = `${home}shared/`
    const first = await sync(shared)
    assert.deepEqual(first.hrefs, [`${shared}${party.id}.ics`])
    const { text, headers } = await dav('GET', `${shared}${party.id}.ics`)
    assert.match(text, /SUMMARY:Party/)
    assert.ok(!text.includes('VALARM'))
    assert.deepEqual((await sync(shared, first.token)).hrefs, [])
    await bob.client.schedules.update({ params: { schedule_id: party.id }, body: { title: 'Big party' } })
    assert.match((await sync(shared, first.token)).text, /<d:valid-sync-token\/>/)
    assert.notEqual((await dav('GET', `${shared}${party.id}.ics`)).headers.get('etag'), headers.get('etag'))
    const refused = await put(`${shared}${party.id}.ics`, text)
    assert.deepEqual([refused.status, /need-privileges/.test(refused.text)], [403, true])
    assert.equal((await dav('DELETE', `${shared}${party.id}.ics`)).status, 403)
    const rights = await propfind(shared, '0', '<d:current-user-privilege-set/>')
    assert.ok(rights.text.includes('<d:read/>') && !rights.text.includes('<d:write/>'))
    await bob.client.schedules.update({
      params: { schedule_id: party.id },
      body: { visibility: { level: 'private' } },
    })
    assert.equal((await dav('GET', `${shared}${party.id}.ics`)).status, 404)

    await ann.users.updatePreferences({ body: { holiday_country: 'KR', language: 'en' } })
    const year = new Date().getUTCFullYear()
    const query = `<c:calendar-query ${NAMESPACES}><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${year}1224T150000Z" end="${year}1225T140000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
    const christmas = await report(`${home}holidays/`, query)
    assert.match(christmas.text, new RegExp(`DTSTART;VALUE=DATE:${year}1225`))
    assert.equal(hrefs(christmas.text).length, 1)
    await ann.users.updatePreferences({ body: { holiday_country: 'none' } })
    assert.equal((await propfind(`${home}holidays/`, '0', '<d:displayname/>')).status, 404)
  })

  it('shows the calendars that the person subscribes to, which can only be read', async () => {
    const subscription = {
      ...{
        id: newId(),
        owner_id: (await ann.users.me()).id,
        url: 'https://example.org/team.ics',
        name: 'Team',
      },
      ...{
        color: '#123456',
        refresh_minutes: 60,
        events: 1,
        error: null,
        etag: null,
        last_modified: null,
        zone: null,
        any_port: false,
      },
      ...{ last_attempt_at: null, last_success_at: 1, created_at: 1, updated_at: 1 },
    }
    const start = Date.UTC(2026, 9, 1, 9)
    const model: EventModel = {
      ...{ title: 'Launch 🚀', description: null, state: 'PLANNED', tags: [], start, end: start + 3_600_000 },
      ...{ all_day: false, timezone: 'Asia/Seoul', rule: null, deleted: [], changed: [] },
    }
    await storage.write([], async tx => {
      await subscriptionStore(tx).insert(subscription)
      const event = eventOf(subscription, { uid: 'launch@example.org', model, is_free: false })
      await subscriptionStore(tx).replaceEvents(subscription.id, [event])
    })
    const path = `${home}subscription-${subscription.id}/`
    assert.ok(hrefs((await propfind(home, '1', '<d:displayname/>')).text).includes(path))
    assert.match((await propfind(path, '0', '<ic:calendar-color/>')).text, /#123456FF/)
    const [href = ''] = (await sync(path)).hrefs
    const { text } = await dav('GET', href)
    assert.match(text, /UID:launch@example\.org\r\n[\s\S]*DTSTART;TZID=Asia\/Seoul:20261001T180000\r\n/)
    assert.equal((await dav('DELETE', href)).status, 403)
    const other = `${home}subscription-${newId()}/`
    assert.equal((await propfind(other, '0', '<d:displayname/>')).status, 404)
  })

  it('shows the entries of deadlines in the calendar if the person wants them', async () => {
    const { id } = await newGroup('Dated')
    const body = { title: 'Pay rent', tag_group_id: id, deadline: '2026-09-01T09:00:00Z' }
    const [entry] = (await ann.todos.create({ body })).schedules
    const path = `${schedules()}${entry?.id}.ics`
    const before = await sync(schedules())
    assert.ok(!before.hrefs.includes(path))
    await ann.users.updatePreferences({ body: { deadlines_in_calendar_apps: true } })
    // The token becomes invalid, so that apps sync from scratch. A normal sync would miss the deadline's event, because
    // its schedule has not changed.
    assert.match((await sync(schedules(), before.token)).text, /<d:valid-sync-token\/>/)
    assert.ok((await sync(schedules())).hrefs.includes(path))
    await ann.users.updatePreferences({ body: { deadlines_in_calendar_apps: false } })
    assert.equal((await dav('GET', path)).status, 404)
  })

  it('lets apps of an earlier version, which hid entries that a person had moved, sync from the beginning', async () => {
    const { token } = await sync(schedules())
    const position = /\d+$/.exec(token)?.[0]
    assert.equal((await sync(schedules(), token)).status, 207)
    for (const letter of ['', 'n', 'd']) {
      const old = await sync(schedules(), `urn:daymark:sync:${letter}${position}`)
      assert.match(old.text, /<d:valid-sync-token\/>/, letter)
    }
  })

  it('shows the entry of a deadline while it says more than its todo', async () => {
    const { id: tag_group_id } = await newGroup('Edited')
    const tag = await ann.tags.create({ body: { name: 'edited', color: '#445566', group_id: tag_group_id } })
    const edits = [
      { title: 'Report, final' },
      { description: 'Bring the keys' },
      { location: 'Room 4' },
      { state: 'COMPLETED' as const },
      { reminders: [{ minutes_before: 5 }] },
      { tag_ids: [tag.id] },
    ]
    for (const body of edits) {
      const deadline = '2026-09-04T09:00:00Z'
      const todo = await ann.todos.create({ body: { title: 'Report', tag_group_id, deadline } })
      const schedule_id = todo.schedules[0]?.id ?? ''
      const path = `${schedules()}${schedule_id}.ics`
      const { token, hrefs: before } = await sync(schedules())
      assert.ok(!before.includes(path))
      await ann.schedules.update({ params: { schedule_id }, body })
      const shown = await sync(schedules(), token)
      assert.deepEqual(shown.hrefs, [path], Object.keys(body).join())
      if (!('title' in body || 'description' in body)) continue
      await ann.todos.update({ params: { todo_id: todo.id }, body })
      assert.deepEqual((await sync(schedules(), shown.token)).gone, [path], 'the todo says the same')
    }
  })

  it('shows an entry of a todo that a person moved or made longer, and hides it again with its deadline', async () => {
    const { id: tag_group_id } = await newGroup('Moved')
    const body = { title: 'Report', tag_group_id, deadline: '2026-09-02T09:00:00Z' }
    const todo = await ann.todos.create({ body })
    const schedule_id = todo.schedules[0]?.id ?? ''
    const path = `${schedules()}${schedule_id}.ics`
    const start = await sync(schedules())
    assert.ok(!start.hrefs.includes(path))
    const at = (start_time: string, end_time: string) =>
      ann.schedules.update({ params: { schedule_id }, body: { start_time, end_time } })
    await at('2026-09-02T07:00:00Z', '2026-09-02T08:00:00Z')
    const moved = await sync(schedules(), start.token)
    assert.deepEqual([moved.hrefs, moved.gone], [[path], []])
    assert.match((await dav('GET', path)).text, /DTSTART:20260902T070000Z/)
    await ann.todos.update({ params: { todo_id: todo.id }, body: { deadline: '2026-09-02T07:00:00Z' } })
    const hidden = await sync(schedules(), moved.token)
    assert.deepEqual(hidden.gone, [path])
    await at('2026-09-02T07:00:00Z', '2026-09-02T11:00:00Z')
    assert.deepEqual((await sync(schedules(), hidden.token)).hrefs, [path])
    const dated = await ann.todos.create({ body: { ...body, deadline: '2026-09-03' } })
    const [entry] = dated.schedules
    assert.equal((await dav('GET', `${schedules()}${entry?.id}.ics`)).status, 404)
    await ann.schedules.update({
      params: { schedule_id: entry?.id ?? '' },
      body: { start_time: '2026-09-04', end_time: '2026-09-05' },
    })
    assert.equal((await dav('GET', `${schedules()}${entry?.id}.ics`)).status, 200)
    // A two-hour meeting with a linked todo is still a meeting.
    const times = { start_time: '2026-09-02T09:00:00Z', end_time: '2026-09-02T11:00:00Z' }
    const meeting = await ann.schedules.create({
      body: { title: 'Meeting', ...times, create_todo_options: { tag_group_id } },
    })
    assert.equal((await dav('GET', `${schedules()}${meeting.id}.ics`)).status, 200)
  })

  itOnce('sends only the components and properties that a client asks for', async () => {
    const path = `${schedules()}partial.ics`
    const lines = ['SUMMARY:Standup', 'DESCRIPTION:Long', 'DTSTART:20290105T090000Z', 'DURATION:PT1H']
    const override = (day: string, to: string) => [
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:partial',
      `RECURRENCE-ID:202901${day}T090000Z`,
      `SUMMARY:Day ${day}`,
      `DTSTART:202901${to}T090000Z`,
      'DURATION:PT1H',
    ]
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT5M', 'DESCRIPTION:Soon', 'END:VALARM']
    const rule = 'RRULE:FREQ=DAILY;COUNT=9'
    const overrides = [...override('06', '06'), ...override('08', '20'), ...override('10', '07')]
    const sent = event('partial', ...lines, rule, ...alarm, ...overrides)
    assert.equal((await put(path, sent)).status, 201)
    const get = async (data: string, more = '') => {
      const { text } = await report(
        schedules(),
        `<c:calendar-multiget ${NAMESPACES}><d:prop>${more}<c:calendar-data>${data}</c:calendar-data></d:prop><d:href>${path}</d:href></c:calendar-multiget>`,
      )
      return (/<c:calendar-data>([^<]*)</.exec(text)?.[1] ?? '').replaceAll('&#13;', '').trim().split('\n')
    }
    const some =
      '<c:comp name="VCALENDAR"><c:prop name="VERSION"/><c:comp name="VEVENT"><c:prop name="UID"/><c:prop name="SUMMARY" novalue="yes"/></c:comp></c:comp>'
    const one = ['BEGIN:VEVENT', 'UID:partial', 'SUMMARY:', 'END:VEVENT']
    const around = (...inner: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...inner, 'END:VCALENDAR']
    for (const more of ['', '<d:getetag/>', '<d:getcontenttype/>'])
      assert.deepEqual(await get(some, more), around(...one, ...one, ...one, ...one))
    const all = '<c:comp name="VCALENDAR"><c:allprop/><c:allcomp/></c:comp>'
    assert.deepEqual(await get(all), sent.trim().split('\r\n'))
    const alarms =
      '<c:comp name="VCALENDAR"><c:comp name="VEVENT"><c:comp name="VALARM"><c:allprop/></c:comp></c:comp></c:comp>'
    assert.deepEqual((await get(alarms)).slice(1, 8), ['BEGIN:VEVENT', ...alarm, 'END:VEVENT'])
    const range = 'start="20290107T000000Z" end="20290109T000000Z"'
    // The 8th was moved out of the range, and the 10th into it.
    assert.deepEqual(
      (await get(`<c:limit-recurrence-set ${range}/>`)).filter(line => /^SUMMARY/.test(line)),
      ['SUMMARY:Standup', 'SUMMARY:Day 08', 'SUMMARY:Day 10'],
    )
    const expanded = await get(`${some}<c:expand ${range}/>`)
    assert.deepEqual(expanded, around(...one, ...one))
    const synced = await report(
      schedules(),
      `<d:sync-collection ${NAMESPACES}><d:sync-token/><d:sync-level>1</d:sync-level><d:prop><d:getetag/><c:calendar-data>${some}</c:calendar-data></d:prop></d:sync-collection>`,
    )
    assert.ok(synced.text.includes('UID:partial') && !synced.text.includes('Standup'))
    const wrong = await report(
      schedules(),
      `<c:calendar-multiget ${NAMESPACES}><d:prop><c:calendar-data><c:limit-recurrence-set start="1"/></c:calendar-data></d:prop><d:href>${path}</d:href></c:calendar-multiget>`,
    )
    assert.equal(wrong.status, 403)
    await dav('DELETE', path)
  })

  it('finds events by time, also moved ones, and expands them in UTC', async () => {
    await put(
      `${schedules()}q1.ics`,
      event(
        'q1',
        'SUMMARY:Weekly',
        'DTSTART;TZID=Asia/Seoul:20260504T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:q1',
        'RECURRENCE-ID;TZID=Asia/Seoul:20260511T090000',
        'SUMMARY:Moved',
        'DTSTART;TZID=Asia/Seoul:20260520T150000',
        'DURATION:PT1H',
      ),
    )
    await put(`${schedules()}q2.ics`, event('q2', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20260505'))
    const query = async (from: string, to: string, more = '', data = '<c:calendar-data/>') => {
      const { status, text } = await report(
        schedules(),
        `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/>${data}</d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${from}" end="${to}"/>${more}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
      )
      assert.equal(status, 207)
      return { names: hrefs(text).map(each => each?.split('/').at(-1)), text }
    }
    assert.deepEqual((await query('20260505T000000Z', '20260506T000000Z')).names, ['q2.ics'])
    assert.deepEqual((await query('20260511T000000Z', '20260511T010000Z')).names, [])
    assert.deepEqual((await query('20260520T060000Z', '20260520T070000Z')).names, ['q1.ics'])
    const match = '<c:prop-filter name="SUMMARY"><c:text-match>WEEK</c:text-match></c:prop-filter>'
    assert.deepEqual((await query('20260501T000000Z', '20260601T000000Z', match)).names, ['q1.ics'])
    const alarms = async (kind: string, from: string, to: string, path: string) => {
      const filter = `<c:comp-filter name="${kind}"><c:comp-filter name="VALARM"><c:time-range start="${from}" end="${to}"/></c:comp-filter></c:comp-filter>`
      const body = `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR">${filter}</c:comp-filter></c:filter></c:calendar-query>`
      return hrefs((await report(path, body)).text).length
    }
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;RELATED=END:-PT2H', 'END:VALARM']
    const late = ['SUMMARY:Late', 'DTSTART:20280101T120000Z', 'DTEND:20280101T130000Z']
    await put(`${schedules()}late.ics`, event('late', ...late, 'RRULE:FREQ=DAILY;COUNT=2', ...alarm))
    assert.equal(await alarms('VEVENT', '20280102T105900Z', '20280102T110100Z', schedules()), 1)
    assert.equal(await alarms('VEVENT', '20280102T115900Z', '20280102T120100Z', schedules()), 0)
    const { path: chores } = await newGroup('With alarms')
    await put(
      `${chores}a.ics`,
      task('alarmed', 'SUMMARY:A', 'DUE:20280101T120000Z', 'RRULE:FREQ=WEEKLY', ...alarm),
    )
    assert.equal(await alarms('VTODO', '20280101T095900Z', '20280101T100100Z', chores), 1)
    const due = await report(
      chores,
      `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"><c:time-range start="20280115T000000Z" end="20280116T000000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
    )
    assert.equal(hrefs(due.text).length, 1)
    const seoul = (at: string) => `;TZID=Asia/Seoul:${at}`
    const moved = ['UID:bins', `RECURRENCE-ID${seoul('20290108T090000')}`, `DUE${seoul('20290109T100000')}`]
    const bins = task(
      'bins',
      'SUMMARY:Bins',
      `DTSTART${seoul('20290101T090000')}`,
      `DUE${seoul('20290101T100000')}`,
      'RRULE:FREQ=WEEKLY;COUNT=4',
      `EXDATE${seoul('20290115T090000')}`,
      'END:VTODO',
      'BEGIN:VTODO',
      ...moved,
      'SUMMARY:Bins and glass',
    )
    await put(`${chores}bins.ics`, bins)
    const rounds = async (from: string, to: string) => {
      const range = `start="${from}" end="${to}"`
      const body = `<c:calendar-query ${NAMESPACES}><d:prop><c:calendar-data><c:expand ${range}/></c:calendar-data></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"><c:time-range ${range}/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
      const answer = (await report(chores, body)).text
      return /UID:bins/.test(answer)
        ? answer.split(/(?=BEGIN:VTODO)/).filter(each => /UID:bins/.test(each))
        : []
    }
    const all = await rounds('20290101T000000Z', '20290201T000000Z')
    const times = (name: string) => all.map(each => new RegExp(`\\n${name}:(\\w+)`).exec(each)?.[1])
    assert.deepEqual(times('DUE').sort(), ['20290101T010000Z', '20290109T010000Z', '20290122T010000Z'])
    assert.deepEqual(times('RECURRENCE-ID').sort(), [
      '20290101T000000Z',
      '20290108T000000Z',
      '20290122T000000Z',
    ])
    assert.ok(!all.join('').includes('RRULE') && all.join('').includes('Bins and glass'))
    assert.deepEqual(await rounds('20290108T000000Z', '20290109T000000Z'), [], 'a round that was moved away')
    assert.deepEqual(await rounds('20290115T000000Z', '20290116T000000Z'), [], 'a deleted round')
    // Future rounds that an app has changed keep these changes.
    assert.ok((await dav('GET', `${chores}bins.ics`)).text.includes('Bins and glass'))
    await dav('DELETE', `${schedules()}late.ics`)
    const { text } = await query(
      '20260520T000000Z',
      '20260526T000000Z',
      '',
      '<c:calendar-data><c:expand start="20260520T000000Z" end="20260526T000000Z"/></c:calendar-data>',
    )
    assert.ok(!text.includes('RRULE') && !text.includes('TZID'))
    assert.deepEqual(
      [...text.matchAll(/\nDTSTART:(\w+)/g)].map(([, at]) => at),
      ['20260520T060000Z', '20260525T000000Z'],
    )
    const busy = await report(
      schedules(),
      `<c:free-busy-query ${NAMESPACES}><c:time-range start="20260520T000000Z" end="20260526T000000Z"/></c:free-busy-query>`,
    )
    assert.match(busy.text, /FREEBUSY;FBTYPE=BUSY:20260520T060000Z\/20260520T070000Z/)
    const multiget = await report(
      schedules(),
      `<c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${schedules()}q1.ics</d:href><d:href>${schedules()}none.ics</d:href></c:calendar-multiget>`,
    )
    assert.match(multiget.text, /none\.ics<\/d:href><d:status>HTTP\/1.1 404/)
    assert.match(multiget.text, /SUMMARY:Moved/)
  })

  it('refuses a fault in any condition, also if no object has the component', async () => {
    await put(`${schedules()}plain.ics`, event('plain', 'SUMMARY:P', 'DTSTART:20260710T090000Z'))
    const inEvent = (inner: string) => `<c:comp-filter name="VEVENT">${inner}</c:comp-filter>`
    const noTime = '<c:time-range start="tomorrow"/>'
    const collation = '<c:text-match collation="i;other">x</c:text-match>'
    for (const inner of [
      inEvent(`<c:comp-filter name="VALARM">${noTime}</c:comp-filter>`),
      inEvent(`<c:prop-filter name="DUE">${noTime}</c:prop-filter>`),
      inEvent(`<c:prop-filter name="SUMMARY">${collation}</c:prop-filter>`),
      inEvent(
        `<c:prop-filter name="X-NONE"><c:param-filter name="X">${collation}</c:param-filter></c:prop-filter>`,
      ),
      `<c:comp-filter name="VTODO">${noTime}</c:comp-filter>`,
    ]) {
      const filter = `<c:filter><c:comp-filter name="VCALENDAR">${inner}</c:comp-filter></c:filter>`
      const body = `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop>${filter}</c:calendar-query>`
      const { status, text } = await report(schedules(), body)
      assert.deepEqual([status, /<c:valid-filter\/>/.test(text)], [403, true], inner)
    }
    await dav('DELETE', `${schedules()}plain.ics`)
  })

  itOnce('filters by the times of Outlook zones and of dates in the zone of the person', async () => {
    const { path } = await newGroup('Zones')
    await ann.users.updatePreferences({ body: { timezone: 'Asia/Seoul' } })
    await put(
      `${path}outlook.ics`,
      task('outlook', 'SUMMARY:O', 'DUE;TZID=W. Europe Standard Time:20260910T090000'),
    )
    await put(`${path}date.ics`, task('date', 'SUMMARY:D', 'DTSTART;VALUE=DATE:20260912'))
    await put(
      `${schedules()}holiday.ics`,
      event('holiday', 'SUMMARY:H', 'DTSTART;VALUE=DATE:20260915', 'DTEND;VALUE=DATE:20260916'),
    )
    const range = (start: string, end: string) => `<c:time-range start="${start}" end="${end}"/>`
    const query = async (inner: string) => {
      const filter = `<c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO">${inner}</c:comp-filter></c:comp-filter>`
      const { status, text } = await report(
        path,
        `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop><c:filter>${filter}</c:filter></c:calendar-query>`,
      )
      return [status, ...hrefs(text).map(each => each?.split('/').at(-1))]
    }
    assert.deepEqual(await query(range('20260910T060000Z', '20260910T080000Z')), [207, 'outlook.ics'])
    assert.deepEqual(await query(range('20260910T080000Z', '20260910T090000Z')), [207])
    assert.deepEqual(await query(range('20260911T150000Z', '20260911T160000Z')), [207, 'date.ics'])
    const due = `<c:prop-filter name="DUE">${range('20260910T070000Z', '20260910T070001Z')}</c:prop-filter>`
    assert.deepEqual(await query(due), [207, 'outlook.ics'])
    const busy = await report(
      schedules(),
      `<c:free-busy-query ${NAMESPACES}>${range('20260914T000000Z', '20260917T000000Z')}</c:free-busy-query>`,
    )
    assert.match(busy.text, /FREEBUSY;FBTYPE=BUSY:20260914T150000Z\/20260915T150000Z/)
    await ann.users.updatePreferences({ body: { timezone: null } })
  })

  itOnce('takes dates in the zone that a query gives', async () => {
    const { path } = await newGroup('Query zone')
    await put(
      `${schedules()}zoned.ics`,
      event('zoned', 'SUMMARY:Z', 'DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261121'),
    )
    await put(`${path}due.ics`, task('due-date', 'SUMMARY:D', 'DTSTART;VALUE=DATE:20261120'))
    const seoul = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTIMEZONE', 'TZID:Korea', 'BEGIN:STANDARD'],
      ...['DTSTART:19700101T000000', 'TZOFFSETFROM:+0900', 'TZOFFSETTO:+0900'],
      ...['END:STANDARD', 'END:VTIMEZONE', 'END:VCALENDAR'],
    ].join('\n')
    const query = async (zone: string) => {
      const found = await Promise.all(
        [
          [schedules(), 'VEVENT'],
          [path, 'VTODO'],
        ].map(async ([where = '', name]) => {
          const range = '<c:time-range start="20261119T150000Z" end="20261119T160000Z"/>'
          const filter = `<c:comp-filter name="VCALENDAR"><c:comp-filter name="${name}">${range}</c:comp-filter></c:comp-filter>`
          const { status, text } = await report(
            where,
            `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop><c:filter>${filter}</c:filter>${zone}</c:calendar-query>`,
          )
          return [status, ...hrefs(text).map(each => each?.split('/').at(-1))]
        }),
      )
      return found
    }
    assert.deepEqual(await query(''), [[207], [207]])
    assert.deepEqual(await query(`<c:timezone>${seoul}</c:timezone>`), [
      [207, 'zoned.ics'],
      [207, 'due.ics'],
    ])
    assert.deepEqual(await query('<c:timezone>Asia/Seoul</c:timezone>'), [[403], [403]])
  })

  it('stores tasks in todo groups: a child before its parent, completion, moves', async () => {
    const { id, path } = await newGroup('List')
    const other = await newGroup('Other')
    assert.equal(
      (await put(`${path}child.ics`, task('child-uid', 'SUMMARY:Child', 'RELATED-TO:parent-uid'))).status,
      201,
    )
    const parent = await put(
      `${path}parent.ics`,
      task(
        'parent-uid',
        'SUMMARY:Parent',
        'PRIORITY:1',
        'DUE;VALUE=DATE:20260401',
        'CATEGORIES:unknown,home',
      ),
    )
    assert.ok(parent.headers.get('etag'))
    const todos = async (group = id) =>
      (await ann.todos.list({ query: { group_ids: [group] } })).toSorted((a, b) =>
        a.title.localeCompare(b.title),
      )
    const [child, root] = await todos()
    assert.deepEqual([child?.parent_id, root?.priority, root?.deadline_date], [root?.id, 3, '2026-04-01'])
    assert.match((await dav('GET', `${path}child.ics`)).text, /RELATED-TO:parent-uid/)
    // The schedule that the server creates for the deadline is not an event.
    assert.ok(
      !hrefs((await propfind(schedules(), '1', '<d:getetag/>')).text).some(each =>
        each?.includes(root?.schedules[0]?.id ?? '?'),
      ),
    )
    const done = task(
      'parent-uid',
      'SUMMARY:Parent',
      'PRIORITY:1',
      'DUE;VALUE=DATE:20260401',
      'CATEGORIES:unknown,home',
      'STATUS:COMPLETED',
      'COMPLETED:20260330T101112Z',
    )
    assert.ok((await put(`${path}parent.ics`, done)).headers.get('etag'))
    assert.deepEqual(
      (await todos()).map(each => [each.status, each.completed_at]),
      [
        ['UNSCHEDULED', null],
        ['DONE', '2026-03-30T10:11:12Z'],
      ],
    )
    await ann.todos.update({ params: { todo_id: root?.id ?? '' }, body: { status: 'UNSCHEDULED' } })
    const reopened = (await dav('GET', `${path}parent.ics`)).text
    assert.ok(
      reopened.includes('STATUS:NEEDS-ACTION') &&
        !reopened.includes('COMPLETED') &&
        reopened.includes('unknown,home'),
    )
    const before = await sync(path)
    const moved = await dav('MOVE', `${path}child.ics`, undefined, {
      destination: `http://daymark.test${other.path}child.ics`,
    })
    assert.equal(moved.status, 201)
    assert.deepEqual(
      (await todos(other.id)).map(each => each.title),
      ['Child'],
    )
    assert.equal((await dav('GET', `${other.path}child.ics`)).status, 200)
    const after = await sync(path, before.token)
    assert.deepEqual(after.gone, [`${path}child.ics`])
  })

  it('keeps trees of tasks within 32 levels: 403 for a parent that is too deep, a waiting child goes further up', async () => {
    const { id, path } = await newGroup('Deep')
    const idOf = (title: string, todos: readonly { id: string; title: string }[]) =>
      todos.find(each => each.title === title)?.id
    for (let level = 1; level <= 31; level++) {
      const parent = level === 1 ? [] : [`RELATED-TO:level-${level - 1}`]
      const { status } = await put(
        `${path}${level}.ics`,
        task(`level-${level}`, `SUMMARY:L${level}`, ...parent),
      )
      assert.equal(status, 201)
    }
    await put(`${path}grandchild.ics`, task('grandchild', 'SUMMARY:Grandchild', 'RELATED-TO:child'))
    await put(`${path}child.ics`, task('child', 'SUMMARY:Child', 'RELATED-TO:late'))
    assert.equal(
      (await put(`${path}late.ics`, task('late', 'SUMMARY:Late', 'RELATED-TO:level-31'))).status,
      201,
    )
    const todos = await ann.todos.list({ query: { group_ids: [id] } })
    const parentOf = (title: string) => todos.find(each => each.title === title)?.parent_id
    assert.equal(parentOf('Late'), idOf('L31', todos))
    assert.equal(parentOf('Child'), idOf('L30', todos), 'it has a subtodo, which takes the last level')
    assert.equal(parentOf('Grandchild'), idOf('Child', todos))
    assert.match((await dav('GET', `${path}child.ics`)).text, /RELATED-TO.*:level-30/)
    const refused = await put(`${path}deeper.ics`, task('deeper', 'SUMMARY:Deeper', 'RELATED-TO:late'))
    assert.deepEqual([refused.status, /valid-calendar-data/.test(refused.text)], [403, true])
    assert.match(refused.text, /at most 32 levels/)
  })

  it('keeps the parent of a task that is moved before its parent, and two objects never share an address', async () => {
    const [one, two] = [await newGroup('One'), await newGroup('Two')]
    const move = (from: string, to: string) => dav('MOVE', from, undefined, { destination: to })
    await put(`${one.path}parent.ics`, task('p1', 'SUMMARY:P'))
    await put(`${one.path}child.ics`, task('c1', 'SUMMARY:C', 'RELATED-TO:p1'))
    assert.equal((await move(`${one.path}child.ics`, `${two.path}child.ics`)).status, 201)
    assert.match((await dav('GET', `${two.path}child.ics`)).text, /RELATED-TO.*:p1/)
    assert.equal((await move(`${one.path}parent.ics`, `${two.path}parent.ics`)).status, 201)
    const moved = await ann.todos.list({ query: { group_ids: [two.id] } })
    assert.equal(
      moved.find(({ title }) => title === 'C')?.parent_id,
      moved.find(({ title }) => title === 'P')?.id,
    )

    await put(`${one.path}same.ics`, task('same', 'SUMMARY:Same'))
    await put(`${two.path}same.ics`, task('same', 'SUMMARY:Other'))
    const conflict = await move(`${one.path}same.ics`, `${two.path}third.ics`)
    assert.deepEqual([conflict.status, /no-uid-conflict/.test(conflict.text)], [409, true])
    const { token } = await sync(one.path)
    const todo_id = (await ann.todos.list({ query: { group_ids: [one.id] } }))[0]?.id ?? ''
    await ann.todos.update({ params: { todo_id }, body: { tag_group_id: two.id } })
    const { hrefs: names } = await sync(two.path)
    assert.deepEqual(
      names.map(each => each?.slice(two.path.length)).toSorted(),
      ['child.ics', 'parent.ics', 'same.ics', `${todo_id}.ics`].toSorted(),
    )
    assert.match((await dav('GET', `${two.path}${todo_id}.ics`)).text, new RegExp(`UID:${todo_id}`))
    // The URL that other devices have stored no longer exists, and only a full sync can report that.
    assert.equal((await sync(one.path, token)).status, 403)

    await put(`${two.path}old.ics`, task('renamed', 'SUMMARY:Renamed'))
    const known = await sync(two.path)
    assert.equal((await move(`${two.path}old.ics`, `${two.path}new.ics`)).status, 201)
    assert.equal((await sync(two.path, known.token)).status, 403)
    const fresh = await sync(two.path)
    assert.ok(fresh.hrefs.includes(`${two.path}new.ics`))
    await put(`${two.path}old.ics`, task('later', 'SUMMARY:Later'))
    assert.deepEqual((await sync(two.path, fresh.token)).hrefs, [`${two.path}old.ics`])

    // Todos created in Daymark have no stored text that could contain the parent.
    const made = async (title: string, parent_id: string | null) =>
      (await ann.todos.create({ body: { title, tag_group_id: one.id, parent_id } })).id
    const above = await made('Above', null)
    const below = await made('Below', above)
    assert.equal((await move(`${one.path}${below}.ics`, `${two.path}${below}.ics`)).status, 201)
    assert.match((await dav('GET', `${two.path}${below}.ics`)).text, new RegExp(`RELATED-TO.*:${above}`))
    assert.equal((await move(`${one.path}${above}.ics`, `${two.path}${above}.ics`)).status, 201)
    const inTwo = await ann.todos.list({ query: { group_ids: [two.id] } })
    assert.equal(inTwo.find(({ id }) => id === below)?.parent_id, above)

    await put(`${schedules()}again.ics`, event('again', 'SUMMARY:First', 'DTSTART:20260701T090000Z'))
    await dav('DELETE', `${schedules()}again.ics`)
    const [deletion] = await ann.history.list({ query: { limit: 1 } })
    await put(`${schedules()}again.ics`, event('again', 'SUMMARY:Second', 'DTSTART:20260701T090000Z'))
    await ann.history.undo({ params: { batch_id: deletion?.batch_id ?? '' } })
    assert.match((await dav('GET', `${schedules()}again.ics`)).text, /SUMMARY:Second/)
    assert.equal((await sync(schedules())).hrefs.filter(each => each?.endsWith('/again.ics')).length, 1)
  })

  it('completes tasks so that a person can undo it', async () => {
    const { id, path } = await newGroup('Undo')
    for (const [uid, ...lines] of [
      ['plain'],
      ['round', 'DUE;VALUE=DATE:20260401', 'RRULE:FREQ=DAILY'],
    ] as const) {
      await put(`${path}${uid}.ics`, task(uid, `SUMMARY:${uid}`, ...lines))
      const done = ['STATUS:COMPLETED', 'COMPLETED:20260330T101112Z', 'PERCENT-COMPLETE:100']
      await put(`${path}${uid}.ics`, task(uid, `SUMMARY:${uid}`, ...lines, ...done))
      const [last] = await ann.history.list({ query: { limit: 1 } })
      await ann.history.undo({ params: { batch_id: last?.batch_id ?? '' } })
      const found = (await ann.todos.list({ query: { group_ids: [id] } })).filter(
        ({ title }) => title === uid,
      )
      assert.deepEqual(
        found.map(each => [each.status, each.completed_at, each.recurrence_rule]),
        [['UNSCHEDULED', null, lines.length > 0 ? 'FREQ=DAILY' : null]],
      )
    }
  })

  itOnce('completes a round of a repeating task and shows the next one', async () => {
    const { path } = await newGroup('Chores')
    const body = (...more: string[]) =>
      task(
        'water',
        'SUMMARY:Water',
        'DTSTART:20300101T090000Z',
        'DUE:20300101T090000Z',
        'RRULE:FREQ=WEEKLY',
        ...more,
      )
    assert.ok((await put(`${path}water.ics`, body())).headers.get('etag'))
    const completed = await put(`${path}water.ics`, body('STATUS:COMPLETED'))
    // The completed todo no longer has a rule, so the client must read it again.
    assert.deepEqual([completed.status, completed.headers.get('etag')], [204, null])
    const texts = await report(
      path,
      `<c:calendar-query ${NAMESPACES}><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"><c:prop-filter name="RRULE"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
    )
    assert.equal(hrefs(texts.text).length, 1)
    assert.match(texts.text, /DTSTART:20300108T090000Z[\s\S]*DUE:20300108T090000Z/)
  })

  itOnce(
    'completes the round that an override completes, and keeps what is not modeled for the next round',
    async () => {
      const { id, path } = await newGroup('Rounds')
      const round = (at: string, ...more: string[]) => [
        'END:VTODO',
        'BEGIN:VTODO',
        'UID:rounds',
        `RECURRENCE-ID:${at}`,
        ...more,
      ]
      const body = task(
        'rounds',
        'SUMMARY:Bins',
        'LOCATION:Yard',
        'DTSTART:20300101T090000Z',
        'DUE:20300101T090000Z',
        'RRULE:FREQ=WEEKLY',
        ...round('20300101T090000Z', 'SUMMARY:Bins', 'STATUS:COMPLETED', 'COMPLETED:20291231T080000Z'),
        ...round('20300115T090000Z', 'SUMMARY:Bins and glass'),
      )
      assert.equal((await put(`${path}rounds.ics`, body)).status, 201)
      const todos = await ann.todos.list({ query: { group_ids: [id] } })
      const next = todos.find(each => each.status !== 'DONE')
      assert.deepEqual(
        [todos.length, todos.find(each => each.status === 'DONE')?.completed_at, next?.deadline],
        [2, '2029-12-31T08:00:00Z', '2030-01-08T09:00:00Z'],
      )
      const closed = (await dav('GET', `${path}rounds.ics`)).text
      assert.match(closed, /STATUS:COMPLETED/)
      assert.ok(!closed.includes('RRULE') && !closed.includes('RECURRENCE-ID'))
      const open = (await dav('GET', `${path}${next?.id}.ics`)).text
      assert.match(open, /LOCATION:Yard/)
      assert.match(open, /RECURRENCE-ID:20300115T090000Z\r\nSUMMARY:Bins and glass/)
      assert.ok(!open.includes('COMPLETED') && !open.includes('UID:rounds'))
    },
  )

  itOnce('stores alarms as reminders, also of one occurrence, and writes reminders as alarms', async () => {
    const path = `${schedules()}alarms.ics`
    const alarm = (trigger: string) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Soon',
      `TRIGGER:${trigger}`,
      'END:VALARM',
    ]
    const body = event(
      'alarms',
      'SUMMARY:Class',
      'DTSTART:20270301T090000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=3',
      ...alarm('-PT15M'),
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:alarms',
      'RECURRENCE-ID:20270302T090000Z',
      'SUMMARY:Class',
      'DTSTART:20270302T090000Z',
      'DURATION:PT1H',
      ...alarm('-PT1H'),
    )
    assert.ok((await put(path, body)).headers.get('etag'))
    const days = { start_date: '2027-03-01', end_date: '2027-03-04' }
    const classes = async () =>
      (await ann.schedules.list({ query: days })).filter(each => each.title === 'Class')
    const listed = await classes()
    assert.deepEqual(
      listed.map(each => each.reminders),
      [[{ minutes_before: 15 }], [{ minutes_before: 60 }], [{ minutes_before: 15 }]],
    )
    const seriesId = listed[0]?.parent_id ?? ''
    await ann.schedules.update({
      params: { schedule_id: seriesId },
      body: { reminders: [{ minutes_before: 15 }, { at_time: '08:00', days_before: 1 }] },
      query: { apply_to: 'all' },
    })
    const changed = (await dav('GET', path)).text
    assert.match(changed, /TRIGGER:-PT15M[\s\S]*TRIGGER:-PT25H\r\nX-DAYMARK-AT-TIME:08:00/)
    assert.equal((await put(path, changed)).status, 204)
    assert.deepEqual((await classes()).at(-1)?.reminders, [
      { minutes_before: 15 },
      { at_time: '08:00', days_before: 1 },
    ])
    const group = await newGroup('Reminded')
    await put(
      `${group.path}a.ics`,
      task('a', 'SUMMARY:A', 'DUE:20270301T090000Z', ...alarm('-PT5M')).replace(
        'TRIGGER:',
        'TRIGGER;RELATED=END:',
      ),
    )
    const [todo] = await ann.todos.list({ query: { group_ids: [group.id] } })
    assert.deepEqual(todo?.reminders, [{ minutes_before: 5 }])
    await ann.todos.update({ params: { todo_id: todo?.id ?? '' }, body: { reminders: [] } })
    assert.ok(!(await dav('GET', `${group.path}a.ics`)).text.includes('VALARM'))
    await dav('DELETE', path)
  })

  it('syncs what changed and what is gone, in pages, and refuses unknown tokens', async () => {
    const { path } = await newGroup('Synced')
    for (const name of ['a', 'b', 'c']) await put(`${path}${name}.ics`, task(name, `SUMMARY:${name}`))
    const first = await sync(path, '', 2)
    assert.match(first.text, /507/)
    assert.equal(first.hrefs.length, 3)
    const rest = await sync(path, first.token, 2)
    assert.equal(rest.hrefs.length, 1)
    assert.deepEqual((await sync(path, rest.token)).hrefs, [])
    await put(`${path}a.ics`, task('a', 'SUMMARY:A'))
    await dav('DELETE', `${path}b.ics`)
    const next = await sync(path, rest.token)
    assert.deepEqual(next.hrefs.toSorted(), [`${path}a.ics`, `${path}b.ics`])
    assert.deepEqual(next.gone, [`${path}b.ics`])
    const unplaced = first.token.replace(/:[\d_-]+:(?=[\da-f-]{36}$)/, ':0:')
    const noId = first.token.replace(/[\da-f-]{36}$/, '-'.repeat(36))
    for (const bad of ['urn:daymark:sync:999999', 'urn:other', 'x', unplaced, noId]) {
      const { status, text } = await sync(path, bad)
      assert.equal(status, 403)
      assert.match(text, /<d:valid-sync-token\/>/)
    }
    // Restoring from the trash puts the object back at its URL, with the client's text.
    const [batch] = await ann.history.trash()
    await ann.history.restore({ params: { batch_id: batch?.batch_id ?? '' } })
    assert.match((await dav('GET', `${path}b.ics`)).text, /UID:b\r\n/)
  })

  it('a first sync in pages misses no object that changes its place meanwhile', async () => {
    const { path } = await newGroup('Moving')
    const names = ['a', 'b', 'c', 'd', 'e'].map(name => `${path}${name}.ics`)
    for (const [at, name] of names.entries()) await put(name, task(`moving-${at}`, `SUMMARY:${at}`))
    const seen = new Set<string | undefined>()
    const page = async (token: string) => {
      const { text, hrefs: found, token: next } = await sync(path, token, 2)
      for (const each of found) if (each !== path) seen.add(each)
      return { next, more: text.includes('507') }
    }
    let { next, more } = await page('')
    // Done todos are at the end of the list, so completing these changes their positions.
    for (const [at, name] of names.entries())
      if (at % 2 === 0) await put(name, task(`moving-${at}`, `SUMMARY:${at}`, 'STATUS:COMPLETED'))
    while (more) ({ next, more } = await page(next))
    await page(next)
    assert.deepEqual([...seen].toSorted(), names)
  })

  it('a list in steps has each object once, also if it changes its place meanwhile', async () => {
    const { path } = await newGroup('Steps')
    const names = ['a', 'b', 'c', 'd', 'e'].map(name => `${name}.ics`)
    const done = 'STATUS:COMPLETED'
    for (const [at, name] of names.entries())
      await put(`${path}${name}`, task(`steps-${at}`, `SUMMARY:${at}`, ...(at === 0 ? [done] : [])))
    const { calendarObjects, actor } = inside()
    const collection = await calendarObjects.collection(actor, path.slice(home.length, -1))
    assert.ok(collection)
    const seen: string[] = []
    for await (const some of calendarObjects.listAll(collection, 2)) {
      // Done todos are at the end: this moves the first sent todo to the end, and the last todo to the front.
      if (seen.length === 0) {
        const sent = names.indexOf(some[0]?.name ?? '')
        await put(`${path}${names[sent]}`, task(`steps-${sent}`, `SUMMARY:${sent}`, done))
        await put(`${path}a.ics`, task('steps-0', 'SUMMARY:0', 'DUE:20200101T000000Z'))
      }
      seen.push(...some.map(({ name }) => name))
    }
    assert.deepEqual(seen.toSorted(), names)
  })

  it('asks an app to sync a collection only if an item of its kind has changed', async () => {
    const { id: tag_group_id, path } = await newGroup('Quiet')
    const todo = await ann.todos.create({ body: { title: 'Quiet', tag_group_id } })
    await put(`${schedules()}quiet.ics`, event('quiet', 'DTSTART:20260801T090000Z'))
    const marks = async (of: string) => {
      const { text } = await propfind(of, '0', '<d:sync-token/><cs:getctag/>')
      const [token, tag] = [/<d:sync-token>(.*?)</, /<cs:getctag>(.*?)</].map(each => each.exec(text)?.[1])
      assert.ok(token && tag?.includes(token), text)
      return token
    }
    const differ = async (change: () => Promise<unknown>) => {
      const before = [await marks(schedules()), await marks(path)]
      await change()
      const after = [await marks(schedules()), await marks(path)]
      return before.map((token, at) => token !== after[at])
    }
    const quiet = {
      timer: () =>
        ann.timers.addRecord({
          body: {
            title: 'Quiet',
            segments: [{ start: '2026-01-01T09:00:00Z', end: '2026-01-01T10:00:00Z' }],
          },
        }),
      tag: () => ann.tags.create({ body: { name: 'quiet', color: '#445566', group_id: tag_group_id } }),
      preferences: () => ann.users.updatePreferences({ body: { week_start: 0 } }),
    }
    for (const [name, change] of Object.entries(quiet))
      assert.deepEqual(await differ(change), [false, false], name)
    const params = { todo_id: todo.id }
    const loud: [change: () => Promise<unknown>, expected: boolean[]][] = [
      [() => ann.todos.update({ params, body: { title: 'Loud' } }), [false, true]],
      [() => dav('DELETE', `${schedules()}quiet.ics`), [true, false]],
      [() => ann.todos.update({ params, body: { deadline: '2026-08-01T09:00:00Z' } }), [true, true]],
      [() => ann.todos.remove({ params }), [true, true]],
    ]
    for (const [change, expected] of loud) assert.deepEqual(await differ(change), expected, String(change))
    const [deletion] = await ann.history.trash()
    const restore = () => ann.history.restore({ params: { batch_id: deletion?.batch_id ?? '' } })
    assert.deepEqual(await differ(restore), [true, true])
    // A token from before a quiet change misses nothing after it.
    const { token } = await sync(path)
    await ann.tags.create({ body: { name: 'quieter', color: '#445566', group_id: tag_group_id } })
    assert.deepEqual((await sync(path, token)).hrefs, [])
    await put(`${path}late.ics`, task('late', 'SUMMARY:Late'))
    assert.deepEqual((await sync(path, token)).hrefs, [`${path}late.ics`])
  })

  it('reports nothing as gone that was not there, such as the hidden entries of deadlines', async () => {
    const [{ id: tag_group_id, path }, other, third] = [
      await newGroup('From'),
      await newGroup('Through'),
      await newGroup('To'),
    ]
    const deadline = '2026-09-07T09:00:00Z'
    const tag = await ann.tags.create({ body: { name: 'hidden', color: '#445566', group_id: tag_group_id } })
    const body = { title: 'Hidden', tag_group_id, deadline, tag_ids: [tag.id] }
    const gone = async (of: string, token: string) => (await sync(of, token)).gone
    const create = async (more: object = {}) => {
      const todo = await ann.todos.create({ body: { ...body, ...more } })
      const schedule_id = todo.schedules[0]?.id ?? ''
      return { todo_id: todo.id, schedule_id, path: `${schedules()}${schedule_id}.ics` }
    }
    const start = await sync(schedules())
    const hidden = await create()
    assert.deepEqual(await gone(schedules(), start.token), [], 'created')
    const created = await sync(schedules())
    await ann.todos.update({
      params: { todo_id: hidden.todo_id },
      body: { title: 'Later', deadline: '2026-09-08T09:00:00Z', tag_ids: [] },
    })
    assert.deepEqual(await gone(schedules(), created.token), [], 'changed')
    const dated = await create({ deadline: '2026-09-09' })
    const both = await sync(schedules())
    for (const { todo_id } of [hidden, dated]) await ann.todos.remove({ params: { todo_id } })
    assert.deepEqual(await gone(schedules(), both.token), [], 'deleted')
    assert.deepEqual(await gone(schedules(), start.token), [], 'created and deleted')

    const [shown, erased] = [await create(), await create()]
    for (const { schedule_id } of [shown, erased])
      await ann.schedules.update({ params: { schedule_id }, body: { title: 'Shown' } })
    const seen = await sync(schedules())
    await ann.schedules.remove({ params: { schedule_id: erased.schedule_id } })
    const [deletion] = await ann.history.trash()
    await ann.history.erase({ params: { batch_id: deletion?.batch_id ?? '' } })
    assert.deepEqual(await gone(schedules(), seen.token), [erased.path], 'erased')
    await ann.schedules.update({ params: { schedule_id: shown.schedule_id }, body: { title: 'Hidden' } })
    const both2 = [shown.path, erased.path].toSorted()
    assert.deepEqual((await gone(schedules(), seen.token)).toSorted(), both2, 'hidden again')
    await ann.schedules.remove({ params: { schedule_id: shown.schedule_id } })
    assert.deepEqual((await gone(schedules(), seen.token)).toSorted(), both2, 'deleted while hidden')

    // An app knows what it has sent, even if its token is older.
    const before = await sync(schedules())
    await put(`${schedules()}sent.ics`, event('sent', 'DTSTART:20260917T090000Z', 'DURATION:PT1H'))
    const sent = await ann.schedules.list({ query: { start_date: '2026-09-17', end_date: '2026-09-18' } })
    assert.equal(sent.length, 1)
    for (const { id } of sent) await ann.schedules.remove({ params: { schedule_id: id } })
    assert.deepEqual(await gone(schedules(), before.token), [`${schedules()}sent.ics`])

    const moved = await ann.todos.create({ body: { title: 'Moved', tag_group_id } })
    const [from, through] = [await sync(path), await sync(other.path)]
    for (const group of [other.id, third.id])
      await ann.todos.update({ params: { todo_id: moved.id }, body: { tag_group_id: group } })
    assert.deepEqual(await gone(path, from.token), [`${path}${moved.id}.ics`])
    assert.deepEqual(await gone(other.path, through.token), [])
    const name = `${other.path}${moved.id}.ics`
    await dav('MOVE', `${third.path}${moved.id}.ics`, undefined, { destination: name })
    assert.deepEqual((await sync(other.path, through.token)).hrefs, [name])
  })

  it('does not report an address as gone where another object is by now', async () => {
    const path = `${schedules()}reused.ics`
    await put(path, event('reused', 'SUMMARY:One', 'DTSTART:20260801T090000Z'))
    const { token } = await sync(schedules())
    await dav('DELETE', path)
    await put(path, event('reused', 'SUMMARY:Two', 'DTSTART:20260801T090000Z'))
    const { hrefs: changed, gone } = await sync(schedules(), token)
    assert.deepEqual([changed, gone], [[path], []])
  })

  it('creates, renames and deletes lists, and keeps what clients store about collections', async () => {
    const path = `${home}My%20Tasks/`
    const components = (names: readonly string[]) =>
      `<c:supported-calendar-component-set>${names.map(name => `<c:comp name="${name}"/>`).join('')}</c:supported-calendar-component-set>`
    const make = (...names: string[]) =>
      dav(
        'MKCALENDAR',
        path,
        `<c:mkcalendar ${NAMESPACES}><d:set><d:prop><d:displayname>Tasks</d:displayname><ic:calendar-order>7</ic:calendar-order>${components(names)}</d:prop></d:set></c:mkcalendar>`,
      )
    for (const names of [['VEVENT'], ['VEVENT', 'VTODO'], ['VTODO', 'VJOURNAL']]) {
      const refused = await make(...names)
      assert.equal(refused.status, 403)
      assert.match(refused.text, /<c:supported-calendar-component\/>/)
    }
    assert.equal((await make('VTODO')).status, 201)
    assert.equal((await make('VTODO')).status, 405)
    assert.equal((await put(`${path}t.ics`, task('t', 'SUMMARY:T'))).status, 201)
    const patched = await dav(
      'PROPPATCH',
      path,
      `<d:propertyupdate ${NAMESPACES}><d:set><d:prop><d:displayname>Renamed</d:displayname><ic:calendar-color>#ff000080</ic:calendar-color></d:prop></d:set></d:propertyupdate>`,
    )
    assert.equal(patched.status, 207)
    const read = await propfind(path, '0', '<d:displayname/><ic:calendar-color/><ic:calendar-order/>')
    assert.match(read.text, /Renamed<.*#FF0000FF<.*<ic:calendar-order>7</)
    const refused = await dav(
      'PROPPATCH',
      path,
      `<d:propertyupdate ${NAMESPACES}><d:set><d:prop><d:getetag>x</d:getetag></d:prop></d:set></d:propertyupdate>`,
    )
    assert.match(refused.text, /403.*cannot-modify-protected-property/)
    const paint = (color: string) =>
      dav(
        'PROPPATCH',
        path,
        `<d:propertyupdate ${NAMESPACES}><d:set><d:prop><ic:calendar-color>${color}</ic:calendar-color></d:prop></d:set></d:propertyupdate>`,
      )
    assert.match((await paint('blue')).text, /200 OK/)
    assert.match((await propfind(path, '0', '<ic:calendar-color/>')).text, /#0000FFFF</)
    assert.match((await paint('reddish')).text, /409/)
    assert.equal((await dav('DELETE', path)).status, 403)
    await dav('DELETE', `${path}t.ics`)
    assert.equal((await dav('DELETE', path)).status, 204)
    assert.equal((await propfind(path, '0', '<d:displayname/>')).status, 404)
    assert.equal((await dav('DELETE', schedules())).status, 403)
    const mkcol = await dav(
      'MKCOL',
      `${home}ext/`,
      `<d:mkcol ${NAMESPACES}><d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>${components(['VTODO'])}</d:prop></d:set></d:mkcol>`,
    )
    assert.equal(mkcol.status, 201)
  })

  it('brings a deleted list back at the address that a client chose, unless another list has it by now', async () => {
    const path = `${home}chosen/`
    const make = () => dav('MKCALENDAR', path)
    const undo = async () => {
      const [last] = await ann.history.list({ query: { limit: 1 } })
      await ann.history.undo({ params: { batch_id: last?.batch_id ?? '' } })
    }
    assert.equal((await make()).status, 201)
    await dav('DELETE', path)
    await undo()
    assert.equal((await propfind(path, '0', '<d:displayname/>')).status, 207)
    assert.ok(hrefs((await propfind(home, '1', '<d:displayname/>')).text).includes(path))
    await dav('DELETE', path)
    const [deletion] = await ann.history.list({ query: { limit: 1 } })
    assert.equal((await make()).status, 201)
    await put(`${path}new.ics`, task('in the new list', 'SUMMARY:New'))
    await ann.history.undo({ params: { batch_id: deletion?.batch_id ?? '' } })
    assert.equal((await dav('GET', `${path}new.ics`)).status, 200)
  })

  it('shows holidays at their address after a list that a client had created there was deleted', async () => {
    await ann.users.updatePreferences({ body: { holiday_country: 'none' } })
    assert.equal((await dav('MKCALENDAR', `${home}holidays/`)).status, 201)
    await dav('DELETE', `${home}holidays/`)
    await ann.users.updatePreferences({ body: { holiday_country: 'KR' } })
    const { text } = await propfind(`${home}holidays/`, '0', '<c:supported-calendar-component-set/>')
    assert.match(text, /name="VEVENT"/)
  })

  itOnce('adds the included properties to all properties', async () => {
    const path = `${schedules()}include.ics`
    await put(path, event('include', 'SUMMARY:Include', 'DTSTART:20260801T090000Z'))
    const ask = (more: string, of = path) =>
      dav('PROPFIND', of, `<d:propfind ${NAMESPACES}>${more}</d:propfind>`, { depth: '0' })
    assert.doesNotMatch((await ask('<d:allprop/>')).text, /getcontentlength|calendar-data/)
    const both = '<d:getcontentlength/><c:calendar-data/><d:getetag/><d:nothing/>'
    const { text } = await ask(`<d:allprop/><d:include>${both}</d:include>`)
    assert.match(text, /<d:getcontentlength>\d+<.*SUMMARY:Include/s)
    assert.match(text, /<d:getlastmodified>/)
    assert.equal(text.split('<d:getetag>').length, 2)
    assert.match(text, /<d:nothing\/><\/d:prop><d:status>HTTP\/1.1 404/)
    const reports = '<d:allprop/><d:include><d:supported-report-set/></d:include>'
    assert.match((await ask(reports, schedules())).text, /<d:supported-report-set><d:supported-report>/)
    assert.match((await ask('<d:propname/>', schedules())).text, /<d:supported-report-set\/>/)
  })

  it('answers for each address of a multiget, also for those that cannot be read', async () => {
    const path = `${schedules()}known.ics`
    await put(path, event('known', 'SUMMARY:Known', 'DTSTART:20260801T090000Z'))
    const unreadable = ['%zz.ics', '%.ics', '%ff%fe.ics', '%00.ics', '%ED%A0%80.ics'].map(
      each => `${schedules()}${each}`,
    )
    const asked = [...unreadable, 'http://[/', '//', '%', path]
    const { status, text } = await report(
      schedules(),
      `<c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/></d:prop>${asked.map(each => `<d:href>${each}</d:href>`).join('')}</c:calendar-multiget>`,
    )
    assert.equal(status, 207)
    assert.deepEqual(hrefs(text).sort(), asked.sort())
    assert.equal(text.split('HTTP/1.1 404').length, asked.length)
    for (const each of unreadable)
      for (const method of ['GET', 'PUT', 'PROPFIND', 'DELETE'])
        assert.equal((await dav(method, each, undefined, { depth: '0' })).status, 404, `${method} ${each}`)
  })

  it('changes all properties of a collection or none, and never those of an object', async () => {
    const { id } = await ann.tags.createGroup({
      body: { name: 'Whole', color: '#112233', is_todo_group: true, description: 'First' },
    })
    const path = `${home}todos-${id}/`
    const patch = (prop: string, at = path) =>
      dav(
        'PROPPATCH',
        at,
        `<d:propertyupdate ${NAMESPACES}><d:set><d:prop>${prop}</d:prop></d:set></d:propertyupdate>`,
      )
    const shown = async () => (await dav('PROPFIND', path, undefined, { depth: '0' })).text
    const before = await shown()
    const many = Array.from({ length: 60 }, (_, at) => `<x:p${at} xmlns:x="urn:x">v</x:p${at}>`).join('')
    const order = '<ic:calendar-order>77</ic:calendar-order>'
    const empty = await patch(`${order}<d:displayname> </d:displayname>`)
    assert.equal(empty.status, 207)
    assert.match(empty.text, /<d:displayname\/><\/d:prop><d:status>HTTP\/1.1 409.*424/)
    assert.equal((await patch(order + many)).status, 409)
    for (const name of ['d:principal-collection-set', 'c:supported-collation-set', 'c:max-date-time'])
      assert.match((await patch(`${order}<${name}>x</${name}>`)).text, /403.*424/, name)
    const long = `<x:${'p'.repeat(600)} xmlns:x="urn:x"/>`
    assert.match((await patch(long)).text, /403/)
    assert.equal((await put(`${path}t.ics`, task('whole', 'SUMMARY:T'))).status, 201)
    const ofObject = await patch('<d:displayname>Hijacked</d:displayname>', `${path}t.ics`)
    assert.match(ofObject.text, /t\.ics<\/d:href>.*HTTP\/1.1 403/)
    assert.equal((await patch('<d:displayname>x</d:displayname>', `${path}none.ics`)).status, 404)
    const tokens = /urn:daymark:sync:\d+/g
    assert.equal((await shown()).replace(tokens, ''), before.replace(tokens, ''))
    await patch(
      `<d:displayname>Both</d:displayname>${order}<c:calendar-description>a &amp; b</c:calendar-description>`,
    )
    const read = await propfind(path, '0', '<d:displayname/><ic:calendar-order/><c:calendar-description/>')
    assert.match(read.text, /Both<.*>77<.*<c:calendar-description>a &amp; b</)
    const group = await ann.tags.getGroup({ params: { group_id: id } })
    assert.deepEqual([group.name, group.description], ['Both', 'a & b'])
    await dav(
      'PROPPATCH',
      path,
      `<d:propertyupdate ${NAMESPACES}><d:remove><d:prop><c:calendar-description/></d:prop></d:remove></d:propertyupdate>`,
    )
    assert.equal((await ann.tags.getGroup({ params: { group_id: id } })).description, null)
  })

  it('creates a list with all its properties or not at all, and shortens names', async () => {
    const make = (segment: string, prop = '') =>
      dav(
        'MKCALENDAR',
        `${home}${segment}/`,
        `<c:mkcalendar ${NAMESPACES}><d:set><d:prop>${prop}</d:prop></d:set></c:mkcalendar>`,
      )
    const names = async () => (await ann.tags.listGroups()).map(({ name }) => name)
    const before = await names()
    const many = Array.from({ length: 60 }, (_, at) => `<x:p${at} xmlns:x="urn:x">v</x:p${at}>`).join('')
    assert.equal((await make('many', many)).status, 409)
    assert.equal((await make('huge', `<x:p xmlns:x="urn:x">${'v'.repeat(10_000)}</x:p>`)).status, 403)
    assert.equal((await make('n'.repeat(4_000))).status, 404)
    assert.deepEqual(await names(), before)
    const racing = await Promise.all(Array.from({ length: 5 }, () => make('raced')))
    assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 405, 405, 405, 405])
    assert.equal((await names()).filter(name => name === 'raced').length, 1)
    assert.equal((await make('%20')).status, 201)
    assert.ok((await names()).includes('Tasks'))
    const first =
      '<ic:calendar-order>7</ic:calendar-order><c:calendar-description>Text</c:calendar-description>'
    assert.equal((await make('again', first)).status, 201)
    const again = (await ann.tags.listGroups()).find(({ name }) => name === 'again')
    assert.equal(again?.description, 'Text')
    await ann.tags.deleteGroup({ params: { group_id: again?.id ?? '' } })
    assert.equal((await make('again')).status, 201)
    const read = await propfind(`${home}again/`, '0', '<ic:calendar-order/>')
    assert.doesNotMatch(read.text, />7</, 'the new list has the properties of the old one')
  })

  it('stores or refuses long UIDs on both databases, and keeps parents that cannot exist', async () => {
    const { path } = await newGroup('Long UIDs')
    // Random syllables, because PostgreSQL compresses repeated ones before it indexes them.
    const syllables = (count: number) =>
      Array.from({ length: count }, () =>
        String.fromCharCode(0xac00 + Math.floor(Math.random() * 11_000)),
      ).join('')
    const long = await put(`${path}long.ics`, task(syllables(1_000), 'SUMMARY:T'))
    assert.equal(long.status, 403)
    assert.match(long.text, /valid-calendar-data.*at most 1024 characters and 2048 bytes/)
    assert.equal((await put(`${path}fits.ics`, task(syllables(600), 'SUMMARY:T'))).status, 201)
    const child = task('child of nobody', 'SUMMARY:T', `RELATED-TO:${syllables(3_000)}`)
    assert.equal((await put(`${path}child.ics`, child)).status, 201)
    assert.equal((await dav('GET', `${path}child.ics`)).text, child)
  })

  it('answers reports and GET of an object or a list that does not exist with 404, and a query of one object with that one', async () => {
    const path = `${schedules()}only.ics`
    await put(path, event('only', 'SUMMARY:Only', 'DTSTART:20270801T090000Z'))
    await put(`${schedules()}other.ics`, event('other', 'SUMMARY:Other', 'DTSTART:20270801T090000Z'))
    const query = `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`
    assert.deepEqual(hrefs((await report(path, query)).text), [path])
    assert.equal((await report(`${schedules()}none.ics`, query)).status, 404)
    const synced = await report(
      path,
      `<d:sync-collection ${NAMESPACES}><d:sync-token/><d:prop/></d:sync-collection>`,
    )
    assert.equal(synced.status, 403)
    assert.match(synced.text, /supported-report/)
    assert.equal((await dav('GET', `${home}none/`)).status, 404)
    assert.equal((await dav('GET', schedules())).status, 200)
  })

  it('leaves a task that waits for its parent where a person has put it meanwhile', async () => {
    const { id, path } = await newGroup('Waiting')
    await put(`${path}child.ics`, task('waiting child', 'SUMMARY:Child', 'RELATED-TO:late parent'))
    const [child] = await ann.todos.list({ query: { group_ids: [id] } })
    const chosen = await ann.todos.create({ body: { title: 'Chosen', tag_group_id: id } })
    const params = { todo_id: child?.id ?? '' }
    await ann.todos.update({ params, body: { parent_id: chosen.id } })
    await put(`${path}late.ics`, task('late parent', 'SUMMARY:Late'))
    assert.match((await dav('GET', `${path}child.ics`)).text, new RegExp(`RELATED-TO.*:${chosen.id}`))
    const read = await ann.todos.get({ params })
    assert.equal('parent_id' in read && read.parent_id, chosen.id)
  })

  it('takes a task and its subtask that an app swaps, in either order', async () => {
    for (const order of ['upper first', 'lower first']) {
      const { id, path } = await newGroup(order)
      const [upper, lower] = [`upper of ${order}`, `lower of ${order}`]
      await put(`${path}u.ics`, task(upper, 'SUMMARY:Upper'))
      await put(`${path}l.ics`, task(lower, 'SUMMARY:Lower', `RELATED-TO:${upper}`))
      const below = task(upper, 'SUMMARY:Upper', `RELATED-TO:${lower}`)
      const writes = [
        () => put(`${path}u.ics`, below),
        () => put(`${path}l.ics`, task(lower, 'SUMMARY:Lower')),
      ]
      for (const write of order === 'upper first' ? writes : writes.toReversed())
        assert.equal((await write()).status, 204)
      assert.equal((await dav('GET', `${path}u.ics`)).text, below)
      const listed = await ann.todos.list({ query: { group_ids: [id] } })
      const byTitle = new Map(listed.map(todo => [todo.title, todo]))
      assert.equal(byTitle.get('Upper')?.parent_id, byTitle.get('Lower')?.id)
      assert.equal(byTitle.get('Lower')?.parent_id, null)
    }
  })

  it('finds only the person who asks, and says which reports a home has', async () => {
    const search = (what: string, path = '/dav/') =>
      dav(
        'REPORT',
        path,
        `<d:principal-property-search ${NAMESPACES}>${what}<d:prop><d:displayname/></d:prop></d:principal-property-search>`,
      )
    const byName = (name: string) =>
      `<d:property-search><d:prop><d:displayname/></d:prop><d:match>${name}</d:match></d:property-search>`
    const { email } = await ann.users.me()
    const other = await server.join()
    const { email: stranger } = await other.client.users.me()
    for (const what of [byName(email?.slice(0, 5).toUpperCase() ?? ''), '']) {
      const { status, text } = await search(what)
      assert.equal(status, 207)
      assert.deepEqual(text.match(/<d:href>[^<]*/g), [`<d:href>${home}`])
    }
    for (const what of [byName(stranger ?? ''), byName('nobody')])
      assert.doesNotMatch((await search(what, home)).text, /<d:response>/)
    const properties = await dav('REPORT', home, '<d:principal-search-property-set xmlns:d="DAV:"/>')
    assert.match(properties.text, /<d:principal-search-property><d:prop><d:displayname\/>/)
    const unknown = await dav('REPORT', home, '<d:expand-property xmlns:d="DAV:"/>')
    assert.match(unknown.text, /<d:supported-report/)
    assert.equal(unknown.status, 403)
  })

  it('keeps what is not modeled in both parts of a series that is split', async () => {
    await put(
      `${schedules()}split.ics`,
      event(
        ...[
          'split',
          'SUMMARY:Split',
          'DTSTART:20260601T090000Z',
          'DURATION:PT1H',
          'RRULE:FREQ=DAILY;COUNT=6',
        ],
        ...['EXDATE:20260602T090000Z,20260605T090000Z', 'ATTENDEE:mailto:bob@example.org', 'X-KEPT:yes'],
      ),
    )
    const query = { start_date: '2026-06-01', end_date: '2026-06-08' }
    const [first] = (await ann.schedules.list({ query })).filter(({ title }) => title === 'Split')
    const later = await ann.schedules.update({
      params: { schedule_id: first?.parent_id ?? '' },
      query: { instance_start: '2026-06-04T09:00:00Z', apply_to: 'following' },
      body: { title: 'Later' },
    })
    const { text } = await dav('GET', `${schedules()}${later.id}.ics`)
    for (const line of [
      ...[`UID:${later.id}`, 'SUMMARY:Later', 'DTSTART:20260604T090000Z', 'RRULE:FREQ=DAILY;COUNT=3'],
      ...['EXDATE:20260605T090000Z', 'ATTENDEE:mailto:bob@example.org', 'X-KEPT:yes'],
    ])
      assert.ok(text.includes(`\r\n${line}\r\n`), `${line} in ${text}`)
    assert.equal(text.includes('20260602'), false)
    assert.match((await dav('GET', `${schedules()}split.ics`)).text, /COUNT=3\r\n.*X-KEPT:yes/s)
  })

  it('each new part of a split series takes the guests of its own first part, and other series take none', async () => {
    const repeating = (uid: string, hour: string) =>
      event(
        ...[uid, `SUMMARY:${uid}`, `DTSTART:20260601T${hour}0000Z`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY'],
        `ATTENDEE:mailto:${uid}@example.org`,
      )
    const query = { start_date: '2026-06-01', end_date: '2026-06-02' }
    const ids: string[] = []
    for (const [uid, hour] of [
      ['guests-1', '09'],
      ['guests-2', '10'],
      ['guests-3', '11'],
    ] as const) {
      await put(`${schedules()}${uid}.ics`, repeating(uid, hour))
      const found = (await ann.schedules.list({ query })).find(({ title }) => title === uid)
      ids.push(found?.parent_id ?? '')
      const params = { schedule_id: found?.parent_id ?? '' }
      await ann.schedules.update({ params, body: { visibility: { level: 'friends' } } })
    }
    const guestsOf = async (id: string) =>
      /ATTENDEE.*mailto:(.*)@/.exec((await dav('GET', `${schedules()}${id}.ics`)).text)?.[1]
    const [one = '', two = '', three = ''] = ids
    const { storage: recorded, actor } = inside()
    const split = async (tx: RequestTx, id: string, start: string) => {
      const address = { instance_start: start, apply_to: 'following' as const }
      return (await updateSchedule(tx, id, address, { title: 'Rest' }, utc)).schedule.id
    }
    const create = async (tx: RequestTx) => {
      const times = { start_time: '2026-06-20T09:00:00Z', end_time: '2026-06-20T10:00:00Z' }
      const entry = { title: 'Unrelated', ...times, recurrence_rule: 'FREQ=DAILY' }
      return (await createSchedule(tx, entry, utc)).schedule.id
    }
    const together = <T>(run: (tx: RequestTx) => Promise<T>) =>
      write(recorded, { actor, cause: newCause({ actor_id: actor.id }) }, { run }, undefined)
    const made = await together(async tx => [
      await create(tx),
      await split(tx, one, '2026-06-03T09:00:00Z'),
      await create(tx),
      await split(tx, two, '2026-06-04T10:00:00Z'),
      await create(tx),
    ])
    const guests: (string | undefined)[] = []
    for (const id of made) guests.push(await guestsOf(id))
    assert.deepEqual(guests, [undefined, 'guests-1', undefined, 'guests-2', undefined])
    // A shortened series has no second part, even if another series begins at the same time.
    const other = await together(async tx => {
      const id = await create(tx)
      await updateSchedule(tx, three, {}, { recurrence_end: '2026-06-05T11:00:00Z' }, utc)
      return id
    })
    assert.equal(await guestsOf(other), undefined)
  })

  it('names the precondition that a write violates', async () => {
    const good = event('conflict', 'DTSTART:20260301T090000Z')
    await put(`${schedules()}first.ics`, good)
    const cases: [body: string, condition: string][] = [
      [good, 'no-uid-conflict'],
      [task('x', 'SUMMARY:x'), 'supported-calendar-component'],
      ['BEGIN:VCALENDAR\r\nEND:VEVENT', 'valid-calendar-data'],
      [event('x', 'SUMMARY:no start'), 'valid-calendar-data'],
      [event('x', 'DTSTART:18000101T000000Z'), 'valid-calendar-data'],
      [event('x', 'DTSTART:20260301T090000Z', 'RRULE:FREQ=SECONDLY'), 'valid-calendar-data'],
      [event('x', 'DTSTART:20260301T090000Z').replace('UID:x\r\n', ''), 'valid-calendar-data'],
      [
        event(
          'x',
          'DTSTART:20260301T090000Z',
          'END:VEVENT',
          'BEGIN:VEVENT',
          'UID:y',
          'DTSTART:20260301T090000Z',
        ),
        'valid-calendar-object-resource',
      ],
      [event('x', 'DTSTART:20260301T090000Z', 'SUMMARY:\u0000'), 'valid-calendar-data'],
    ]
    for (const [body, condition] of cases) {
      const { status, text } = await put(`${schedules()}second.ics`, body)
      assert.match(text, new RegExp(`<c:${condition}`), text)
      assert.equal(status, condition === 'no-uid-conflict' ? 409 : 403)
    }
    // Two devices must not replace each other's objects (RFC 4791, 5.3.2.1).
    const replaced = await put(`${schedules()}first.ics`, event('other', 'DTSTART:20260301T090000Z'))
    assert.deepEqual([replaced.status, /<c:no-uid-conflict/.test(replaced.text)], [409, true])
    const big = event('big', 'DTSTART:20260301T090000Z', `DESCRIPTION:${'x'.repeat(1_000_000)}`)
    assert.equal((await put(`${schedules()}big.ics`, big)).status, 201)
    assert.equal((await dav('GET', `${schedules()}big.ics`)).text, big)
    const huge = await put(`${schedules()}huge.ics`, event('huge', `DESCRIPTION:${'x'.repeat(3_000_000)}`))
    assert.equal(huge.status, 413)
    assert.match(huge.text, /<c:max-resource-size/)
  })

  itOnce('answers hostile XML with a status below 500', async () => {
    const bodies = [
      '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
      '<a>'.repeat(20_000),
      '<a/><b/>',
      'not xml',
      '<d:propfind xmlns:d="DAV:"><d:prop>',
      `<a ${Array.from({ length: 2_000 }, (_, index) => `a${index}="x"`).join(' ')}/>`,
      '\u0000',
    ]
    for (const body of bodies)
      for (const method of ['PROPFIND', 'REPORT', 'PROPPATCH', 'MKCALENDAR']) {
        const { status } = await dav(method, method === 'MKCALENDAR' ? `${home}new/` : schedules(), body, {
          depth: '0',
        })
        assert.ok(status < 500, `${method} ${status}: ${body.slice(0, 40)}`)
      }
  })
})
