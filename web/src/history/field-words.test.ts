import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry } from '@daymark/contract/history'
import { fieldChanges } from './field-words.ts'
import { historyTextsEn } from './texts-en.ts'

const GROUP = '0190a000-0000-7000-8000-000000000001'
const UNKNOWN = '0190a000-0000-7000-8000-000000000002'

const words = {
  t: historyTextsEn,
  names: new Map([[GROUP, 'Home']]),
  dateTime: (at: string) => `at ${at}`,
  date: (date: string) => `on ${date}`,
  duration: (ms: number) => `${ms} ms`,
  weekday: (day: number) => `day ${day}`,
}

const entry = (action: HistoryEntry['action'], changed: HistoryEntry['changed']): HistoryEntry => ({
  kind: 'todo',
  id: UNKNOWN,
  action,
  title: 'Write report',
  changed,
})

test('a change shows labels and both values', () => {
  const changed = {
    status: { before: 'UNSCHEDULED', after: 'DONE' },
    deadline: { before: null, after: '2026-11-20T10:00:00Z' },
    tag_group_id: { before: UNKNOWN, after: GROUP },
    is_todo_group: { before: false, after: true },
    available_days: { before: [0], after: [0, 2] },
    allocated_duration: { before: 60, after: 90 },
  }
  assert.deepEqual(
    fieldChanges(entry('updated', changed), words).map(({ label, before, after }) => [label, before, after]),
    [
      ['Status', 'Open', 'Done'],
      ['Deadline', 'empty', 'at 2026-11-20T10:00:00Z'],
      ['List', 'another item', 'Home'],
      ['Todo list', 'no', 'yes'],
      ['Days', 'day 0', 'day 0, day 2'],
      ['Planned time', '60000 ms', '90000 ms'],
    ],
  )
})

test('new and deleted items are described without empty fields', () => {
  const changed = { title: { before: null, after: 'A' }, description: { before: null, after: null } }
  assert.deepEqual(
    fieldChanges(entry('created', changed), words).map(({ label, before, after }) => [label, before, after]),
    [['Title', undefined, 'A']],
  )
  const gone = { title: { before: 'A', after: null }, created_at: { before: 5, after: null } }
  assert.deepEqual(
    fieldChanges(entry('deleted', gone), words).map(({ label, before, after }) => [label, before, after]),
    [['Title', 'A', undefined]],
  )
})

test('an unknown field gets a readable name', () => {
  const [change] = fieldChanges(entry('updated', { new_field: { before: 1, after: 2 } }), words)
  assert.deepEqual([change?.label, change?.before, change?.after], ['New field', '1', '2'])
})

test('measured time is shown as periods, without the time of the correction', () => {
  const periods = (...list: [string, string | null][]) => list.map(([start, end]) => ({ start, end }))
  const changed = {
    segments: { before: periods(['a', 'b']), after: periods(['a', 'c'], ['d', 'e']) },
    corrected_at: { before: null, after: '2026-11-20T10:00:00Z' },
  }
  assert.deepEqual(
    fieldChanges(entry('updated', changed), words).map(({ label, before, after }) => [label, before, after]),
    [['Tracked time', 'at a – at b', 'at a – at c, at d – at e']],
  )
})

const texts = (changed: HistoryEntry['changed'], action: HistoryEntry['action'] = 'updated') =>
  fieldChanges(entry(action, changed), words).map(({ label, before, after }) => [label, before, after])

test('a typed text is shown as it is, and a priority by its name', () => {
  const changed = {
    title: { before: 'none', after: 'public' },
    description: { before: GROUP, after: '2026-11-20T10:00 call' },
    priority: { before: 0, after: 2 },
    occurrence_location: { before: null, after: 'private' },
    occurrence_location_set: { before: false, after: true },
  }
  assert.deepEqual(texts(changed), [
    ['Title', 'none', 'public'],
    ['Description', GROUP, '2026-11-20T10:00 call'],
    ['Priority', 'None', 'Medium'],
    ['Location of this occurrence', 'empty', 'private'],
  ])
})

test('a private item is shared with "Only me", although it has no stored level', () => {
  assert.deepEqual(texts({ visibility: { before: 'friends', after: null } }), [
    ['Visible to', 'Friends', 'Only me'],
  ])
  assert.deepEqual(texts({ visibility: { before: null, after: 'allowed_emails' } }), [
    ['Visible to', 'Only me', 'People by email address'],
  ])
})

test('lists show names, or a count if a name is unknown', () => {
  const changed = {
    tag_ids: { before: [GROUP, UNKNOWN], after: [GROUP] },
    allowed_user_ids: { before: [UNKNOWN], after: [] },
    allowed_emails: { before: [], after: ['ann@example.org', 'bob@example.org'] },
    participants: { before: [], after: ['Ann'] },
    allowed_domains: { before: [], after: [] },
  }
  assert.deepEqual(texts(changed), [
    ['Tags', '2 tags', 'Home'],
    ['Shared with people', '1 person', undefined],
    ['Shared with addresses', undefined, 'ann@example.org, bob@example.org'],
    ['Participants', undefined, 'Ann'],
  ])
  assert.deepEqual(texts({ default_reminders: { before: [10], after: [] } }), [
    ['Default reminders', 'set', 'not set'],
  ])
  assert.deepEqual(texts({ tag_ids: { before: [], after: [GROUP] } }, 'created'), [
    ['Tags', undefined, 'Home'],
  ])
})

test('week templates show their names, and a confirmed poll its time', () => {
  const template = (name: string) => ({ id: UNKNOWN, name, entries: [] })
  const slot = { slot_date: '2026-11-20', start_time: '09:00:00', end_time: '10:30:00' }
  const changed = {
    week_templates: { before: null, after: [template('School'), template('Holidays')] },
    confirmed_slot: { before: null, after: slot },
  }
  assert.deepEqual(texts(changed), [
    ['Week templates', 'empty', 'School, Holidays'],
    ['Confirmed time', 'empty', 'on 2026-11-20 09:00–10:30'],
  ])
})

test('answers to a meeting show their times', () => {
  const slot = (day: number) => ({
    slot_date: `2026-03-${String(day).padStart(2, '0')}`,
    start_time: '09:00:00',
    end_time: '10:30:00',
  })
  const changed = {
    time_slots: { before: [slot(3), slot(4)], after: [] },
    if_need_be: { before: [], after: Array.from({ length: 11 }, (_, index) => slot(index + 1)) },
  }
  const [free, maybe] = texts(changed)
  assert.deepEqual(free, ['Free', 'on 2026-03-03 09:00–10:30, on 2026-03-04 09:00–10:30', 'empty'])
  assert.deepEqual(maybe?.slice(0, 2), ['If need be', 'empty'])
  assert.match(maybe?.[2] ?? '', /^on 2026-03-01 09:00–10:30, .*on 2026-03-10 09:00–10:30, …$/)
})

test('dates without a time are written like all other dates, but not in typed text', () => {
  const changed = {
    title: { before: '2026-11-19', after: 'Move out' },
    deadline: { before: '2026-11-19', after: '2026-11-20' },
    time_slots: {
      before: null,
      after: [{ slot_date: '2026-11-20', start_time: '09:00:00', end_time: '10:00:00' }],
    },
  }
  assert.deepEqual(
    fieldChanges(entry('updated', changed), words).map(({ before, after }) => [before, after]),
    [
      ['2026-11-19', 'Move out'],
      ['on 2026-11-19', 'on 2026-11-20'],
      ['empty', 'on 2026-11-20 09:00–10:00'],
    ],
  )
})
