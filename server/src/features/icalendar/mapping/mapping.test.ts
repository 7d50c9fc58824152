import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { type Component, firstOf, parseCalendar, writeCalendar } from '../text/content-line.ts'
import { firstOfTwo } from '../text/value.ts'
import { zoneFinder } from '../text/zone-id.ts'
import { canonical, reminderField } from './alarm.ts'
import { isChange, readEvent } from './event-reader.ts'
import { followsRule } from './event-rules.ts'
import { changeEvent, newEvent } from './event-writer.ts'
import {
  type EventModel,
  modelTexts,
  type ReadingContext,
  ruleValue,
  sortedNames,
  type TaskModel,
} from './model.ts'
import { changeTask, newTask, readTask } from './task.ts'

const facts = { uid: 'u-1@example', created_at: 1e12, updated_at: 1.7e12, version: 7, zone: 'Asia/Seoul' }
const contextOf = (calendar: Component): ReadingContext => ({
  findZone: zoneFinder(calendar),
  ownerZone: 'Asia/Seoul',
  isTag: () => true,
})
const parse = (text: string) => {
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const calendar = parseCalendar(text)
  assert.ok(ICAL.parse(text))
  return calendar
}
const eventOf = (text: string): EventModel => {
  const calendar = parseCalendar(text)
  return readEvent(
    calendar.components.filter(each => each.name === 'VEVENT'),
    contextOf(calendar),
  )
}
const taskOf = (text: string): TaskModel => {
  const calendar = parseCalendar(text)
  return readTask(
    calendar.components.filter(each => each.name === 'VTODO'),
    contextOf(calendar),
  )
}

const letters = fc.constantFrom(
  'a',
  ' ',
  '한글',
  '🎉',
  '%',
  ';',
  ',',
  ':',
  '\\',
  '"',
  '\\n',
  'n',
  'ß',
  '=',
  '👩‍👧',
)
const words = fc.array(letters, { minLength: 1, maxLength: 60 }).map(parts => `x${parts.join('')}x`)
const lines = fc.array(words, { maxLength: 3 }).map(parts => parts.join('\n') || null)
const tags = fc.array(words, { maxLength: 3 }).map(sortedNames)
const zones = fc.constantFrom(
  'UTC',
  'Asia/Seoul',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Tehran',
)
const instants = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2040, 0, 1) / 1000 })
      .map(second => second * 1000),
  },
  // The second of two equal local times in New York, in Berlin and on Lord Howe Island.
  fc.constantFrom(
    ...['2026-11-01T06:30Z', '2026-10-25T01:15Z', '2026-04-04T15:15Z'].map(text => Date.parse(text)),
  ),
)
const rules = fc.constantFrom(
  null,
  'FREQ=DAILY',
  'FREQ=WEEKLY;COUNT=9',
  'FREQ=DAILY;INTERVAL=2;UNTIL=20500101',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
)
const DAY = 86_400_000
const reminders = fc.array(
  fc.oneof(
    fc.record({ minutes_before: fc.constantFrom(0, 5, 90, 1_440, 525_600) }),
    fc.record({
      at_time: fc.constantFrom('00:00', '09:00', '23:59'),
      days_before: fc.integer({ min: 0, max: 3 }),
    }),
  ),
  { maxLength: 3 },
)

