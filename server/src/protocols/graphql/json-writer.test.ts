import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EventList, eventFields } from '../../features/calendar/present.ts'
import type { RangeItem } from '../../features/planning/schedules/range/range.ts'
import { newSchedule } from '../../features/planning/schedules/schedule.ts'
import { utc } from '../../platform/kernel/time/zone.ts'
import { AnswerTooLarge, writeJson } from './json-writer.ts'
import type { Plan, PlannedField } from './plan.ts'

const HOUR = 3_600_000
const none = { nodes: [], definition: undefined, compute: undefined, fields: undefined, typename: undefined }
const field = (name: string): PlannedField => ({ ...none, key: name, name })
const PLAN: Plan = [field('id'), field('title'), field('startAt')]

function candidate(title: string): RangeItem['schedule'] {
  const id = '0192d3a4-7b1c-7def-8a90-123456789abc'
  const times = { start_time: 0, end_time: HOUR, created_at: 0 }
  const schedule = newSchedule({ id, owner_id: 'ann', title, ...times })
  return { ...schedule, tags: [], visibility_level: null, exceptions: [], known: true }
}

const single = (title: string): RangeItem => ({
  id: 'x'.repeat(36),
  begins_at: 0,
  ends_at: HOUR,
  schedule: candidate(title),
  occurrence: undefined,
})

function occurrences(count: number): RangeItem[] {
  const schedule = candidate('Daily')
  return Array.from({ length: count }, (_, at) => {
    const start_time = at * 24 * HOUR
    const occurrence = { instance_start: start_time, start_time, end_time: start_time + HOUR }
    return { id: `id-${at}`, begins_at: start_time, ends_at: start_time + HOUR, schedule, occurrence }
  })
}

const write = (items: RangeItem[], characters = 1_000_000) =>
  writeJson(PLAN, new EventList(items, eventFields(utc)), { characters }).join('')

describe('events as JSON', () => {
  it('have their own fields, and those of their series', () => {
    assert.deepEqual(JSON.parse(write(occurrences(2))), [
      { id: 'id-0', title: 'Daily', startAt: '1970-01-01T00:00:00Z' },
      { id: 'id-1', title: 'Daily', startAt: '1970-01-02T00:00:00Z' },
    ])
    assert.equal(write([]), '[]')
  })

  it('count towards the limit, whether they share a template or not', () => {
    for (const items of [occurrences(100), Array.from({ length: 100 }, (_, at) => single(`Title ${at}`))]) {
      const { length } = write(items)
      assert.ok(write(items, length))
      assert.throws(() => write(items, length - 10), AnswerTooLarge)
    }
  })

  it('are refused early if a single one is too long', () => {
    assert.throws(() => write([single('x'.repeat(1_000))], 500), AnswerTooLarge)
  })
})
