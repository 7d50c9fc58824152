// Effects of a changed todo on its linked schedules, rule by rule.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consequences, type Linked, newSchedule, type TodoFacts } from './deadline.ts'

const HOUR = 3_600_000
const TEN = Date.UTC(2026, 0, 15, 10)
const todo: TodoFacts = { title: 'Report', description: 'Long', deadline: TEN, tag_ids: ['a', 'b'] }
const schedule: Linked = { id: 's', title: 'Report', start_time: TEN, end_time: TEN + HOUR, all_day: false }
const nothing = { create: null, change: [], remove: [], retag: [] }

test('a deadline creates a schedule of one hour with title, description and tags', () => {
  assert.deepEqual(newSchedule(todo), {
    title: 'Report',
    description: 'Long',
    start_time: TEN,
    end_time: TEN + HOUR,
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