const fields = fc.record({
  title: words,
  description: lines,
  location: lines,
  tags,
  state: fc.constantFrom('PLANNED', 'IN_PROGRESS', 'COMPLETED'),
  reminders,
})
type RandomFields = typeof fields extends fc.Arbitrary<infer T> ? T : never
const fieldsFor = ({ reminders, description, location, ...rest }: RandomFields, is_date: boolean) => ({
  ...rest,
  ...modelTexts(name => ({ description, location })[name]),
  ...reminderField(canonical(reminders, is_date)),
})
const events: fc.Arbitrary<EventModel> = fc
  .record({
    fields,
    start: instants,
    hours: fc.integer({ min: 0, max: 50 }),
    all_day: fc.boolean(),
    timezone: zones,
    rule: rules,
    skipped: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    moved: fc.option(fields, { nil: undefined }),
    extra: fc.boolean(),
  })
  .map(({ fields: random, start, hours, all_day, timezone, rule, skipped, moved, extra }) => {
    const fields = fieldsFor(random, all_day)
    // A series cannot begin at the second of two equal local times.
    const timed = rule === null ? start : firstOfTwo(start, { all_day, timezone })
    const at = all_day ? Math.floor(start / DAY) * DAY : timed
    const step = (n: number) => at + n * 7 * DAY
    const length = all_day ? (hours + 1) * DAY : hours * 3_600_000
    const base = { ...fields, start: at, end: at + length, all_day, timezone: all_day ? '' : timezone }
    const written = ruleValue({
      start_time: at,
      all_day,
      timezone: base.timezone || 'UTC',
      recurrence_rule: rule,
      recurrence_end: null,
    })
    const changed = [
      ...(moved
        ? [{ at: step(6), start: step(6) + DAY, end: step(6) + DAY + length, ...fieldsFor(moved, all_day) }]
        : []),
      ...(extra ? [{ at: step(9) + DAY, start: step(9) + DAY, end: step(9) + DAY + length, ...fields }] : []),
    ]
    const isSeries = written !== null
    const model = { ...base, rule: written, changed: [] }
    return {
      ...model,
      deleted: isSeries ? skipped.map(step).sort((a, b) => a - b) : [],
      changed: isSeries ? changed.filter(each => isChange({ ...model, deleted: [] }, each)) : [],
    }
  })
const inOrder = ({
  title,
  description,
  location,
  state,
  tags,
  reminders = [],
}: EventModel | EventModel['changed'][number]) => ({
  title,
  description,
  location,
  state,
  tags,
  reminders,
})
const plain = (model: EventModel) => ({
  ...inOrder(model),
  ...[model.start, model.end, model.all_day, model.timezone, model.rule, model.deleted],
  changed: model.changed.map(each => ({ ...inOrder(each), at: each.at, start: each.start, end: each.end })),
})

/** A todo has no location, so the location of a task is not modeled. */
const OTHERS_OF_TASKS = ['LOCATION;LANGUAGE=ko:서울\\, 한국']
const OTHERS = [
  'ATTENDEE;CN="Kim; A:B";PARTSTAT=ACCEPTED:mailto:kim@example.org',
  'X-UNKNOWN;X-P="a,b":left:as;it,is',
  'ATTACH:https://example.org/a,b;c',
  'RESOURCES:a,b',
]
const othersOf = (kind: string) => (kind === 'VTODO' ? [...OTHERS_OF_TASKS, ...OTHERS] : OTHERS)
const withOthers = (text: string, kind: string) =>
  text.replace(
    new RegExp(`(BEGIN:${kind}\\r\\n)`),
    `$1${othersOf(kind)
      .map(line => `${line}\r\n`)
      .join('')}BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER;RELATED=END:-PT5M\r\nEND:VALARM\r\n`,
  )
const keepsOthers = (calendar: Component, kind: string) => {
  const component = calendar.components.find(each => each.name === kind)
  const written = component?.properties.map(each => `${each.name}${each.params}:${each.value}`)
  assert.deepEqual(
    written?.filter(line => othersOf(kind).includes(line)),
    othersOf(kind),
  )
  assert.equal(component?.components[0]?.properties[1]?.params, ';RELATED=END')
}

test('an event and a task come back as they were written', () => {
  fc.assert(
    fc.property(events, event => {
      const calendar = parse(writeCalendar(newEvent(event, facts)))
      assert.deepEqual(plain(eventOf(writeCalendar(calendar))), plain(event))
    }),
    { numRuns: runs(150) },
  )
})

