import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consequences, type Linked, newSchedule, type TodoFacts } from './deadline.ts'

const HOUR = 3_600_000
const TEN = Date.UTC(2026, 0, 15, 10)
const DAY = 24 * HOUR
const DATE = Date.UTC(2026, 0, 20)
const todo: TodoFacts = {
  title: 'Report',
  description: 'Long',
  deadline: TEN,
  deadline_date: null,
  tag_ids: ['a', 'b'],
}
const onDate: TodoFacts = { ...todo, deadline: null, deadline_date: DATE }
const schedule: Linked = {
  ...{ id: 's', title: 'Report', description: 'Long' },
  ...{ start_time: TEN, end_time: TEN + HOUR, all_day: false },
}
const nothing = { create: null, change: [], remove: [], retag: [] }

test('a deadline creates a schedule of one hour with title, description and tags', () => {
  assert.deepEqual(newSchedule(todo), {
    title: 'Report',
    description: 'Long',
    start_time: TEN,
    end_time: TEN + HOUR,
    all_day: false,
    tag_ids: ['a', 'b'],
  })
  assert.equal(newSchedule({ ...todo, deadline: null }), null)
})

test('adding a deadline, or changing it when no schedule is left, creates one from the new todo', () => {
  const after = { ...todo, title: 'New', tag_ids: ['c'] }
  const made = { ...nothing, create: newSchedule(after) }
  assert.deepEqual(consequences({ ...todo, deadline: null }, after, []), made)
  assert.deepEqual(consequences({ ...todo, deadline: TEN - 5 }, after, []), made)
})

test('changing the deadline moves the schedule to it and keeps its length', () => {
  const long = { ...schedule, start_time: TEN - HOUR, end_time: TEN + HOUR }
  const { change } = consequences(todo, { ...todo, deadline: TEN + 5 * HOUR }, [long])
  assert.deepEqual(change, [
    { schedule: long, changes: { start_time: TEN + 5 * HOUR, end_time: TEN + 7 * HOUR } },
  ])
})

test('of several schedules, the first meets the deadline and the others keep their distance', () => {
  const later = { ...schedule, id: 'later', start_time: TEN + 9 * HOUR, end_time: TEN + 10 * HOUR }
  const { change } = consequences(todo, { ...todo, deadline: TEN + HOUR }, [schedule, later])
  assert.deepEqual(
    change.map(each => each.changes.start_time),
    [TEN + HOUR, TEN + 10 * HOUR],
  )
})

test('removing the deadline deletes all linked schedules', () => {
  const after = { ...todo, deadline: null, title: 'New', tag_ids: [] }
  assert.deepEqual(consequences(todo, after, [schedule]), { ...nothing, remove: [schedule] })
})

test('unchanged values change no schedule', () => {
  const moved = { ...schedule, start_time: TEN + HOUR }
  assert.deepEqual(consequences(todo, { ...todo, tag_ids: ['b', 'a'] }, [moved]), nothing)
})

test('new tags apply to every linked schedule', () => {
  const own = { ...schedule, title: 'Mine' }
  for (const tag_ids of [[], ['a'], ['a', 'c'], ['a', 'b', 'c']]) {
    assert.deepEqual(consequences(todo, { ...todo, tag_ids }, [schedule, own]).retag, [schedule, own])
  }
})

test('a rename applies to schedules that still have the old title', () => {
  const own = { ...schedule, id: 'own', title: 'Mine' }
  const { change } = consequences(todo, { ...todo, title: 'Essay' }, [schedule, own])
  assert.deepEqual(change, [{ schedule, changes: { title: 'Essay' } }])
})

test('status, description and group affect no schedule', () => {
  assert.deepEqual(consequences(todo, { ...todo, description: 'Short' }, [schedule]), nothing)
})

test('a date creates an all-day schedule of that date', () => {
  const { start_time, end_time, all_day } = newSchedule(onDate) ?? {}
  assert.deepEqual([start_time, end_time, all_day], [DATE, DATE + DAY, true])
  assert.deepEqual(consequences({ ...todo, deadline: null }, onDate, []).create, newSchedule(onDate))
  assert.deepEqual(consequences(onDate, { ...onDate, deadline_date: null }, [schedule]).remove, [schedule])
})

test('a time becomes a date and a date a time, with the schedule', () => {
  const long = { ...schedule, end_time: TEN + 30 * HOUR }
  assert.deepEqual(consequences(todo, onDate, [long]).change, [
    { schedule: long, changes: { start_time: DATE, end_time: DATE + DAY, all_day: true } },
  ])
  const allDay = { ...schedule, start_time: DATE, end_time: DATE + 3 * DAY, all_day: true }
  assert.deepEqual(consequences(onDate, todo, [allDay]).change, [
    { schedule: allDay, changes: { start_time: TEN, end_time: TEN + HOUR, all_day: false } },
  ])
})

test('another date moves an all-day schedule and keeps its days; the same date changes nothing', () => {
  const allDay = { ...schedule, start_time: DATE, end_time: DATE + 3 * DAY, all_day: true }
  const later = { ...onDate, deadline_date: DATE + 7 * DAY }
  assert.deepEqual(consequences(onDate, later, [allDay]).change, [
    { schedule: allDay, changes: { start_time: DATE + 7 * DAY, end_time: DATE + 10 * DAY } },
  ])
  const moved = { ...allDay, start_time: DATE + DAY }
  assert.deepEqual(consequences(onDate, { ...onDate }, [moved]), nothing)
})

test('a time that is the midnight of the date is still another deadline', () => {
  const midnight = { ...todo, deadline: DATE }
  const allDay = { ...schedule, start_time: DATE, end_time: DATE + DAY, all_day: true }
  assert.deepEqual(consequences(onDate, midnight, [allDay]).change, [
    { schedule: allDay, changes: { start_time: DATE, end_time: DATE + HOUR, all_day: false } },
  ])
})

test('of several schedules that become all-day, the others keep their distance in days', () => {
  const later = { ...schedule, id: 'later', start_time: TEN + 7 * DAY - HOUR, end_time: TEN + 7 * DAY }
  assert.deepEqual(
    consequences(todo, onDate, [schedule, later]).change.map(each => each.changes.start_time),
    [DATE, DATE + 7 * DAY],
  )
})

test('a schedule that becomes equal to its todo, or different, is saved, because calendar apps hide or show it', () => {
  const named = { ...schedule, title: 'Final report' }
  assert.deepEqual(consequences(todo, { ...todo, title: 'Final report' }, [named]).change, [
    { schedule: named, changes: {} },
  ])
  const undescribed = { ...todo, description: null }
  assert.deepEqual(consequences(undescribed, todo, [schedule]).change, [{ schedule, changes: {} }])
  assert.deepEqual(consequences(undescribed, todo, [{ ...schedule, description: null }]), nothing)
})
