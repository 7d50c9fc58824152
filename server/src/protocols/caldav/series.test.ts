import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import { utcText } from '../../features/icalendar/text/value.ts'

const vevent = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => calendar(...vevent(uid, ...lines))

forEachStorage('caldav series', (open, name) => {
  const itOnce = onceFor(name)
  let server: EmbeddedApp
  let ann: Client
  let authorization: string
  let schedules: string
  before(async () => {
    server = await startEmbedded(await open())
    ann = (await server.join()).client
    const { username, password } = await ann.devicePasswords.create({ body: { name: 'Phone' } })
    authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    schedules = `/dav/${(await ann.users.me()).id}/schedules/`
  })
  after(() => server.close())

  async function dav(method: string, path: string, body?: string) {
    const type = body?.startsWith('BEGIN') ? 'text/calendar' : 'application/xml'
    const headers = { authorization, 'content-type': type, depth: '1' }
    const response = await server.fetch(path, { method, headers, ...(body !== undefined && { body }) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const put = (path: string, body: string) => dav('PUT', path, body)

  it('a date that an app adds to a series can be changed and deleted, and survives changes of the rule', async () => {
    const path = `${schedules}added.ics`
    const lines = ['SUMMARY:Choir', 'DTSTART:20270301T180000Z', 'DTEND:20270301T190000Z']
    const dates = ['RDATE:20270303T180000Z,20270304T180000Z,20270310T180000Z', 'EXDATE:20270305T180000Z']
    assert.equal(
      (await put(path, event('added', ...lines, 'RRULE:FREQ=WEEKLY;COUNT=3', ...dates))).status,
      201,
    )
    const choir = async () => {
      const found = await ann.schedules.list({ query: { start_date: '2027-03-01', end_date: '2027-04-01' } })
      return found.filter(each => /^Choir/.test(each.title))
    }
    const shown = async () => (await choir()).map(each => `${each.title} ${each.start_time.slice(5, 13)}`)
    const id = (await choir())[0]?.parent_id ?? ''
    const at = (instance_start: string) => ({ params: { schedule_id: id }, query: { instance_start } })
    const [third, fourth, tenth] = ['03', '04', '10'].map(day => `2027-03-${day}T18:00:00Z`) as [
      string,
      string,
      string,
    ]
    assert.equal((await ann.schedules.get(at(third))).start_time, third)
    const moved = {
      title: 'Choir practice',
      start_time: '2027-03-03T20:00:00Z',
      end_time: '2027-03-03T21:00:00Z',
    }
    assert.equal((await ann.schedules.update({ ...at(third), body: moved })).start_time, moved.start_time)
    await ann.schedules.remove(at(fourth))
    const later = {
      params: { schedule_id: id },
      query: { instance_start: tenth, apply_to: 'following' as const },
    }
    await assert.rejects(
      ann.schedules.update({ ...later, body: { title: 'Choir 2' } }),
      /added to the series/,
    )
    await ann.schedules.update({
      params: { schedule_id: id },
      body: { recurrence_rule: 'FREQ=WEEKLY;COUNT=4' },
    })
    assert.deepEqual(await shown(), [
      ...['Choir 03-01T18', 'Choir practice 03-03T20', 'Choir 03-08T18', 'Choir 03-10T18'],
      ...['Choir 03-15T18', 'Choir 03-22T18'],
    ])
    const { text } = await dav('GET', path)
    assert.deepEqual(text.match(/(?:RDATE|EXDATE|RECURRENCE-ID).*/g), [
      ...['RDATE:20270303T180000Z', 'RDATE:20270310T180000Z'],
      ...['EXDATE:20270304T180000Z', 'EXDATE:20270305T180000Z', 'RECURRENCE-ID:20270303T180000Z'],
    ])
    await ann.schedules.update({
      ...at(tenth),
      query: { instance_start: tenth, apply_to: 'all' },
      body: { title: 'Choir!' },
    })
    assert.deepEqual((await shown()).slice(2, 5), ['Choir! 03-08T18', 'Choir! 03-10T18', 'Choir! 03-15T18'])
    await ann.schedules.remove(later)
    assert.deepEqual(await shown(), ['Choir! 03-01T18', 'Choir practice 03-03T20', 'Choir! 03-08T18'])
  })

  const nameOf = async (id: string) => {
    const found = await server.storage.read(db =>
      db.sql.selectFrom('calendar_objects').select('name').where('resource_id', '=', id).executeTakeFirst(),
    )
    return found?.name
  }

  const shown = async (start_date: string, end_date: string) =>
    (await ann.schedules.list({ query: { start_date, end_date } })).map(
      each => `${each.title} ${each.start_time.slice(5, 13)}`,
    )

  itOnce(
    'new times of all or of the following occurrences also move the dates that an app added',
    async () => {
      const path = `${schedules}moved.ics`
      const lines = ['SUMMARY:Yoga', 'DTSTART:20280103T180000Z', 'DTEND:20280103T190000Z']
      const dates = [
        'RDATE:20280105T180000Z,20280106T180000Z',
        'RDATE;VALUE=PERIOD:20280112T180000Z/PT3H',
        'EXDATE:20280106T180000Z,20280110T200000Z',
      ]
      const sent = event('moved', ...lines, 'RRULE:FREQ=WEEKLY;COUNT=3', ...dates)
      const query = { start_date: '2028-01-01', end_date: '2028-02-01' }
      const found = async () => ann.schedules.list({ query })
      const spans = async () =>
        (await found()).map(each => `${each.start_time.slice(8, 13)}-${each.end_time.slice(11, 13)}`)
      const patch = async (apply_to: 'all' | 'following', day: string, start: string, end: string) =>
        ann.schedules.update({
          params: { schedule_id: (await found())[0]?.parent_id ?? '' },
          query: { instance_start: `2028-01-${day}T18:00:00Z`, apply_to },
          body: { start_time: `2028-01-${start}:00:00Z`, end_time: `2028-01-${end}:00:00Z` },
        })
      const shifted = ['03T20-21', '05T20-21', '10T20-21', '12T20-23', '17T20-21']
      const cases = [
        ['all', '10', '10T20', '10T21', shifted],
        ['all', '05', '05T20', '05T21', shifted],
        ['all', '05', '04T18', '04T20', ['02T18-20', '04T18-20', '09T18-20', '11T18-21', '16T18-20']],
        ['all', '10', '12T18', '12T19', ['05T18-19', '07T18-19', '12T18-19', '14T18-21', '19T18-19']],
        ['following', '10', '10T20', '10T21', ['03T18-19', '05T18-19', '10T20-21', '12T20-23', '17T20-21']],
      ] as const
      for (const [to, day, start, end, expected] of cases) {
        assert.equal((await put(path, sent)).status, 201)
        await patch(to, day, start, end)
        assert.deepEqual(await spans(), expected)
        // Storing the same text again must change nothing.
        assert.equal((await put(path, (await dav('GET', path)).text)).status, 204)
        assert.deepEqual(await spans(), expected)
        for (const id of new Set((await found()).map(each => each.parent_id ?? '')))
          await ann.schedules.remove({ params: { schedule_id: id } })
      }
      // If one date was moved alone, later shifts of the series still start from its original time.
      assert.equal((await put(path, sent)).status, 201)
      const params = { schedule_id: (await found())[0]?.parent_id ?? '' }
      const times = { start_time: '2028-01-05T10:00:00Z', end_time: '2028-01-05T12:00:00Z' }
      await ann.schedules.update({ params, query: { instance_start: '2028-01-05T18:00:00Z' }, body: times })
      await patch('all', '10', '10T20', '10T21')
      assert.deepEqual((await spans()).slice(0, 3), ['03T20-21', '05T12-14', '10T20-21'])
      const history = await ann.history.list({ query: { limit: 1 } })
      await ann.history.undo({ params: { batch_id: history.at(0)?.batch_id ?? '' } })
      await patch('all', '05', '05T20', '05T21')
      assert.deepEqual(await spans(), shifted)
      await dav('DELETE', path)
    },
  )

  itOnce(
    'shows all occurrences of an object without their series, and a change keeps the others as they are',
    async () => {
      const part = (day: string, hour: string, title: string, ...more: string[]) =>
        vevent(
          'parts',
          `RECURRENCE-ID:202704${day}T090000Z`,
          `DTSTART:202704${day}T${hour}0000Z`,
          `DTEND:202704${day}T${hour}3000Z`,
          `SUMMARY:${title}`,
          ...more,
        )
      // The first occurrence was moved, but not to another one's original time. The second was not moved.
      const sent = calendar(
        ...part('05', '11', 'Review', 'ATTENDEE:mailto:a@example.org'),
        ...part('12', '09', 'Review', 'X-KEEP:b'),
        ...part('19', '15', 'Review of March'),
      )
      const path = `${schedules}parts.ics`
      const { status, headers } = await put(path, sent)
      assert.deepEqual([status, headers.has('etag'), (await dav('GET', path)).text], [201, true, sent])
      const all = ['Review 04-05T11', 'Review 04-12T09', 'Review of March 04-19T15']
      assert.deepEqual(await shown('2027-04-01', '2027-05-01'), all)
      const [first] = await ann.schedules.list({
        query: { start_date: '2027-04-01', end_date: '2027-05-01' },
      })
      const at = (instance_start: string) => ({
        params: { schedule_id: first?.parent_id ?? '' },
        query: { instance_start },
      })
      await ann.schedules.update({ ...at('2027-04-12T09:00:00Z'), body: { title: 'Short review' } })
      await ann.schedules.remove(at('2027-04-19T09:00:00Z'))
      const changed = (await dav('GET', path)).text
      assert.deepEqual(
        changed.match(/(?:RECURRENCE-ID|SUMMARY|ATTENDEE|X-KEEP|DTSTART|RRULE|RDATE|EXDATE).*/g),
        [
          ...['RECURRENCE-ID:20270405T090000Z', 'DTSTART:20270405T110000Z', 'SUMMARY:Review'],
          ...['ATTENDEE:mailto:a@example.org', 'RECURRENCE-ID:20270412T090000Z', 'DTSTART:20270412T090000Z'],
          ...['SUMMARY:Short review', 'X-KEEP:b'],
        ],
      )
      assert.equal((await put(path, changed)).status, 204)
      assert.deepEqual(await shown('2027-04-01', '2027-05-01'), ['Review 04-05T11', 'Short review 04-12T09'])
    },
  )

  itOnce(
    'the first of occurrences without their series follows every change, and never leaves an empty text',
    async () => {
      const part = (day: string, hour: string) =>
        vevent(
          'alone',
          `RECURRENCE-ID:202804${day}T090000Z`,
          `DTSTART:202804${day}T${hour}0000Z`,
          `DTEND:202804${day}T${hour}3000Z`,
          'SUMMARY:Review',
          `X-KEEP:${day}`,
        )
      const path = `${schedules}alone.ics`
      const range = ['2028-04-01', '2028-05-01'] as const
      const [start_date, end_date] = range
      const start = async (hour: string) => {
        assert.ok((await put(path, calendar(...part('05', hour), ...part('12', '09')))).status < 300)
        const [first] = await ann.schedules.list({ query: { start_date, end_date } })
        return { schedule_id: first?.parent_id ?? '' }
      }
      const texts = async () =>
        (await dav('GET', path)).text.match(/(?:RECURRENCE-ID|SUMMARY|DTSTART|X-KEEP|EXDATE).*/g)
      const second = ['RECURRENCE-ID:20280412T090000Z', 'DTSTART:20280412T090000Z']
      const moveFirst = (params: { schedule_id: string }, hour: string) =>
        ann.schedules.update({
          params,
          query: { instance_start: '2028-04-05T09:00:00Z' },
          body: { start_time: `2028-04-05T${hour}:00:00Z`, end_time: `2028-04-05T${hour}:30:00Z` },
        })

      const renamed = await start('09')
      await moveFirst(renamed, '13')
      await ann.schedules.update({ params: renamed, body: { title: 'Retro' } })
      assert.deepEqual(await texts(), [
        ...['RECURRENCE-ID:20280405T090000Z', 'DTSTART:20280405T130000Z', 'SUMMARY:Retro', 'X-KEEP:05'],
        ...[...second, 'SUMMARY:Retro', 'X-KEEP:12'],
      ])
      await dav('DELETE', path)

      const back = await start('11')
      await moveFirst(back, '09')
      assert.deepEqual(await texts(), [
        ...['RECURRENCE-ID:20280405T090000Z', 'DTSTART:20280405T090000Z', 'SUMMARY:Review', 'X-KEEP:05'],
        ...[...second, 'SUMMARY:Review', 'X-KEEP:12'],
      ])

      for (const day of ['05', '12'])
        await ann.schedules.remove({ params: back, query: { instance_start: `2028-04-${day}T09:00:00Z` } })
      const { text } = await dav('GET', path)
      assert.match(text, /BEGIN:VEVENT/)
      assert.equal((await put(path, text)).status, 204)
      assert.deepEqual(await shown(...range), [])
      await dav('DELETE', path)
    },
  )

  itOnce(
    'a single event whose dates were all deleted stays empty when an app stores its text again',
    async () => {
      const path = `${schedules}empty.ics`
      const lines = ['SUMMARY:Visit', 'DTSTART:20280301T180000Z', 'DTEND:20280301T190000Z']
      const sent = event('empty', ...lines, 'RDATE:20280305T180000Z')
      assert.equal((await put(path, sent)).status, 201)
      const query = { start_date: '2028-03-01', end_date: '2028-04-01' }
      for (const { parent_id, instance_start } of await ann.schedules.list({ query }))
        await ann.schedules.remove({
          params: { schedule_id: parent_id ?? '' },
          query: { instance_start: instance_start ?? '' },
        })
      const { text } = await dav('GET', path)
      assert.deepEqual(text.match(/(?:RDATE|EXDATE).*/g), [
        'EXDATE:20280301T180000Z',
        'EXDATE:20280305T180000Z',
      ])
      assert.equal((await put(path, text)).status, 204)
      assert.deepEqual(await shown('2028-03-01', '2028-04-01'), [])
      assert.equal((await dav('GET', path)).text, text)
    },
  )

  itOnce('counts EXRULE and a second rule', async () => {
    const lines = ['SUMMARY:Bins', 'DTSTART:20270503T070000Z', 'DTEND:20270503T080000Z']
    const rules = [
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3',
      'EXRULE:FREQ=WEEKLY;INTERVAL=2',
    ]
    const path = `${schedules}rules.ics`
    const sent = event('rules', ...lines, ...rules)
    assert.equal((await put(path, sent)).status, 201)
    assert.equal((await dav('GET', path)).text, sent)
    const dates = ['05T07', '10T07', '12T07', '19T07', '24T07']
    assert.deepEqual(
      await shown('2027-05-01', '2027-06-30'),
      dates.map(each => `Bins 05-${each}`),
    )
    // Restores an occurrence that the EXRULE excludes. The new text has no EXRULE, which would exclude the occurrence
    // again.
    const [bin] = await ann.schedules.list({ query: { start_date: '2027-05-01', end_date: '2027-06-30' } })
    const params = { schedule_id: bin?.parent_id ?? '' }
    const query = { instance_start: '2027-05-17T07:00:00Z' }
    await ann.schedules.update({ params, query, body: {} })
    const restored = (await dav('GET', path)).text
    assert.deepEqual(restored.match(/(?:EXRULE|EXDATE).*/g), ['EXDATE:20270503T070000Z'])
    assert.equal((await put(path, restored)).status, 204)
    assert.equal((await shown('2027-05-01', '2027-06-30')).length, 6)
  })

  it('a free-busy query leaves out the occurrences that are transparent or canceled, and tells which are tentative', async () => {
    const day = (date: string, ...lines: string[]) =>
      vevent(
        'busy',
        ...['SUMMARY:Shift', `DTSTART:202708${date}T080000Z`, `DTEND:202708${date}T090000Z`, ...lines],
      )
    const override = (date: string, line: string) => day(date, `RECURRENCE-ID:202708${date}T080000Z`, line)
    // Some apps write changed occurrences before their series.
    const sent = calendar(
      ...override('03', 'STATUS:CANCELLED'),
      ...override('04', 'TRANSP:TRANSPARENT'),
      ...override('06', 'STATUS:TENTATIVE'),
      ...day('02', 'RRULE:FREQ=DAILY;COUNT=5'),
    )
    assert.equal((await put(`${schedules}busy.ics`, sent)).status, 201)
    const query =
      '<c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav"><c:time-range start="20270801T000000Z" end="20270901T000000Z"/></c:free-busy-query>'
    const before = utcText(server.clock.now())
    const { text } = await dav('REPORT', schedules, query)
    const after = utcText(server.clock.now())
    assert.deepEqual(text.match(/FREEBUSY;.*/g), [
      'FREEBUSY;FBTYPE=BUSY:20270802T080000Z/20270802T090000Z',
      'FREEBUSY;FBTYPE=BUSY:20270805T080000Z/20270805T090000Z',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270806T080000Z/20270806T090000Z',
    ])
    const stamp = text.match(/DTSTAMP:(\S*)/)?.[1] ?? ''
    assert.ok(before <= stamp && stamp <= after, `the time of the answer: ${stamp}`)
  })

  itOnce('a canceled occurrence is a deleted one, its text stays until a person restores it', async () => {
    const day = (date: string, ...more: string[]) =>
      vevent('off', `DTSTART:202803${date}T080000Z`, 'DURATION:PT1H', 'SUMMARY:Shift', ...more)
    const id = (date: string) => `RECURRENCE-ID:202803${date}T080000Z`
    const sent = calendar(
      ...day('02', 'RRULE:FREQ=DAILY;COUNT=4'),
      ...day('03', id('03'), 'STATUS:CANCELLED', 'COMMENT:Snow'),
    )
    const path = `${schedules}off.ics`
    const put1 = await put(path, sent)
    assert.deepEqual([put1.status, put1.headers.has('etag')], [201, true])
    const range = ['2028-03-01', '2028-03-20'] as const
    assert.deepEqual(await shown(...range), ['Shift 03-02T08', 'Shift 03-04T08', 'Shift 03-05T08'])
    assert.equal((await dav('GET', path)).text, sent)
    const [first] = await ann.schedules.list({ query: { start_date: range[0], end_date: range[1] } })
    const at = (date: string) => ({
      params: { schedule_id: first?.parent_id ?? '' },
      query: { instance_start: `2028-03-${date}T08:00:00Z` },
    })
    await ann.schedules.remove(at('05'))
    await ann.schedules.update({ params: at('05').params, body: { title: 'Work' } })
    const lines = async () =>
      (await dav('GET', path)).text.match(/(?:EXDATE|RECURRENCE-ID|STATUS|COMMENT).*/g)
    const canceled = ['RECURRENCE-ID:20280303T080000Z', 'STATUS:CANCELLED', 'COMMENT:Snow']
    assert.deepEqual(await lines(), ['EXDATE:20280305T080000Z', ...canceled])
    assert.equal((await put(path, (await dav('GET', path)).text)).status, 204)
    assert.deepEqual(await shown(...range), ['Work 03-02T08', 'Work 03-04T08'])
    await ann.schedules.update({ ...at('03'), body: { title: 'Short work' } })
    assert.deepEqual(await lines(), ['EXDATE:20280305T080000Z', 'RECURRENCE-ID:20280303T080000Z'])
    assert.equal((await put(path, (await dav('GET', path)).text)).status, 204)
    assert.deepEqual(await shown(...range), ['Work 03-02T08', 'Short work 03-03T08', 'Work 03-04T08'])
    await dav('DELETE', path)
    // RANGE=THISANDFUTURE means this occurrence and all later ones.
    const range2 = id('04').replace('ID:', 'ID;RANGE=THISANDFUTURE:')
    const rest = calendar(...day('02', 'RRULE:FREQ=DAILY;COUNT=4'), ...day('04', range2, 'STATUS:CANCELLED'))
    assert.equal((await put(path, rest)).status, 201)
    assert.deepEqual(await shown(...range), ['Shift 03-02T08', 'Shift 03-03T08'])
    await dav('DELETE', path)
  })

  itOnce('an app changes all following occurrences of an endless series, for ever', async () => {
    const path = `${schedules}endless.ics`
    const day = (...more: string[]) => vevent('endless', 'DURATION:PT1H', ...more)
    const sent = calendar(
      ...day('DTSTART:20280902T080000Z', 'SUMMARY:Swim', 'RRULE:FREQ=DAILY', 'X-POOL:1'),
      ...day(
        ...['RECURRENCE-ID;RANGE=THISANDFUTURE:20280904T080000Z', 'DTSTART:20280904T100000Z'],
        ...['SUMMARY:Late swim', 'X-POOL:2'],
      ),
      ...day('RECURRENCE-ID:20280906T080000Z', 'DTSTART:20280906T120000Z', 'SUMMARY:Noon swim', 'X-POOL:3'),
    )
    const stored = await put(path, sent)
    assert.deepEqual([stored.status, stored.headers.has('etag')], [201, false])
    const early = () => shown('2028-09-01', '2028-09-08')
    const expected = [
      ...['Swim 09-02T08', 'Swim 09-03T08', 'Late swim 09-04T10', 'Late swim 09-05T10'],
      ...['Noon swim 09-06T12', 'Late swim 09-07T10'],
    ]
    assert.deepEqual(await early(), expected)
    assert.deepEqual(await shown('2048-09-01', '2048-09-03'), ['Late swim 09-01T10', 'Late swim 09-02T10'])
    assert.match((await dav('GET', path)).text, /RRULE:FREQ=DAILY;UNTIL=20280903T080000Z\r\nX-POOL:1/)

    // An app that sends its own copy again changes nothing.
    assert.equal((await put(path, sent)).status, 204)
    assert.deepEqual(await early(), expected)
    assert.equal((await ann.imports.ics({ body: sent })).schedules.created, 0)
    const { schedules: again } = await ann.imports.ics({ body: sent })
    assert.deepEqual(again, { created: 0, updated: 0, unchanged: 2 })
    assert.deepEqual(await early(), expected)

    const [late] = await ann.schedules.list({ query: { start_date: '2048-09-01', end_date: '2048-09-02' } })
    const schedule_id = late?.parent_id ?? ''
    await ann.schedules.update({ params: { schedule_id }, body: { title: 'Evening swim' } })
    assert.deepEqual(await shown('2048-09-01', '2048-09-02'), ['Evening swim 09-01T10'])
    const text = (await dav('GET', `${schedules}${await nameOf(schedule_id)}`)).text
    assert.deepEqual(text.match(/(?:SUMMARY|RRULE|RECURRENCE-ID|X-POOL).*/g), [
      ...['SUMMARY:Evening swim', 'X-POOL:2', 'RRULE:FREQ=DAILY'],
      ...['RECURRENCE-ID:20280906T100000Z', 'SUMMARY:Noon swim', 'X-POOL:3'],
    ])
    for (const id of [
      schedule_id,
      (await ann.schedules.list({ query: { start_date: '2028-09-02', end_date: '2028-09-03' } }))[0]
        ?.parent_id ?? '',
    ])
      await ann.schedules.remove({ params: { schedule_id: id } })
  })

  itOnce('a series ends where an app cancels an occurrence and all following ones', async () => {
    const day = (date: string, ...more: string[]) =>
      vevent('ends', `DTSTART:202809${date}T080000Z`, 'DURATION:PT1H', 'SUMMARY:Shift', ...more)
    const canceled = day('04', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20280904T080000Z', 'STATUS:CANCELLED')
    const sent = calendar(
      ...day('02', 'RRULE:FREQ=DAILY', 'RDATE:20280910T100000Z'),
      ...canceled,
      ...day('06', 'RECURRENCE-ID:20280906T080000Z', 'LOCATION:Seoul'),
    )
    const path = `${schedules}ends.ics`
    const found = async () => [
      ...(await shown('2028-09-01', '2028-10-01')),
      ...(await shown('2033-09-01', '2033-09-02')),
    ]
    const start = async () => {
      const stored = await put(path, sent)
      assert.deepEqual([stored.status, stored.headers.has('etag')], [201, true])
      assert.deepEqual(await found(), ['Shift 09-02T08', 'Shift 09-03T08'])
      assert.equal((await dav('GET', path)).text, sent)
      const [first] = await ann.schedules.list({
        query: { start_date: '2028-09-01', end_date: '2028-10-01' },
      })
      return { schedule_id: first?.parent_id ?? '' }
    }
    /**
     * Checks the visible occurrences before and after an app stores the same text again. Then deletes the object and
     * returns lines of the text.
     */
    const stays = async (...expected: string[]) => {
      assert.deepEqual(await found(), expected)
      const { text } = await dav('GET', path)
      assert.equal((await put(path, text)).status, 204)
      assert.deepEqual(await found(), expected)
      await dav('DELETE', path)
      return text.match(/(?:RRULE|RDATE|RECURRENCE-ID|STATUS).*/g)
    }
    await ann.schedules.update({ params: await start(), body: { title: 'Work' } })
    assert.deepEqual(await stays('Work 09-02T08', 'Work 09-03T08'), [
      ...['RRULE:FREQ=DAILY;UNTIL=20280904T080000Z', 'RECURRENCE-ID:20280904T080000Z', 'STATUS:CANCELLED'],
    ])
    const query = { instance_start: '2028-09-04T08:00:00Z' }
    await ann.schedules.update({ params: await start(), query, body: {} })
    await stays('Shift 09-02T08', 'Shift 09-03T08', 'Shift 09-04T08')
    await ann.schedules.update({ params: await start(), body: { recurrence_rule: 'FREQ=YEARLY' } })
    await stays('Shift 09-02T08')
    await ann.schedules.update({
      params: await start(),
      body: { recurrence_rule: 'FREQ=DAILY;INTERVAL=2;COUNT=4' },
    })
    await stays('Shift 09-02T08', 'Shift 09-08T08')
  })

  itOnce(
    'canceled occurrences without their series stay deleted after a change, and one that is restored gets its time',
    async () => {
      const part = (day: string, hour = '09') =>
        vevent(
          'none',
          `RECURRENCE-ID:202901${day}T090000Z`,
          `DTSTART:202901${day}T${hour}0000Z`,
          `DTEND:202901${day}T${hour}3000Z`,
          ...['SUMMARY:Visit', 'STATUS:CANCELLED', 'CATEGORIES:red'],
        )
      const group = await ann.tags.createGroup({ body: { name: 'Colors', color: '#112233' } })
      const tag = await ann.tags.create({ body: { name: 'red', color: '#112233', group_id: group.id } })
      const rename = (name: string) => ann.tags.update({ params: { tag_id: tag.id }, body: { name } })
      const path = `${schedules}none.ics`
      const range = ['2029-01-01', '2029-02-01'] as const
      for (const parts of [[...part('05'), ...part('06')], part('05', '11')]) {
        const sent = calendar(...parts)
        assert.equal((await put(path, sent)).status, 201)
        assert.deepEqual(await shown(...range), [])
        assert.equal((await dav('GET', path)).text, sent)
        await rename('blue')
        const { text } = await dav('GET', path)
        assert.match(text, /CATEGORIES:blue/)
        assert.equal((await put(path, text)).status, 204)
        assert.deepEqual(await shown(...range), [])
        await dav('DELETE', path)
        await rename('red')
      }
      assert.equal((await put(path, calendar(...part('05', '11')))).status, 201)
      const [last] = await ann.history.list({ query: { limit: 1 } })
      const params = { schedule_id: last?.entries[0]?.id ?? '' }
      await ann.schedules.update({ params, query: { instance_start: '2029-01-05T09:00:00Z' }, body: {} })
      assert.deepEqual(await shown(...range), ['Visit 01-05T09'])
      assert.equal((await put(path, (await dav('GET', path)).text)).status, 204)
      assert.deepEqual(await shown(...range), ['Visit 01-05T09'])
      await dav('DELETE', path)
    },
  )

  itOnce('the part of a text for a window has a moved occurrence without its series', async () => {
    const path = `${schedules}lone.ics`
    const lines = ['DTSTART:20290301T090000Z', 'DTEND:20290301T100000Z', 'SUMMARY:Moved']
    const sent = event('lone', 'RECURRENCE-ID:20290105T090000Z', ...lines)
    assert.equal((await put(path, sent)).status, 201)
    for (const month of ['01', '02', '03']) {
      const range = `start="2029${month}01T000000Z" end="2029${month}10T000000Z"`
      const get = `<c:calendar-multiget xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><c:calendar-data><c:limit-recurrence-set ${range}/></c:calendar-data></d:prop><d:href>${path}</d:href></c:calendar-multiget>`
      assert.match((await dav('REPORT', schedules, get)).text, /SUMMARY:Moved/)
    }
    await dav('DELETE', path)
  })

  it('keeps names with a slash, and shortens names of lists without splitting an emoji', async () => {
    const path = `${schedules}a%2Fb.ics`
    assert.equal((await put(path, event('a/b', 'DTSTART:20270901T080000Z'))).status, 201)
    assert.match((await dav('GET', path)).text, /UID:a\/b/)
    assert.match((await dav('PROPFIND', schedules)).text, /schedules\/a%2Fb\.ics</)
    const bad = `${schedules}a%00b.ics`
    assert.equal((await put(bad, event('nul', 'DTSTART:20270901T080000Z'))).status, 404)
    const get = `<c:calendar-multiget xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:href>${bad}</d:href></c:calendar-multiget>`
    assert.equal((await dav('REPORT', schedules, get)).status, 207)
    assert.equal((await dav('PROPFIND', schedules.replace('schedules', 'a%01b'))).status, 404)
    const list = schedules.replace('schedules', 'emoji')
    const name = `x${'🎉'.repeat(300)}`
    const make = (root: string, text: string) =>
      `<${root} xmlns="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:set><d:prop><d:displayname>${text}</d:displayname></d:prop></d:set></${root}>`
    assert.equal((await dav('MKCALENDAR', list, make('mkcalendar', name))).status, 201)
    const nameOf = async () => /displayname>(.*?)</.exec((await dav('PROPFIND', list)).text)?.[1]
    assert.equal(await nameOf(), `x${'🎉'.repeat(254)}`)
    const patch = make('propertyupdate', `y${'🎉'.repeat(300)}`).replace(
      /propertyupdate xmlns="[^"]*"/,
      'propertyupdate xmlns="DAV:"',
    )
    assert.equal((await dav('PROPPATCH', list, patch)).status, 207)
    assert.equal(await nameOf(), `y${'🎉'.repeat(254)}`)
  })

  it('a change in Daymark leaves a text that means the same, also of following occurrences and of a single one', async () => {
    const berlin = (name: string, at: string) => `${name};TZID=Europe/Berlin:202710${at}00`
    const occurrence = (at: string, title: string, ...more: string[]) =>
      vevent('kept', berlin('DTSTART', at), 'DURATION:PT1H', `SUMMARY:${title}`, ...more)
    const texts = {
      range: calendar(
        ...occurrence('01T0900', 'Run', 'RRULE:FREQ=DAILY;COUNT=6'),
        ...occurrence(
          '03T1100',
          'Late run',
          'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20271003T090000',
        ),
      ),
      parts: calendar(
        ...occurrence('02T1100', 'Run', berlin('RECURRENCE-ID', '02T0900')),
        ...occurrence('04T0900', 'Run', berlin('RECURRENCE-ID', '04T0900')),
      ),
      one: calendar(...occurrence('02T1100', 'Run', berlin('RECURRENCE-ID', '02T0900'))),
      rules: event(
        'kept',
        berlin('DTSTART', '01T0900'),
        'DURATION:PT1H',
        'SUMMARY:Run',
        'RRULE:FREQ=DAILY;COUNT=6',
        'EXRULE:FREQ=DAILY;INTERVAL=2',
        'RRULE:FREQ=DAILY;INTERVAL=4;COUNT=4',
      ),
    }
    const path = `${schedules}kept.ics`
    const range = { start_date: '2027-10-01', end_date: '2027-11-01' }
    const all = async () =>
      (await ann.schedules.list({ query: range })).map(
        each => `${each.title} ${each.start_time} ${each.end_time}`,
      )
    type Change = (schedule_id: string, instance_start: string | null) => Promise<unknown>
    const address = (schedule_id: string, instance_start: string | null, apply_to: 'this' | 'following') => ({
      params: { schedule_id },
      query: instance_start === null ? {} : { instance_start, apply_to },
    })
    const changes: Change[] = [
      (id, at) => ann.schedules.update({ ...address(id, at, 'this'), body: { title: 'Walk' } }),
      (id, at) => ann.schedules.remove(address(id, at, 'this')),
      (id, at) => ann.schedules.update({ ...address(id, at, 'following'), body: { title: 'Walk' } }),
      (id, at) => ann.schedules.remove(address(id, at, 'following')),
      id => ann.schedules.update({ params: { schedule_id: id }, body: { title: 'Walk' } }),
      id => ann.schedules.update({ params: { schedule_id: id }, body: { timezone: 'Asia/Seoul' } }),
      id =>
        ann.schedules.update({
          params: { schedule_id: id },
          body: { recurrence_rule: 'FREQ=DAILY;COUNT=3' },
        }),
      id => ann.schedules.update({ params: { schedule_id: id }, body: { recurrence_rule: null } }),
      id => ann.schedules.update({ params: { schedule_id: id }, body: { all_day: true } }),
    ]
    // On PostgreSQL, each change runs with only one of the texts, because only the SQL differs from SQLite.
    for (const [at, [kind, text]] of Object.entries(texts).entries())
      for (const [index, change] of changes.entries())
        for (const third of name === 'sqlite' ? [false, true] : index % 4 === at ? [index % 2 === 0] : []) {
          assert.equal((await put(path, text)).status, 201)
          const found = await ann.schedules.list({ query: range })
          const chosen = found[third ? 2 : 1] ?? found[0]
          const id = chosen?.parent_id ?? chosen?.id ?? ''
          // The server refuses to split a series at a date that RDATE has added.
          await change(id, chosen?.instance_start ?? null).catch((error: unknown) =>
            assert.match(String(error), /added/),
          )
          const expected = await all()
          const names = (await dav('PROPFIND', schedules)).text.match(/\/dav\/[^<]*\.ics(?=<)/g) ?? []
          for (const each of names) assert.equal((await put(each, (await dav('GET', each)).text)).status, 204)
          assert.deepEqual(await all(), expected, `${kind} ${index} ${third}`)
          for (const each of names) await dav('DELETE', each)
        }
  })
})
