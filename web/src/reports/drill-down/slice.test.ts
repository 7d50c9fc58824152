import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Timer } from '@daymark/contract/timers/timer'
import fc, { runs } from '../../../../scripts/test/properties.ts'
import { type Slice, sliceMs, treeOf } from './slice.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(`${text}:00Z`)
const DAY: Slice = { from: at('2026-11-16T00:00'), to: at('2026-11-17T00:00') }
const NOW = at('2026-11-20T00:00')

const timer = (part: Partial<Timer> = {}): Timer =>
  ({
    ...{ status: 'COMPLETED', tags: [], schedule: null, todo: null, schedule_id: null, todo_id: null },
    segments: [{ start: '2026-11-16T09:30:00Z', end: '2026-11-16T11:15:00Z' }],
    ...part,
  }) as Timer
const tag = (id: string, group_id = 'work') => ({ id, group_id })
const ms = (part: Partial<Timer>, slice: Partial<Slice>, zone = 'UTC') =>
  sliceMs(timer(part), { ...DAY, ...slice }, zone, NOW)

test('counts the time inside the range, without pauses and canceled timers', () => {
  const segments = [
    { start: '2026-11-15T23:00:00Z', end: '2026-11-16T01:00:00Z' },
    { start: '2026-11-16T02:00:00Z', end: '2026-11-16T02:30:00Z' },
    { start: '2026-11-16T23:00:00Z', end: null },
  ]
  assert.equal(ms({ segments }, {}), 2.5 * HOUR)
  assert.equal(ms({ segments, status: 'CANCELLED' }, {}), 0)
})

test('a timer also has the tags of its entry and its todo', () => {
  const inherited = { todo: { tags: [tag('a')] }, schedule: { tags: [tag('b', 'life')] } } as Partial<Timer>
  const found = (part: Partial<Slice>) => ms(inherited, part) > 0
  assert.ok(found({ tag: 'a' }) && found({ tag: 'b', filter: { tag: 'a' } }) && found({ group: 'life' }))
  assert.ok(!found({ tag: 'c' }) && !found({ tag: 'untagged' }) && !found({ filter: { group: 'home' } }))
  assert.ok(ms({}, { tag: 'untagged' }) > 0)
})

test('selects by todo and entry', () => {
  assert.ok(ms({ todo_id: 't' }, { todo: 't', filter: { todos: ['s', 't'] } }) > 0)
  assert.equal(ms({ todo_id: 't' }, { todo: 'no_todo' }), 0)
  assert.equal(ms({}, { filter: { todos: ['t'] } }), 0)
  assert.ok(ms({}, { schedule: 'no_schedule' }) > 0)
})

test('selects an hour of a weekday in local time, also with half-hour offsets', () => {
  assert.equal(ms({}, { weekday: 0, hour: 9 }), HOUR / 2)
  assert.equal(ms({}, { weekday: 0, hour: 11 }), HOUR / 4)
  assert.equal(ms({}, { weekday: 1, hour: 9 }), 0)
  assert.equal(ms({}, { weekday: 0, hour: 15 }, 'Asia/Kolkata'), HOUR)
})

test('the hours of the week add up to the whole', () => {
  const zones = fc.constantFrom('UTC', 'Asia/Kolkata', 'Europe/Berlin', 'Australia/Lord_Howe')
  const lengths = fc.integer({ min: 1, max: 30 * HOUR })
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 300 * 24 }), lengths, (zone, hours, length) => {
      const from = at('2026-01-01T00:00') + hours * HOUR + 12_345
      const whole: Slice = { from: from - 9 * HOUR, to: from + 20 * HOUR }
      const segments = [{ start: new Date(from).toISOString(), end: new Date(from + length).toISOString() }]
      const one = timer({ segments } as Partial<Timer>)
      const cells = Array.from({ length: 7 * 24 }, (_, cell) =>
        sliceMs(one, { ...whole, weekday: Math.floor(cell / 24), hour: cell % 24 }, zone, NOW),
      )
      assert.equal(
        cells.reduce((sum, each) => sum + each, 0),
        sliceMs(one, whole, zone, NOW),
      )
    }),
    { numRuns: runs(30) },
  )
})

test('finds everything below a todo', () => {
  const todos = [
    { id: 'a', parent_id: null },
    { id: 'b', parent_id: 'a' },
    { id: 'c', parent_id: 'b' },
    { id: 'd', parent_id: null },
  ]
  assert.deepEqual(treeOf(todos, 'a'), ['a', 'b', 'c'])
  assert.deepEqual(treeOf([], 'x'), ['x'])
})
