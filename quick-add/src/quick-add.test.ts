// Tests of chips, drafts and edge cases. The corpus in `quick-add/test/` covers the grammar.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRule } from '@daymark/recurrence/rule'
import fc from '../../scripts/test/properties.ts'
import type { Context } from './chip.ts'
import { quickAdd } from './quick-add.ts'

const context: Context = {
  now: Date.parse('2026-11-11T10:00:00-05:00'),
  timezone: 'America/New_York',
  language: 'en',
  tags: [
    { id: 'tag-work', name: 'work', group_id: 'job' },
    { id: 'tag-twice', name: 'twice', group_id: 'job' },
    { id: 'tag-twice-too', name: 'Twice', group_id: 'home' },
    { id: 'tag-deep-work', name: 'deep work', group_id: 'job' },
    { id: 'tag-deep', name: 'deep', group_id: 'job' },
  ],
  groups: [
    { id: 'home', name: 'Home', is_todo_group: true },
    { id: 'job', name: 'Job', is_todo_group: true },
  ],
  todos: [{ id: 'todo', title: 'Write report' }],
}
const chipsOf = (text: string, more: Partial<Context> = {}) =>
  quickAdd(text, { ...context, ...more }).chips.map(chip => [chip.type, chip.text, chip.value])

test('a chip has its type, text, position and value', () => {
  const text = 'Lunch Friday 12:30 #work'
  const { chips } = quickAdd(text, context)
  assert.deepEqual(chips, [
    { type: 'when', text: 'Friday 12:30', start: 6, end: 18, value: '2026-11-13T12:30' },
    { type: 'tag', text: '#work', start: 19, end: 24, value: 'tag-work' },
  ])
})

test('이번 with a weekday is a day of this week, or text if that day is over', () => {
  const day = (date: number, text: string) => {
    const now = Date.parse(`2026-11-${date}T10:00:00+09:00`)
    return chipsOf(text, { now, timezone: 'Asia/Seoul', language: 'ko' })[0]?.[2]
  }
  // The 11th is a Wednesday.
  assert.equal(day(10, '이번 수요일 병원 가기'), '2026-11-11')
  assert.equal(day(11, '이번 수요일 병원 가기'), '2026-11-11')
  assert.equal(day(13, '이번 수요일 병원 가기'), undefined)
  assert.equal(day(15, '이번 수요일 병원 가기'), '2026-11-18')
  assert.equal(day(15, '이번 일요일 병원 가기'), '2026-11-15')
  assert.equal(day(13, '오는 수요일 병원 가기'), '2026-11-18')
})

test('a rejected chip stays text', () => {
  const text = 'Lunch tomorrow 3pm #work'
  const [when, tag] = quickAdd(text, context).chips
  assert.ok(when && tag)
  const without = quickAdd(text, { ...context, rejected: [when] })
  assert.deepEqual([without.kind, without.title], ['todo', 'Lunch tomorrow 3pm'])
  const neither = quickAdd(text, { ...context, rejected: [when, tag] })
  assert.deepEqual([neither.title, neither.chips], [text, []])
})

test('other chips stay when their neighbor is rejected, and the space before a mark stays too', () => {
  const rejected = [{ start: 23, end: 28 }]
  const read = quickAdd('Submit taxes by Friday !high', { ...context, rejected })
  assert.deepEqual([read.title, read.chips.map(({ text }) => text)], ['Submit taxes !high', ['by Friday']])
})

test('a rejected length or deadline stays text', () => {
  const read = (text: string, start: number, end: number) => {
    const { title, draft } = quickAdd(text, { ...context, rejected: [{ start, end }] })
    return [title, 'deadline' in draft ? draft.deadline : undefined]
  }
  assert.deepEqual(read('2 hour workshop tomorrow 3pm', 0, 6), ['2 hour workshop', undefined])
  assert.deepEqual(read('Send invoice by EOD', 13, 19), ['Send invoice by EOD', undefined])
  assert.deepEqual(chipsOf('2 hour workshop tomorrow 3pm')[0], ['duration', '2 hour', 120])
  assert.deepEqual(chipsOf('Send invoice by EOD'), [['due', 'by EOD', '2026-11-11']])
})

