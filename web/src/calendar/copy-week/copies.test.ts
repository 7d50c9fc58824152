import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { copiesOf, copiesOfTemplate, templateOf } from './copies.ts'

const ZONE = 'Europe/Berlin'
const entry = (title: string, start_time: string, end_time: string, more: Partial<Schedule> = {}) =>
  ({
    ...{ id: title, title, start_time, end_time, all_day: false, start_date: null, end_date: null },
    ...{
      description: null,
      tags: [],
      is_shared: false,
      parent_id: null,
      recurrence_rule: null,
      source_todo_id: null,
      ...more,
    },
  }) as Schedule

test('keeps local times across a clock change, and dates of all-day entries', () => {
  // Clocks are set back on October 25, 2026.
  const copies = copiesOf(
    [
      entry('focus', '2026-10-20T07:00:00Z', '2026-10-20T09:00:00Z', { location: 'Library' }),
      entry('fair', '2026-10-19T22:00:00Z', '2026-10-20T22:00:00Z', {
        ...{ all_day: true, start_date: '2026-10-20', end_date: '2026-10-21' },
      }),
    ],
    [],
    ZONE,
  )
  assert.deepEqual(
    copies.map(({ title, location, start_time, end_time }) => [title, location, start_time, end_time]),
    [
      ['fair', null, '2026-10-27', '2026-10-28'],
      ['focus', 'Library', '2026-10-27T08:00:00.000Z', '2026-10-27T10:00:00.000Z'],
    ],
  )
})

test('leaves out series, deadlines and entries of others, and marks what is there already', () => {
  const [start, end] = ['2026-05-04T07:00:00Z', '2026-05-04T08:00:00Z']
  const copies = copiesOf(
    [
      entry('series', start, end, { recurrence_rule: 'FREQ=DAILY' }),
      entry('occurrence', start, end, { parent_id: 'series' }),
      entry('deadline', start, end, { source_todo_id: 'todo' }),
      entry('theirs', start, end, { is_shared: true }),
      entry('new', start, end),
      entry('known', start, end),
    ],
    [entry('known', '2026-05-11T07:00:00Z', '2026-05-11T08:00:00Z')],
    ZONE,
  )
  assert.deepEqual(
    copies.map(({ title, isThere }) => [title, isThere]),
    [
      ['new', false],
      ['known', true],
    ],
  )
})

test('a template keeps weekdays and local times, whatever day a week starts with', () => {
  const week = [
    entry('night', '2026-05-10T21:30:00Z', '2026-05-11T00:30:00Z'),
    entry('focus', '2026-05-05T07:00:00Z', '2026-05-05T09:00:00Z'),
    entry('fair', '2026-05-05T22:00:00Z', '2026-05-07T22:00:00Z', {
      ...{ all_day: true, start_date: '2026-05-06', end_date: '2026-05-08' },
    }),
    entry('series', '2026-05-05T07:00:00Z', '2026-05-05T09:00:00Z', { recurrence_rule: 'FREQ=DAILY' }),
  ]
  const template = templateOf(week, '2026-05-04', ZONE)
  assert.deepEqual(
    template.map(({ title, weekday, start, minutes }) => [title, weekday, start, minutes]),
    [
      ['night', 6, '23:30', 180],
      ['focus', 1, '09:00', 120],
      ['fair', 2, '00:00', 2880],
    ],
  )
  const there = [entry('focus', '2026-10-27T08:00:00Z', '2026-10-27T10:00:00Z')]
  const applied = (first: string) =>
    copiesOfTemplate(template, first, there, ZONE).map(({ title, start_time, end_time, isThere }) => [
      ...[title, start_time, end_time, isThere],
    ])
  // Clocks are set back on Sunday, October 25, 2026.
  assert.deepEqual(applied('2026-10-25'), [
    ['night', '2026-10-25T22:30:00.000Z', '2026-10-26T01:30:00.000Z', false],
    ['focus', '2026-10-27T08:00:00.000Z', '2026-10-27T10:00:00.000Z', true],
    ['fair', '2026-10-28', '2026-10-30', false],
  ])
  assert.deepEqual(applied('2026-10-26')[2], [
    ...['night', '2026-11-01T22:30:00.000Z', '2026-11-02T01:30:00.000Z', false],
  ])
})

test('an entry in the hour that the clock skips keeps its length', () => {
  // Clocks are set forward at 2:00 on March 29, 2026.
  const times = ({ start_time, end_time }: { start_time: string; end_time: string }) => [start_time, end_time]
  const kept = ['2026-03-29T01:30:00.000Z', '2026-03-29T02:15:00.000Z']
  const early = entry('early', '2026-03-22T01:30:00Z', '2026-03-22T02:15:00Z')
  assert.deepEqual(copiesOf([early], [], ZONE).map(times), [kept])
  const template = templateOf([early], '2026-03-16', ZONE)
  assert.deepEqual(copiesOfTemplate(template, '2026-03-23', [], ZONE).map(times), [kept])
})

test('a template leaves out entries that began in the week before', () => {
  const week = [
    entry('party', '2026-05-03T20:00:00Z', '2026-05-04T01:00:00Z'),
    entry('focus', '2026-05-04T07:00:00Z', '2026-05-04T09:00:00Z'),
  ]
  assert.deepEqual(
    templateOf(week, '2026-05-04', ZONE).map(({ title }) => title),
    ['focus'],
  )
})
