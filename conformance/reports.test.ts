import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

interface Sums {
  sum_seconds: number
  wall_seconds: number
  count: number
}
interface Totals {
  actual: Sums
  planned: Sums
  buckets: { start: string; actual_seconds: number; planned_seconds: number }[]
}
interface TimeReport {
  rows: (Totals & { key: string })[]
  totals: Totals
}

const WEEK = 'start_date=2026-03-02&end_date=2026-03-08'
const range = (start: string, end: string) => ({
  start: `2026-03-02T${start}:00Z`,
  end: `2026-03-02T${end}:00Z`,
})

describe('reports', () => {
  let target: Target
  let me: Person
  let tag: string
  let group: string
  let people = 0
  before(async () => {
    target = await openTarget()
  })
  after(() => target.stop())
  beforeEach(async () => {
    me = await newPerson(target, `reports-person-${people++}`)
    group = await me.group()
    tag = await me.tag(group, 'deep')
  })

  const time = async (query: string) => (await me.send<TimeReport>(`/v1/reports/time?${WEEK}&${query}`)).body
  const record = (segments: object[], more: object = {}) =>
    me.add('/v1/timers/records', { segments, ...more })

  it('sum counts every timer, wall counts overlapping time once, pauses do not count', async () => {
    await record([range('09:00', '10:00'), range('10:30', '11:00')])
    await record([range('09:30', '10:00')])
    const { totals } = await time('')
    assert.deepEqual(totals.actual, { sum_seconds: 7200, wall_seconds: 5400, count: 2 })
  })

  it('planned are occurrences of own schedules; all-day entries do not count as hours', async () => {
    await me.add('/v1/schedules', {
      title: 'Daily',
      start_time: '2026-03-02T09:00:00Z',
      end_time: '2026-03-02T10:00:00Z',
      recurrence_rule: 'FREQ=DAILY',
      tag_ids: [tag],
    })
    await me.add('/v1/schedules', {
      title: 'Off',
      all_day: true,
      start_time: '2026-03-03',
      end_time: '2026-03-04',
    })
    const { rows, totals } = await time('group_by=tag&bucket=day')
    assert.deepEqual(
      [totals.planned.sum_seconds, totals.planned.count, totals.buckets.length],
      [7 * 3600, 7, 7],
    )
    assert.deepEqual(
      rows.map(row => row.key),
      [tag],
    )
  })

  it('effective tags come from the todo too, and untagged is a row of its own', async () => {
    const todo = await me.add('/v1/todos', { title: 'T', tag_group_id: group, tag_ids: [tag] })
    await record([range('09:00', '10:00')], { todo_id: todo.id })
    await record([range('11:00', '12:00')])
    const { rows } = await time('group_by=tag')
    assert.deepEqual(new Set(rows.map(row => row.key)), new Set([tag, 'untagged']))
  })

  it('goals: share, deviation and the seconds missing, never below 0', async () => {
    const other = await me.tag(group, 'calls')
    await me.send(`/v1/tags/groups/${group}`, 'PATCH', { goal_ratios: { [tag]: 0.5, [other]: 0.5 } })
    await record([range('09:00', '10:00')], { tag_ids: [tag] })
    await record([range('10:00', '13:00')], { tag_ids: [other] })
    const { body } = await me.send<{ groups: { tags: Fields[] }[] }>(`/v1/reports/goals?${WEEK}`)
    const actual = (body.groups[0]?.tags ?? []).map(each => each['actual'])
    assert.deepEqual(actual, [
      { seconds: 10_800, share: 0.75, deviation: 0.25, missing_seconds: 0 },
      { seconds: 3600, share: 0.25, deviation: -0.25, missing_seconds: 3600 },
    ])
  })

  it('accuracy and activity answer; a bad period is 422', async () => {
    assert.equal((await me.send(`/v1/reports/accuracy?${WEEK}`)).status, 200)
    const { body } = await me.send<{ days: unknown[] }>('/v1/reports/activity?year=2024')
    assert.equal(body.days.length, 366)
    const bad = ['', 'start_date=2026-03-02&end_date=2026-03-01', 'start_date=2020-01-01&end_date=2025-01-01']
    for (const query of bad) assert.equal((await me.send(`/v1/reports/time?${query}`)).status, 422, query)
  })
})