test('a rejected "start" makes a todo', () => {
  const rejected = [{ start: 0, end: 5 }]
  const read = quickAdd('start reading', { ...context, rejected })
  assert.deepEqual([read.kind, read.title], ['todo', 'start reading'])
})

test('where only todos can be added, a time is a deadline and nothing starts a timer', () => {
  const read = (text: string) => quickAdd(text, { ...context, only: 'todo' })
  const timed = read('Lunch Friday 12:30 #work')
  assert.deepEqual(timed.kind === 'todo' && timed.draft, {
    title: 'Lunch',
    tag_group_id: 'job',
    tag_ids: ['tag-work'],
    deadline: '2026-11-13T17:30:00.000Z',
    timezone: 'America/New_York',
  })
  for (const text of ['start reading', '@Write report'])
    assert.deepEqual([read(text).kind, read(text).title, read(text).chips], ['todo', text, []])
})

test('an unknown name after a duration stays text, but the duration is understood', () => {
  const english = quickAdd('Write report tomorrow 3pm for 2h #office !high every weekday', context)
  assert.deepEqual(
    [english.title, english.draft],
    [
      'Write report #office',
      {
        title: 'Write report #office',
        tag_group_id: 'home',
        deadline: '2026-11-12T20:00:00.000Z',
        timezone: 'America/New_York',
        estimate_minutes: 120,
        priority: 3,
        recurrence_rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      },
    ],
  )
  const korean = quickAdd('내일 오후 3시 회의 2시간 #업무', { ...context, language: 'ko' })
  assert.deepEqual([korean.kind, korean.title], ['schedule', '회의 #업무'])
  assert.deepEqual(
    korean.chips.findLast(({ understood }) => understood !== false),
    { type: 'duration', text: '2시간', start: 12, end: 15, value: 120 },
  )
})

test('quotes are removed only if they protected something', () => {
  assert.equal(quickAdd('Watch "tomorrow at 3pm" again', context).title, 'Watch tomorrow at 3pm again')
  assert.equal(quickAdd('Read "The Waves" again', context).title, 'Read "The Waves" again')
})

const unreadIn = (text: string) =>
  quickAdd(text, context).chips.flatMap(chip => (chip.understood === false ? [chip.text] : []))

test('the longest name counts, and a name of two tags is not certain', () => {
  assert.deepEqual(chipsOf('Plan #deep work'), [['tag', '#deep work', 'tag-deep-work']])
  assert.deepEqual(unreadIn('Plan #deepwork'), ['#deepwork'])
  assert.deepEqual(unreadIn('Plan #twice'), ['#twice'])
})

test('a todo belongs to the named group, the group of its tag, the preferred one or the first', () => {
  const groupOf = (text: string, more: Partial<Context> = {}) => {
    const read = quickAdd(text, { ...context, ...more })
    return read.kind === 'todo' ? read.draft.tag_group_id : read.kind
  }
  assert.equal(groupOf('Plan #work /home'), 'home')
  assert.equal(groupOf('Plan #work'), 'job')
  assert.equal(groupOf('Plan', { default_group_id: 'job' }), 'job')
  assert.equal(groupOf('Plan'), 'home')
  assert.equal(groupOf('Plan', { groups: [] }), undefined)
})

test('a time that a clock change skips is read with the offset before it', () => {
  const read = quickAdd('Call mom 2027-03-14 at 2:30am', context)
  assert.equal(read.kind === 'schedule' && read.draft.start_time, '2027-03-14T07:30:00.000Z')
})

test('a line of chips only is a title', () => {
  for (const text of ['tomorrow', 'Monday 3pm', '매일', '내일 오후 3시', '#work', '!high', 'every day']) {
    const read = quickAdd(text, context)
    assert.deepEqual([read.kind, read.title, read.chips], ['todo', text, []])
  }
})

test('a very long line is a title', () => {
  const text = `${'word '.repeat(120)}tomorrow`
  assert.deepEqual(quickAdd(text, context).chips, [])
})

