// Checks what the documentation says about the CalDAV server.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTarget, type Target } from './target.ts'

const NAMESPACES =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:ic="http://apple.com/ns/ical/"'
const text = (kind: string, uid: string, ...lines: string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Conformance//EN', `BEGIN:${kind}`, `UID:${uid}`],
    ...['DTSTAMP:20260101T000000Z', ...lines, `END:${kind}`, 'END:VCALENDAR', ''],
  ].join('\r\n')
const event = (uid: string, ...lines: string[]) =>
  text('VEVENT', uid, 'DTSTART:20300101T090000Z', 'DTEND:20300101T100000Z', ...lines)
const task = (uid: string, ...lines: string[]) => text('VTODO', uid, ...lines)
const components = (name: string) =>
  `<c:supported-calendar-component-set><c:comp name="${name}"/></c:supported-calendar-component-set>`
const mkcalendar = (name: string) =>
  `<c:mkcalendar ${NAMESPACES}><d:set><d:prop>${components(name)}</d:prop></d:set></c:mkcalendar>`

describe('caldav', () => {
  let target: Target
  let token: string
  let home: string
  let schedules: string
  let list: string
  let basic: string
  before(async () => {
    target = await openTarget()
    token = await target.token('dav-person', { email: 'dav@example.org', email_verified: true })
    const { body } = await target.request<{ id: string }>('/v1/users/me', { token })
    home = `/dav/${body.id}/`
    schedules = `${home}schedules/`
    basic = await devicePassword(['calendar:read', 'calendar:write'])
    const group = await target.request<{ id: string }>('/v1/tags/groups', {
      token,
      method: 'POST',
      body: { name: 'Errands', color: '#112233', is_todo_group: true },
    })
    list = `${home}todos-${group.body.id}/`
  })
  after(() => target.stop())

  async function devicePassword(scopes: string[]): Promise<string> {
    const { status, body } = await target.request<{ username: string; password: string }>(
      '/v1/account/device_passwords',
      { token, method: 'POST', body: { name: 'Phone', scopes } },
    )
    assert.equal(status, 201)
    return `Basic ${Buffer.from(`${body.username}:${body.password}`).toString('base64')}`
  }

  async function dav(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const type = body?.startsWith('BEGIN') ? 'text/calendar' : 'application/xml'
    const response = await fetch(target.baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { authorization: basic, 'content-type': type, ...headers },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const propfind = (path: string, depth: string, props: string) =>
    dav('PROPFIND', path, `<d:propfind ${NAMESPACES}><d:prop>${props}</d:prop></d:propfind>`, { depth })
  const query = (path: string, filter: string, data = '<c:calendar-data/>') =>
    dav(
      'REPORT',
      path,
      `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/>${data}</d:prop><c:filter><c:comp-filter name="VCALENDAR">${filter}</c:comp-filter></c:filter></c:calendar-query>`,
      { depth: '1' },
    )
  const range = '<c:time-range start="20300101T000000Z" end="20300102T000000Z"/>'
  const sync = (path: string, from: string, limit = '') =>
    dav(
      'REPORT',
      path,
      `<d:sync-collection ${NAMESPACES}><d:sync-token>${from}</d:sync-token><d:sync-level>1</d:sync-level>${limit}<d:prop><d:getetag/></d:prop></d:sync-collection>`,
    )
  const tokenIn = (answer: string) => /<d:sync-token>(.*?)</.exec(answer)?.[1] ?? ''

  it('is found through /.well-known/caldav, without signing in', async () => {
    const { status, headers } = await dav('PROPFIND', '/.well-known/caldav', '', { authorization: '' })
    assert.deepEqual([status, new URL(headers.get('location') ?? '', 'http://x').pathname], [301, '/dav/'])
  })

  it('has the properties of principals and collections, and no quota', async () => {
    const root = await propfind('/dav/', '0', '<d:current-user-principal/>')
    assert.match(root.text, new RegExp(`<d:current-user-principal><d:href>${home}<`))
    const principal = await propfind(
      home,
      '0',
      '<c:calendar-home-set/><d:principal-URL/><c:calendar-user-address-set/><d:displayname/>',
    )
    assert.match(principal.text, new RegExp(`<c:calendar-home-set><d:href>${home}<`))
    assert.match(principal.text, new RegExp(`<d:principal-URL><d:href>${home}<`))
    assert.match(principal.text, /mailto:dav@example\.org/)
    assert.ok(!principal.text.includes('404'))
    const names =
      '<d:supported-report-set/><c:supported-calendar-component-set/><cs:getctag/><d:sync-token/><ic:calendar-color/><d:displayname/><ic:calendar-order/>'
    const inside = await propfind(home, '1', `${names}<d:quota-available-bytes/>`)
    for (const path of [schedules, list, `${home}shared/`, `${home}holidays/`]) {
      const own =
        inside.text.split('<d:response>').find(each => each.includes(`<d:href>${path}</d:href>`)) ?? ''
      const [found = '', missing = ''] = own.split('HTTP/1.1 200')
      for (const [, name] of names.matchAll(/<([^<>]+)\/>/g))
        assert.ok(found.includes(`<${name}>`), `${path} ${name}`)
      assert.match(missing, /<d:quota-available-bytes\/>/)
      assert.ok(found.includes(`<c:comp name="${path === list ? 'VTODO' : 'VEVENT'}"/>`))
    }
    for (const report of ['calendar-query', 'calendar-multiget', 'free-busy-query', 'sync-collection'])
      assert.ok(inside.text.includes(`:${report}/>`), report)
  })

  it('creates lists of tasks with MKCALENDAR and extended MKCOL, and refuses collections of events', async () => {
    for (const [method, kind, status] of [
      ['MKCALENDAR', 'VTODO', 201],
      ['MKCALENDAR', 'VEVENT', 403],
      ['MKCOL', 'VTODO', 201],
      ['MKCOL', 'VEVENT', 403],
    ] as const) {
      const extended = `<d:mkcol ${NAMESPACES}><d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype>${components(kind)}</d:prop></d:set></d:mkcol>`
      const path = `${home}${method}-${kind}/`
      const made = await dav(method, path, method === 'MKCOL' ? extended : mkcalendar(kind))
      assert.equal(made.status, status)
      if (status === 403) assert.match(made.text, /<c:supported-calendar-component\/>/)
      else assert.equal((await propfind(path, '0', '<d:displayname/>')).status, 207)
    }
  })

  it('deletes a list only if it is empty', async () => {
    const path = `${home}short/`
    await dav('MKCALENDAR', path, mkcalendar('VTODO'))
    await dav('PUT', `${path}a.ics`, task('short-a', 'SUMMARY:a'))
    assert.equal((await dav('DELETE', path)).status, 403)
    await dav('DELETE', `${path}a.ics`)
    assert.equal((await dav('DELETE', path)).status, 204)
    assert.equal((await propfind(path, '0', '<d:displayname/>')).status, 404)
  })

  it('does not show the entry of a deadline unless the person wants it', async () => {
    await dav('PUT', `${list}due.ics`, task('due', 'SUMMARY:Due soon', 'DUE:20300501T090000Z'))
    const shown = async () =>
      (await query(schedules, '<c:comp-filter name="VEVENT"/>')).text.includes('Due soon')
    const prefer = (deadlines_in_calendar_apps: boolean) =>
      target.request('/v1/users/me/preferences', {
        token,
        method: 'PATCH',
        body: { deadlines_in_calendar_apps },
      })
    assert.equal(await shown(), false)
    await prefer(true)
    assert.equal(await shown(), true)
    await prefer(false)
  })

  it('what others share and holidays can only be read', async () => {
    for (const path of [`${home}shared/`, `${home}holidays/`]) {
      const { status, text: answer } = await dav('PUT', `${path}x.ics`, event('x'))
      assert.equal(status, 403)
      assert.match(answer, /<d:need-privileges\/>/)
      assert.equal((await dav('DELETE', path)).status, 403)
    }
  })

  it('knows the methods, and refuses PROPFIND with infinite depth', async () => {
    const options = await dav('OPTIONS', '/dav/')
    const allowed = options.headers.get('allow')?.split(', ') ?? []
    for (const method of [
      'PROPFIND',
      'PROPPATCH',
      'REPORT',
      'GET',
      'HEAD',
      'PUT',
      'DELETE',
      'MOVE',
      'MKCALENDAR',
      'MKCOL',
    ])
      assert.ok(allowed.includes(method), method)
    // The server supports neither scheduling nor address books.
    assert.match(options.headers.get('dav') ?? '', /calendar-access/)
    assert.doesNotMatch(options.headers.get('dav') ?? '', /schedul|addressbook/)
    const deep = await propfind(home, 'infinity', '<d:displayname/>')
    assert.equal(deep.status, 403)
    assert.match(deep.text, /propfind-finite-depth/)
  })

  it('PROPPATCH stores properties and refuses protected ones', async () => {
    const patch = (prop: string) =>
      dav(
        'PROPPATCH',
        schedules,
        `<d:propertyupdate ${NAMESPACES}><d:set><d:prop>${prop}</d:prop></d:set></d:propertyupdate>`,
      )
    assert.match((await patch('<ic:calendar-color>#ABCDEFFF</ic:calendar-color>')).text, /200 OK/)
    assert.match((await propfind(schedules, '0', '<ic:calendar-color/>')).text, /#ABCDEFFF/)
    assert.match((await patch('<d:getetag>x</d:getetag>')).text, /cannot-modify-protected-property/)
  })

  it('the client chooses address and UID, and gets back what it sent', async () => {
    const path = `${schedules}My%20event.ics`
    const sent = event('chosen-by-client', 'SUMMARY:점심 🍜', 'X-UNKNOWN;P="a:b":c', 'LOCATION:Seoul')
    const created = await dav('PUT', path, sent, { 'if-none-match': '*' })
    assert.equal(created.status, 201)
    const etag = created.headers.get('etag') ?? ''
    const read = await dav('GET', path)
    assert.deepEqual([read.text, read.headers.get('etag')], [sent, etag])
    assert.equal((await dav('HEAD', path)).headers.get('etag'), etag)
    assert.equal((await dav('GET', path, undefined, { 'if-none-match': etag })).status, 304)
    assert.equal((await dav('PUT', path, sent, { 'if-none-match': '*' })).status, 412)
    assert.equal((await dav('PUT', path, sent, { 'if-match': '"0"' })).status, 412)
    assert.equal((await dav('PUT', path, sent, { 'if-match': etag })).status, 204)
    assert.equal((await dav('DELETE', path, undefined, { 'if-match': etag })).status, 412)
    assert.equal((await dav('DELETE', path)).status, 204)
    assert.equal((await dav('GET', path)).status, 404)
  })

  it('PUT sends no ETag if the stored object differs', async () => {
    const body = (...more: string[]) =>
      task(
        'round',
        'SUMMARY:Water',
        'DTSTART:20300101T090000Z',
        'DUE:20300101T090000Z',
        'RRULE:FREQ=WEEKLY',
        ...more,
      )
    assert.ok((await dav('PUT', `${list}round.ics`, body())).headers.get('etag'))
    const closed = await dav('PUT', `${list}round.ics`, body('STATUS:COMPLETED'))
    assert.deepEqual([closed.status, closed.headers.get('etag')], [204, null])
  })

  it('calendar-query finds occurrences by time and properties by text, and expands series', async () => {
    const series = text(
      'VEVENT',
      'series',
      ...['SUMMARY:Standup', 'DTSTART;TZID=Asia/Seoul:20291201T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'],
    )
    await dav('PUT', `${schedules}series.ics`, series)
    await dav('PUT', `${schedules}single.ics`, event('single', 'SUMMARY:Lunch'))
    const inVevent = (inner: string) => `<c:comp-filter name="VEVENT">${inner}</c:comp-filter>`
    const named = async (filter: string) =>
      [...(await query(schedules, inVevent(filter))).text.matchAll(/SUMMARY:(\w+)/g)]
        .map(([, name]) => name)
        .sort()
    assert.deepEqual(await named(range), ['Lunch', 'Standup'])
    const match = '<c:prop-filter name="SUMMARY"><c:text-match>lun</c:text-match></c:prop-filter>'
    assert.deepEqual(await named(range + match), ['Lunch'])
    assert.deepEqual(await named('<c:prop-filter name="RRULE"><c:is-not-defined/></c:prop-filter>'), [
      'Lunch',
    ])
    const expand =
      '<c:calendar-data><c:expand start="20300101T000000Z" end="20300103T000000Z"/></c:calendar-data>'
    const { text: expanded } = await query(schedules, inVevent(range), expand)
    assert.ok(!expanded.includes('RRULE') && !expanded.includes('TZID'))
    assert.match(expanded, /RECURRENCE-ID:20300101T000000Z/)
  })

  it('calendar-multiget returns objects and 404 for the others', async () => {
    const { text: answer } = await dav(
      'REPORT',
      schedules,
      `<c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${schedules}single.ics</d:href><d:href>${schedules}none.ics</d:href></c:calendar-multiget>`,
    )
    assert.match(answer, /SUMMARY:Lunch/)
    assert.match(answer, /none\.ics<\/d:href><d:status>HTTP\/1\.1 404/)
  })

  it('free-busy-query returns busy times', async () => {
    const { text: answer } = await dav(
      'REPORT',
      schedules,
      `<c:free-busy-query ${NAMESPACES}>${range}</c:free-busy-query>`,
    )
    assert.match(answer, /FREEBUSY;FBTYPE=BUSY:20300101T000000Z\/20300101T010000Z/)
    assert.match(answer, /20300101T090000Z\/20300101T100000Z/)
  })

  it('MOVE moves a task to another list', async () => {
    await dav('MKCALENDAR', `${home}other/`, mkcalendar('VTODO'))
    await dav('PUT', `${list}moved.ics`, task('moved', 'SUMMARY:Moved', 'X-KEPT:yes'))
    const destination = `${target.baseUrl}${home}other/moved.ics`
    assert.equal((await dav('MOVE', `${list}moved.ics`, undefined, { destination })).status, 201)
    assert.equal((await dav('GET', `${list}moved.ics`)).status, 404)
    assert.match((await dav('GET', `${home}other/moved.ics`)).text, /X-KEPT:yes/)
  })

  it('names the precondition that a request violates', async () => {
    const large = event('large', `DESCRIPTION:${'x'.repeat(3_000_000)}`)
    const cases: [body: string, condition: string][] = [
      ['BEGIN:VCALENDAR\r\n', 'c:valid-calendar-data'],
      [event('single'), 'c:no-uid-conflict'],
      [task('t'), 'c:supported-calendar-component'],
      [large, 'c:max-resource-size'],
    ]
    for (const [body, condition] of cases) {
      const { status, text: answer } = await dav('PUT', `${schedules}refused.ics`, body)
      assert.ok(status >= 400 && status < 500, condition)
      assert.ok(answer.includes(`<${condition}`), `${condition}: ${answer}`)
    }
    const unknown = await dav('REPORT', schedules, `<d:expand-property ${NAMESPACES}/>`)
    assert.match(unknown.text, /<d:supported-report\/>/)
    assert.match((await sync(schedules, 'urn:unknown')).text, /<d:valid-sync-token\/>/)
  })

  it('sync-collection reports changes and deletions, in pages with a token to continue', async () => {
    const path = `${home}synced/`
    await dav('MKCALENDAR', path, mkcalendar('VTODO'))
    for (const name of ['a', 'b', 'c'])
      await dav('PUT', `${path}${name}.ics`, task(`sync-${name}`, `SUMMARY:${name}`))
    const first = await sync(path, '', '<d:limit><d:nresults>2</d:nresults></d:limit>')
    assert.match(first.text, /507/)
    const rest = await sync(path, tokenIn(first.text))
    assert.equal((first.text + rest.text).match(/\/synced\/\w\.ics/g)?.length, 3)
    await dav('DELETE', `${path}b.ics`)
    const next = await sync(path, tokenIn(rest.text))
    assert.match(next.text, /\/synced\/b\.ics<\/d:href><d:status>HTTP\/1\.1 404/)
    assert.ok(!next.text.includes('/synced/a.ics'))
    // The log has not reached this position, as after restoring a backup.
    assert.match((await sync(path, 'urn:daymark:sync:999999999')).text, /<d:valid-sync-token\/>/)
  })

  it('signs in with a device password only, and obeys its scopes', async () => {
    for (const authorization of [
      '',
      `Bearer ${token}`,
      `Basic ${Buffer.from('dav@example.org:wrong').toString('base64')}`,
    ]) {
      const { status, headers } = await dav('PROPFIND', '/dav/', '', { authorization, depth: '0' })
      assert.equal(status, 401)
      assert.match(headers.get('www-authenticate') ?? '', /^Basic/)
    }
    const reader = { authorization: await devicePassword(['calendar:read']) }
    assert.equal((await dav('GET', `${schedules}single.ics`, undefined, reader)).status, 200)
    assert.equal((await dav('PUT', `${schedules}single.ics`, event('single'), reader)).status, 403)
  })
})
