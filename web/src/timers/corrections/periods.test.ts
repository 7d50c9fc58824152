import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  edgeOf,
  faultsIn,
  merged,
  type Period,
  pausesOf,
  periodsOf,
  segmentsOf,
  totalMs,
  typedEdge,
  withNewPeriod,
} from './periods.ts'

const SEOUL = 'Asia/Seoul'
const NOW = Date.parse('2026-03-02T12:00:00Z')
const at = (time: string) => `2026-03-02T${time}Z`
const period = (key: number, start: string, end: string): Period => ({
  key,
  start: edgeOf(Date.parse(at(start)), SEOUL),
  end: edgeOf(Date.parse(at(end)), SEOUL),
})

test('untouched edges keep their seconds; typed ones are minutes of the zone', () => {
  const segments = [
    { start: at('09:00:12.345'), end: at('09:30:59') },
    { start: at('10:00:00'), end: null },
  ]
  const periods = periodsOf(segments, SEOUL)
  assert.equal(periods.length, 1, 'the running one is left out')
  assert.equal(periods[0]?.start.text, '2026-03-02T18:00')
  assert.deepEqual(segmentsOf(periods), [{ start: at('09:00:12.345'), end: at('09:30:59.000') }])
  const [first] = periods
  assert.ok(first)
  const typed = { ...first, end: typedEdge('2026-03-02T18:45', SEOUL) }
  assert.equal(segmentsOf([typed])[0]?.end, at('09:45:00.000'))
  assert.equal(totalMs([typed]), Date.parse(at('09:45:00')) - Date.parse(at('09:00:12.345')))
})

test('reports the error of each period', () => {
  const faults = (...periods: Period[]) => [...faultsIn(periods, NOW)]
  assert.deepEqual(faults(period(0, '09:00:00', '10:00:00'), period(1, '10:00:00', '11:00:00')), [])
  assert.deepEqual(faults(period(0, '09:00:00', '09:00:00')), [[0, 'order']])
  assert.deepEqual(faults(period(0, '11:00:00', '13:00:00')), [[0, 'future']])
  assert.deepEqual(faults(period(0, '10:00:00', '11:00:00'), period(1, '09:00:00', '10:30:00')), [
    [0, 'overlap'],
  ])
  assert.deepEqual(faults({ ...period(0, '09:00:00', '10:00:00'), end: typedEdge('', SEOUL) }), [
    [0, 'incomplete'],
  ])
  const long = { ...period(0, '09:00:00', '10:00:00'), start: edgeOf(NOW - 32 * 86_400_000, SEOUL) }
  assert.deepEqual(faults(long), [[0, 'span']])
})

test('a new period follows the last one and does not reach into the future', () => {
  const [, added] = withNewPeriod([period(3, '11:00:00', '11:50:00')], SEOUL, NOW)
  assert.deepEqual([added?.key, added?.start.ms, added?.end.ms], [4, Date.parse(at('11:50:00')), NOW])
  const [first] = withNewPeriod([], SEOUL, NOW)
  assert.equal(first?.end.ms, NOW)
  assert.equal(totalMs(withNewPeriod([], SEOUL, NOW)), 1_800_000)
})

test('merging two periods counts the pause between them, to the millisecond', () => {
  const periods = [
    period(7, '11:00:00', '11:10:00'),
    period(0, '09:00:00.250', '09:30:00.125'),
    period(1, '10:00:00.500', '10:15:00'),
  ]
  const [first, second, ...none] = pausesOf(periods)
  assert.ok(first && second)
  assert.deepEqual(none, [])
  assert.deepEqual([first.before.key, first.after.key, first.ms], [0, 1, 1_800_375])
  const after = merged(periods, first)
  assert.equal(totalMs(after), totalMs(periods) + first.ms)
  assert.deepEqual(segmentsOf(after), [
    { start: at('09:00:00.250'), end: at('10:15:00.000') },
    { start: at('11:00:00.000'), end: at('11:10:00.000') },
  ])
  const whole = pausesOf(after).reduce<Period[]>((left, pause) => merged(left, pause), after)
  assert.equal(totalMs(whole), Date.parse(at('11:10:00')) - Date.parse(at('09:00:00.250')))
})

test('periods that overlap or are incomplete have no pause between them', () => {
  assert.deepEqual(pausesOf([period(0, '09:00:00', '10:00:00'), period(1, '09:30:00', '11:00:00')]), [])
  assert.deepEqual(
    pausesOf([
      { ...period(0, '09:00:00', '10:00:00'), end: typedEdge('', SEOUL) },
      period(1, '10:30:00', '11:00:00'),
    ]),
    [],
  )
  const touching = pausesOf([period(0, '09:00:00', '10:00:00'), period(1, '10:00:00', '11:00:00')])
  assert.deepEqual(
    touching.map(pause => pause.ms),
    [0],
  )
})