test('any line has ordered chips inside it, a valid rule and a title', () => {
  const words = fc.constantFrom(
    ...'Call mom tomorrow 3pm every Mon and Thu for 2h #work !high ~30m @Write report by Friday at noon'.split(
      ' ',
    ),
    ...'내일 오후 3시 회의 2시간 매주 월수금 까지 매달 31일 2월 30일 25시 시작 "'.split(' '),
    'on',
    'the',
    '1st',
    '29th',
    'every month on the 31st',
    'every February 29',
    'every February 30',
    '매년 2월 30일',
    ...'2 hour workshop 30-min EOD eod 30분짜리 월말까지 중으로 COB'.split(' '),
    'by end of day',
    'by the end of November',
    '이번 달 안에',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words, { maxLength: 12 }).map(all => all.join(' ')),
      ),
      text => {
        const { chips, draft, kind, title } = quickAdd(text, context)
        let at = 0
        for (const chip of chips) {
          assert.ok(chip.start >= at && chip.end > chip.start && chip.end <= text.length)
          assert.equal(text.slice(chip.start, chip.end), chip.text)
          at = chip.end
        }
        assert.ok(kind === 'timer' || title !== '' || text.trim() === '')
        const rule = 'recurrence_rule' in draft ? draft.recurrence_rule : undefined
        assert.ok(rule === undefined || parseRule(rule).ok)
        const start = 'start_time' in draft ? String(draft.start_time) : undefined
        assert.ok(start === undefined || start > '2000')
      },
    ),
  )
})

test('the date of today is today, also after noon', () => {
  const evening = { ...context, now: Date.parse('2026-11-11T19:00:00-05:00') }
  assert.equal(quickAdd('Call Nov 11', evening).chips[0]?.value, '2026-11-11')
  assert.equal(quickAdd('Call Nov 11 9pm', evening).chips[0]?.value, '2026-11-11T21:00')
  assert.equal(quickAdd('Trip Nov 11 to Nov 13', evening).chips[0]?.value, '2026-11-11/2026-11-13')
})

test('a range of times without "am" or "pm" ends at the next such time, on the same day', () => {
  const ends = (text: string) => {
    const { kind, draft } = quickAdd(text, context)
    return kind === 'schedule' ? [draft.start_time, draft.end_time] : []
  }
  assert.deepEqual(ends('Lunch tomorrow 11:30-1'), ['2026-11-12T16:30:00.000Z', '2026-11-12T18:00:00.000Z'])
  assert.deepEqual(ends('Dinner tomorrow 6:30-9'), ['2026-11-12T23:30:00.000Z', '2026-11-13T02:00:00.000Z'])
})

test('a night without "am" or "pm" ends on the next morning', () => {
  const { kind, draft } = quickAdd('Party tonight 10:30-2', context)
  assert.ok(kind === 'schedule')
  assert.deepEqual(
    [draft.start_time, draft.end_time],
    ['2026-11-12T03:30:00.000Z', '2026-11-12T07:00:00.000Z'],
  )
})

test('reads the line as the kind that the person chose, and keeps what that kind cannot have', () => {
  const context = {
    now: Date.parse('2026-11-11T15:00:00Z'),
    timezone: 'UTC',
    language: 'en',
    tags: [],
    groups: [],
    todos: [],
  } as const
  const as = (kind: 'todo' | 'schedule' | 'timer' | 'record', text: string) =>
    quickAdd(text, { ...context, as: kind })
  const text = 'Report tomorrow 2h !high'
  assert.deepEqual(
    (['todo', 'schedule', 'timer', 'record'] as const).map(kind => [
      as(kind, text).kind,
      as(kind, text).title,
    ]),
    [
      ['todo', 'Report'],
      ['schedule', 'Report !high'],
      ['timer', 'Report tomorrow !high'],
      ['record', 'Report !high'],
    ],
  )
  assert.deepEqual(as('schedule', 'Report').draft, {
    title: 'Report',
    timezone: 'UTC',
    start_time: '2026-11-11',
    end_time: '2026-11-12',
    all_day: true,
  })
  assert.deepEqual(as('record', 'Report 2h').draft, {
    title: 'Report',
    segments: [{ start: '2026-11-11T13:00:00.000Z', end: '2026-11-11T15:00:00.000Z' }],
  })
  assert.equal(as('todo', 'start Report').title, 'start Report')
})
