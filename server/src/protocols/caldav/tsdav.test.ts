// Tests with tsdav, a real client.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { DAVClient } from 'tsdav'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { openFreshSqlite } from '../../../test/support/storages.ts'

let server: EmbeddedApp
let client: DAVClient
before(async () => {
  server = await startEmbedded(await openFreshSqlite())
  const serverUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { client: ann } = await server.join()
  await ann.tags.createGroup({ body: { name: 'Errands', color: '#112233', is_todo_group: true } })
  const { username, password } = await ann.devicePasswords.create({ body: { name: 'tsdav' } })
  client = new DAVClient({
    serverUrl,
    credentials: { username, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  })
  await client.login()
})
after(() => server.close())

const text = (kind: string, uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tsdav//EN',
    `BEGIN:${kind}`,
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    ...lines,
    `END:${kind}`,
    'END:VCALENDAR',
    '',
  ].join('\r\n')

it('tsdav finds the collections, and creates, changes, syncs and deletes objects', async () => {
  const calendars = await client.fetchCalendars()
  assert.deepEqual(
    calendars.map(each => [each.displayName, each.components]),
    [
      ['Daymark', ['VEVENT']],
      ['Errands', ['VTODO']],
      ['Shared with me', ['VEVENT']],
      ['Holidays', ['VEVENT']],
    ],
  )
  const [events, tasks] = calendars
  assert.ok(events && tasks)
  const create = (calendar: typeof events, filename: string, iCalString: string) =>
    client.createCalendarObject({ calendar, filename, iCalString })
  const event = text('VEVENT', 'e1', 'SUMMARY:점심 🍜', 'DTSTART:20260301T090000Z', 'DTEND:20260301T100000Z')
  assert.equal((await create(events, 'e1.ics', event)).status, 201)
  assert.equal(
    (await create(tasks, 't1.ics', text('VTODO', 't1', 'SUMMARY:Buy milk', 'DUE;VALUE=DATE:20260401')))
      .status,
    201,
  )
  const timeRange = { start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' }
  const [found] = await client.fetchCalendarObjects({ calendar: events, timeRange })
  // tsdav trims the object's text.
  assert.equal(found?.data.trim(), event.trim())
  const synced = await client.syncCollection({
    url: events.url,
    syncLevel: 1,
    props: { 'd:getetag': {} },
  })
  assert.ok(synced.some(each => each.href?.endsWith('/e1.ics')))
  const changed = { ...found, data: event.replace('점심', '저녁') }
  assert.equal((await client.updateCalendarObject({ calendarObject: changed })).status, 204)
  const stale = await client.updateCalendarObject({ calendarObject: { ...changed, data: event } })
  assert.equal(stale.status, 412)
  const [task] = await client.fetchCalendarObjects({ calendar: tasks, objectUrls: [`${tasks.url}t1.ics`] })
  assert.match(task?.data ?? '', /SUMMARY:Buy milk/)
  assert.ok(task)
  assert.equal((await client.deleteCalendarObject({ calendarObject: task })).status, 204)
  const made = await client.makeCalendar({
    url: `${tasks.url.replace(/[^/]+\/$/, '')}made-by-tsdav/`,
    props: {
      'd:displayname': 'Made',
      'c:supported-calendar-component-set': { 'c:comp': { _attributes: { name: 'VTODO' } } },
    },
  })
  assert.equal(made[0]?.status, 201)
})