test('a change rewrites only what it changes, and keeps everything that is not modeled', () => {
  fc.assert(
    fc.property(events, events, (before, after) => {
      const text = withOthers(writeCalendar(newEvent(before, facts)), 'VEVENT')
      const calendar = parseCalendar(text)
      changeEvent(calendar, eventOf(text), after, facts, contextOf(calendar))
      const changed = parse(writeCalendar(calendar))
      assert.deepEqual(plain(eventOf(writeCalendar(changed))), plain(after))
      keepsOthers(changed, 'VEVENT')
    }),
    { numRuns: runs(150) },
  )
})

test('a changed occurrence gets its new fields if its series gets times', () => {
  const fields = { title: 'Choir', tags: [], state: 'PLANNED' as const, description: null }
  const day = Date.UTC(2026, 4, 4)
  const series = { ...fields, start: day, rule: 'FREQ=DAILY', deleted: [] }
  const moved = { ...fields, at: day + 7 * DAY, start: day + 8 * DAY }
  const before: EventModel = {
    ...series,
    ...{ end: day + DAY, all_day: true, timezone: '' },
    changed: [
      {
        ...moved,
        end: moved.start + DAY,
        title: 'Concert',
        tags: ['music'],
        reminders: [{ days_before: 0, at_time: '00:00' }],
      },
    ],
  }
  const after: EventModel = {
    ...series,
    ...{ end: day, all_day: false, timezone: 'America/New_York' },
    changed: [{ ...moved, end: moved.start }],
  }
  const calendar = newEvent(before, facts)
  changeEvent(calendar, before, after, facts, contextOf(calendar))
  assert.deepEqual(plain(eventOf(writeCalendar(calendar))), plain(after))
})

const tasks: fc.Arbitrary<TaskModel> = fc
  .record({
    title: words,
    description: lines,
    status: fc.constantFrom('open', 'done', 'canceled'),
    completed: instants,
    due: fc.option(instants),
    due_is_date: fc.boolean(),
    timezone: zones,
    rule: fc.boolean(),
    priority: fc.integer({ min: 0, max: 3 }),
    estimate_minutes: fc.option(fc.integer({ min: 1, max: 100_000 })),
    tags,
    parent: fc.option(fc.constantFrom('p-1', 'p-2@example')),
    reminders,
  })
  .map(({ reminders, ...task }) => {
    const is_date = task.due !== null && task.due_is_date
    // A repeating task cannot be due at the second of two equal local times.
    const timed =
      task.rule && task.due !== null
        ? firstOfTwo(task.due, { all_day: is_date, timezone: task.timezone })
        : task.due
    return {
      ...task,
      completed: task.status === 'done' ? task.completed : null,
      due: task.due === null ? null : is_date ? Math.floor(task.due / DAY) * DAY : timed,
      due_is_date: is_date,
      timezone: task.due === null || is_date ? '' : task.timezone,
      rule: task.rule && task.due !== null ? 'FREQ=WEEKLY' : null,
      ...reminderField(task.due === null ? [] : canonical(reminders, is_date)),
    }
  })

test('a todo comes back as it was written, also after a change, with everything that is not modeled', () => {
  fc.assert(
    fc.property(tasks, tasks, (before, after) => {
      const text = withOthers(writeCalendar(newTask(before, facts)), 'VTODO')
      const calendar = parseCalendar(text)
      assert.deepEqual(taskOf(text), before)
      changeTask(calendar, before, after, facts)
      const changed = parse(writeCalendar(calendar))
      assert.deepEqual(taskOf(writeCalendar(changed)), after)
      keepsOthers(changed, 'VTODO')
    }),
    { numRuns: runs(150) },
  )
})

const event = (...rest: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:S\r\n${rest.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const at = (text: string) => Date.parse(text)

test('a series that begins at the second of two equal local times keeps its length', () => {
  const single = { ...eventOf(event('DTSTART:20260301T090000Z')), timezone: 'America/New_York' }
  const start = at('2026-11-01T06:30Z')
  for (const minutes of [0, 15, 60, 180, 1_500]) {
    const end = start + minutes * 60_000
    const series = { ...single, start, end, rule: 'FREQ=WEEKLY' }
    const calendar = newEvent(series, facts)
    const read = eventOf(writeCalendar(calendar))
    assert.deepEqual([read.start, read.end - read.start], [start - 3_600_000, end - start])
    // As a single event, the schedule begins at the second of two equal local times. As a series, it begins at the
    // first.
    changeEvent(calendar, series, { ...series, rule: null }, facts, contextOf(calendar))
    const once = eventOf(writeCalendar(calendar))
    assert.deepEqual([once.start, once.end, once.timezone], [start, end, single.timezone])
    changeEvent(calendar, once, { ...once, rule: series.rule }, facts, contextOf(calendar))
    assert.deepEqual(eventOf(writeCalendar(calendar)), read)
  }
})

test('a repeating task that is due at the second of two equal local times is due at its start', () => {
  const due = at('2026-11-01T06:30Z')
  const task = taskOf(event('DUE:20260301T090000Z').replaceAll('VEVENT', 'VTODO'))
  const timezone = 'America/New_York'
  const text = writeCalendar(newTask({ ...task, due, timezone, rule: 'FREQ=WEEKLY' }, facts))
  const times = text.match(/(?:DTSTART|DUE);TZID=America\/New_York:.*/g)
  assert.deepEqual(
    times?.map(line => line.split(':')[1]),
    ['20261101T013000', '20261101T013000'],
  )
})

test('a repeating task keeps the time between its start and its deadline', () => {
  const text = event(
    ...['DTSTART;TZID=Europe/Berlin:20260327T180000', 'DUE;TZID=Europe/Berlin:20260328T090000'],
    'RRULE:FREQ=DAILY',
  ).replaceAll('VEVENT', 'VTODO')
  const before = taskOf(text)
  const calendar = parseCalendar(text)
  changeTask(calendar, before, { ...before, due: at('2026-03-29T07:00Z') }, facts)
  const written = writeCalendar(calendar)
  assert.match(
    written,
    /DTSTART;TZID=Europe\/Berlin:20260328T180000\r\nDUE;TZID=Europe\/Berlin:20260329T090000\r\n/,
  )
})

test('a new deadline keeps the start of a task in another zone, unless it is later or of another kind', () => {
  const start = (DTSTART: string, change: Partial<TaskModel>) => {
    const text = event(DTSTART, 'DUE:20260330T090000Z').replaceAll('VEVENT', 'VTODO')
    const calendar = parseCalendar(text)
    changeTask(calendar, taskOf(text), { ...taskOf(text), ...change }, facts)
    return /DTSTART.*/.exec(writeCalendar(calendar).replace(/BEGIN:VTIMEZONE.*END:VTIMEZONE/s, ''))?.[0]
  }
  const berlin = 'DTSTART;TZID=Europe/Berlin:20260327T180000'
  assert.equal(start(berlin, { due: at('2026-03-31T07:00Z') }), berlin)
  assert.equal(start(berlin, { due: at('2026-03-27T16:00Z') }), undefined)
  assert.equal(start(berlin, { due: at('2026-03-31T00:00Z'), due_is_date: true, timezone: '' }), undefined)
})

test('copies of a text in another form do not stay if the text is changed', () => {
  const copies = [
    ...['X-ALT-DESC;FMTTYPE=text/html:<b>Bring</b> pens', 'GEO:37.5;127.0', 'X-KEEP:a'],
    'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Seoul:geo:37.5,127.0',
  ]
  const text = event('DTSTART:20260301T090000Z', 'LOCATION:Seoul', 'DESCRIPTION:Bring pens', ...copies)
  const kept = (change: Partial<EventModel>) => {
    const calendar = parseCalendar(text)
    changeEvent(calendar, eventOf(text), { ...eventOf(text), ...change }, facts, contextOf(calendar))
    return copies.filter(each => writeCalendar(calendar).replaceAll('\r\n ', '').includes(each))
  }
  assert.deepEqual(kept({ title: 'Other' }), copies)
  assert.deepEqual(kept({ description: 'Bring paper' }), copies.slice(1))
  assert.deepEqual(kept({ location: 'Busan' }), [copies[0], copies[2]])
})

test('an event that an earlier version stored keeps its location until that is changed', () => {
  const text = event('DTSTART:20260301T090000Z', 'LOCATION;ALTREP="https://example.org":Seoul')
  const { location, ...stored } = eventOf(text)
  assert.equal(location, 'Seoul')
  const after = (change: Partial<EventModel>) => {
    const calendar = parseCalendar(text)
    changeEvent(calendar, stored, { ...stored, ...change }, facts, contextOf(calendar))
    return writeCalendar(calendar)
  }
  assert.match(after({ title: 'Other' }), /\r\nLOCATION;ALTREP="https:\/\/example.org":Seoul\r\n/)
  assert.match(after({ location: 'Busan' }), /\r\nLOCATION:Busan\r\n/)
})

test('a new location of a series replaces that of an occurrence only if it was the same', () => {
  const override = (day: string, location: string) => [
    ...['END:VEVENT', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:S', `RECURRENCE-ID:202603${day}T090000Z`],
    ...[`DTSTART:202603${day}T090000Z`, 'DURATION:PT1H', `LOCATION:${location}`],
  ]
  const text = event(
    ...['DTSTART:20260301T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4', 'LOCATION:Seoul'],
    ...[...override('02', 'Seoul'), ...override('03', 'Jeju')],
  )
  const { location: _location, ...read } = eventOf(text)
  const stored = { ...read, changed: [] }
  const calendar = parseCalendar(text)
  changeEvent(calendar, stored, { ...stored, location: 'Busan' }, facts, contextOf(calendar))
  assert.deepEqual(writeCalendar(calendar).match(/LOCATION:\w+/g), [
    'LOCATION:Busan',
    'LOCATION:Busan',
    'LOCATION:Jeju',
  ])
  const start = at('2026-03-03T09:00Z')
  const moved = (fields: Partial<EventModel>) => ({
    ...{ at: start, start, end: start + 1_800_000, title: 'S', description: null, tags: [] },
    state: 'PLANNED' as const,
    ...fields,
  })
  const other = parseCalendar(text)
  const location = 'Busan'
  changeEvent(
    other,
    { ...stored, changed: [moved({})] },
    { ...stored, location, changed: [moved({ location })] },
    facts,
    contextOf(other),
  )
  assert.match(writeCalendar(other), /LOCATION:Jeju/)
})

test('reads floating times, Outlook zones, durations, RDATE and THISANDFUTURE', () => {
  const floating = eventOf(event('DTSTART:20260301T090000', 'DURATION:PT90M'))
  assert.deepEqual(
    [floating.start, floating.end, floating.timezone],
    [at('2026-03-01T00:00Z'), at('2026-03-01T01:30Z'), 'Asia/Seoul'],
  )
  const outlook = eventOf(event('DTSTART;TZID=W. Europe Standard Time:20260701T090000'))
  assert.deepEqual([outlook.start, outlook.timezone], [at('2026-07-01T07:00Z'), 'Europe/Berlin'])
  const vendor = eventOf(event('DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20260701T090000'))
  assert.equal(vendor.timezone, 'America/New_York')
  const day = eventOf(event('DTSTART;VALUE=DATE:20260301'))
  assert.deepEqual([day.all_day, day.end - day.start], [true, DAY])
  const overDst = eventOf(event('DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:P1D'))
  assert.equal(overDst.end, at('2026-03-29T10:00Z'))
  const extra = eventOf(event('DTSTART:20260301T090000Z', 'RDATE:20260305T090000Z,20260307T100000Z'))
  assert.equal(extra.rule, 'FREQ=DAILY;COUNT=1')
  assert.deepEqual(
    extra.changed.map(each => followsRule(extra, each.at)),
    [false, false],
  )
  const master = [
    'DTSTART:20260301T090000Z',
    'DTEND:20260301T100000Z',
    'RRULE:FREQ=DAILY;COUNT=5',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:a',
  ]
  const future = eventOf(
    event(
      ...master,
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20260303T090000Z',
      'SUMMARY:Later',
      'DTSTART:20260303T110000Z',
      'DURATION:PT1H',
    ),
  )
  assert.deepEqual(
    future.changed.map(each => [each.title, new Date(each.start).toISOString().slice(8, 13)]),
    [
      ['Later', '03T11'],
      ['Later', '04T11'],
      ['Later', '05T11'],
    ],
  )
})

test('dates of timed series and times of all-day series mean the occurrence of that local day', () => {
  const early = ['DTSTART;TZID=Asia/Seoul:20260105T080000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4']
  assert.deepEqual(eventOf(event(...early, 'EXDATE;VALUE=DATE:20260106')).deleted, [at('2026-01-05T23:00Z')])
  const summer = ['DTSTART;TZID=America/New_York:20260301T210000', 'RRULE:FREQ=DAILY']
  assert.deepEqual(eventOf(event(...summer, 'EXDATE;VALUE=DATE:20260401')).deleted, [at('2026-04-02T01:00Z')])
  const days = ['DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=DAILY;COUNT=4']
  const midnight = eventOf(event(...days, 'EXDATE;TZID=Asia/Seoul:20260106T000000'))
  assert.deepEqual(midnight.deleted, [at('2026-01-06T00:00Z')])
  const text = event(
    ...[...early, 'END:VEVENT', 'BEGIN:VEVENT', 'UID:a', 'RECURRENCE-ID;VALUE=DATE:20260106'],
    ...['DTSTART;TZID=Asia/Seoul:20260106T100000', 'DURATION:PT1H', 'SUMMARY:Moved'],
  )
  const before = eventOf(text)
  assert.deepEqual(
    before.changed.map(each => [each.at, each.start]),
    [[at('2026-01-05T23:00Z'), at('2026-01-06T01:00Z')]],
  )
  const calendar = parseCalendar(text)
  const changed = before.changed.map(each => ({ ...each, title: 'Renamed' }))
  changeEvent(calendar, before, { ...before, changed }, facts, contextOf(calendar))
  assert.equal(calendar.components.filter(each => each.name === 'VEVENT').length, 2)
  assert.deepEqual(eventOf(writeCalendar(calendar)).changed, changed)
})

test('periods of RDATE keep their length, also after the series was changed', () => {
  const text = event(
    'DTSTART:20260301T090000Z',
    'DURATION:PT1H',
    'RDATE;VALUE=PERIOD:20260305T090000Z/PT3H,20260307T090000Z/20260307T110000Z',
  )
  const before = eventOf(text)
  const hours = ({ changed }: EventModel) => changed.map(each => (each.end - each.start) / 3_600_000)
  assert.deepEqual(hours(before), [3, 2])
  const calendar = parseCalendar(text)
  const after = { ...before, end: before.start + 7_200_000 }
  changeEvent(calendar, before, after, facts, contextOf(calendar))
  assert.deepEqual(eventOf(writeCalendar(calendar)), after)
})

test('of several changes of all following occurrences, the last one before an occurrence counts', () => {
  const future = (day: string, title: string) => [
    ...['END:VEVENT', 'BEGIN:VEVENT', 'UID:a', `RECURRENCE-ID;RANGE=THISANDFUTURE:202603${day}T090000Z`],
    ...[`SUMMARY:${title}`, `DTSTART:202603${day}T100000Z`, 'DURATION:PT1H'],
  ]
  const series = ['DTSTART:20260301T090000Z', 'DTEND:20260301T100000Z', 'RRULE:FREQ=DAILY;COUNT=6']
  for (const order of [
    [...future('02', 'A'), ...future('04', 'B')],
    [...future('04', 'B'), ...future('02', 'A')],
  ])
    assert.deepEqual(
      eventOf(event(...series, ...order)).changed.map(each => each.title),
      ['A', 'A', 'B', 'B', 'B'],
    )
})

test('a zone that only a VTIMEZONE defines is found by its offsets', () => {
  const observance = (name: string, to: string, start: string, ...rest: string[]) => [
    ...[`BEGIN:${name}`, `DTSTART:${start}T000000`, 'TZOFFSETFROM:+0000', `TZOFFSETTO:${to}`, ...rest],
    `END:${name}`,
  ]
  const zoneOf = (tzid: string, ...observances: string[]) => {
    const written = tzid.replaceAll(',', '\\,')
    const zone = ['BEGIN:VTIMEZONE', `TZID:${written}`, ...observances, 'END:VTIMEZONE', 'BEGIN:VEVENT']
    const text = event(`DTSTART;TZID="${tzid}":20260301T090000`)
    return eventOf(text.replace('BEGIN:VEVENT', zone.join('\r\n'))).timezone
  }
  assert.equal(zoneOf('Custom', ...observance('STANDARD', '+0900', '16010101')), 'Asia/Seoul')
  assert.equal(zoneOf('Odd', ...observance('STANDARD', '+0845', '16010101')), 'Australia/Eucla')
  const named = (tzid: string) => eventOf(event(`DTSTART;TZID=${tzid}:20260301T090000`)).timezone
  assert.deepEqual(['"GMT-05:00"', 'UTC+9', '"tzone://Microsoft/Utc"', 'Nowhere'].map(named), [
    ...['Etc/GMT+5', 'Etc/GMT-9', 'UTC', 'Asia/Seoul'],
  ])
  const berlin = [
    ...observance('STANDARD', '+0100', '16010101', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
    ...observance('DAYLIGHT', '+0200', '16010101', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
  ]
  // Outlook escapes the commas of the name in the definition, but not in the parameter.
  assert.equal(zoneOf('(UTC+01:00) Berlin, Bern, Rome', ...berlin), 'Europe/Berlin')
  const chile = [
    ...observance('STANDARD', '-0400', '20220403', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU'),
    ...observance('DAYLIGHT', '-0300', '20220904', 'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1SU'),
  ]
  const earlier = observance('STANDARD', '-0500', '19320901', 'RDATE:19320901T000000')
  assert.equal(zoneOf('Chile', ...chile, ...earlier), 'America/Santiago')
})

test('a VTIMEZONE has the clock changes that an independent reader finds', () => {
  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Sydney',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'Africa/Casablanca',
    'Europe/London',
  ])
    for (const year of [1975, 1996, 2006, 2024, 2030]) {
      const start = Date.UTC(year, 5, 15, 12)
      const model = { ...eventOf(event('DTSTART:20260301T090000Z')), start, end: start, timezone: zone }
      const root = new ICAL.Component(ICAL.parse(writeCalendar(newEvent(model, facts))))
      const definition = root.getFirstSubcomponent('vtimezone')
      assert.ok(definition)
      const timezone = new ICAL.Timezone(definition)
      for (let month = 0; month < 12; month++) {
        const local = Temporal.PlainDateTime.from({ year: year + 1, month: month + 1, day: 10, hour: 12 })
        const time = ICAL.Time.fromStringv2(`${local}`)
        assert.equal(
          timezone.utcOffset(time),
          local.toZonedDateTime(zone).offsetNanoseconds / 1e9,
          `${zone} ${local}`,
        )
      }
    }
})

test('text that is not iCalendar is refused with the number of the line', () => {
  const cases: [text: string, line: number][] = [
    ['', 1],
    ['hello', 1],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR', 3],
    ['BEGIN:VCALENDAR\nno colon here\nEND:VCALENDAR', 2],
    ['BEGIN:VCALENDAR\n', 2],
    [`${'BEGIN:VCALENDAR\n'.repeat(20)}`, 9],
    ['BEGIN:VCALENDAR\nX;A="open:1\nEND:VCALENDAR', 2],
  ]
  for (const [text, line] of cases) assert.throws(() => parseCalendar(text), { name: 'IcalFault', line })
})

const alarm = (trigger: string, ...more: string[]) =>
  ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER${trigger}`, ...more, 'END:VALARM'].join('\r\n')

test('alarms are reminders if they come before the start or on the day of a date', () => {
  const timed = ['DTSTART:20260301T090000Z', 'DTEND:20260301T100000Z']
  const dated = ['DTSTART;VALUE=DATE:20260301']
  const minutes = (minutes_before: number) => [{ minutes_before }]
  const at_time = (at_time: string, days_before: number) => [{ at_time, days_before }]
  const cases: [lines: string[], trigger: string, meaning: EventModel['reminders']][] = [
    [timed, ':-PT15M', minutes(15)],
    [timed, ':-P1D', minutes(1440)],
    [timed, ';RELATED=END:-PT90M', minutes(30)],
    [timed, ';RELATED=END:-PT5M', undefined],
    [timed, ':PT5M', undefined],
    [timed, ':-PT30S', undefined],
    [timed, ';VALUE=DATE-TIME:20260301T083000Z', minutes(30)],
    [timed, ';VALUE=DATE-TIME:20260301T093000Z', undefined],
    [[...timed, 'RRULE:FREQ=DAILY'], ';VALUE=DATE-TIME:20260301T083000Z', undefined],
    [dated, ':PT9H', at_time('09:00', 0)],
    [dated, ':-PT15H', at_time('09:00', 1)],
    [dated, ';RELATED=END:-PT15H', at_time('09:00', 0)],
    // This instant is 00:30 on that day in Seoul, the owner's zone.
    [dated, ';VALUE=DATE-TIME:20260228T153000Z', at_time('00:30', 0)],
    [dated, ':P1D', undefined],
  ]
  for (const [lines, trigger, meaning] of cases)
    assert.deepEqual(eventOf(event(...lines, alarm(trigger))).reminders, meaning, trigger)
  const due = (...lines: string[]) =>
    event(...lines, alarm(';RELATED=END:-PT10M')).replaceAll('VEVENT', 'VTODO')
  assert.deepEqual(taskOf(due('DUE:20260301T090000Z')).reminders, minutes(10))
  assert.equal(taskOf(due()).reminders, undefined)
  const fromStart = due('DTSTART:20260301T080000Z', 'DUE:20260301T090000Z').replace(';RELATED=END', '')
  assert.deepEqual(taskOf(fromStart).reminders, minutes(70))
})

test('a moved event keeps its reminders, and alarms of other kinds are not touched', () => {
  const others = [
    alarm(':-PT5M', 'RELATED-TO;RELTYPE=SNOOZE:x'),
    alarm(';VALUE=DATE-TIME:19760401T005545Z').replace('DISPLAY', 'NONE'),
    alarm(':-PT7M').replace('DISPLAY', 'EMAIL'),
  ]
  const kept = alarm(';VALUE=DATE-TIME:20260301T083000Z', 'X-APPLE-DEFAULT-ALARM:TRUE')
  const text = event('DTSTART:20260301T090000Z', 'DTEND:20260301T100000Z', kept, alarm(':-PT5M'), ...others)
  const before = eventOf(text)
  const change = (after: EventModel) => {
    const calendar = parseCalendar(text)
    changeEvent(calendar, before, after, facts, contextOf(calendar))
    const alarms = calendar.components[0]?.components ?? []
    return {
      triggers: alarms.map(each => firstOf(each, 'TRIGGER')?.value),
      text: writeCalendar(calendar),
    }
  }
  const moved = { ...before, start: before.start + DAY, end: before.end + DAY }
  const untouched = ['-PT5M', '19760401T005545Z', '-PT7M']
  assert.deepEqual(change(moved).triggers, ['-PT30M', '-PT5M', ...untouched])
  assert.match(change(moved).text, /X-APPLE-DEFAULT-ALARM:TRUE/)
  assert.deepEqual(eventOf(change(moved).text).reminders, before.reminders)
  const { reminders: _none, ...silent } = before
  assert.deepEqual(change(silent).triggers, untouched)
})
