import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expand } from '@daymark/recurrence/recurrence'
import { at, seriesFrom, shown } from '../../../../../../recurrence/test/series.ts'
import { applyExceptions, type Exception, strandedExceptions } from './exception.ts'

const daily = seriesFrom('2026-03-01T09:00', 'FREQ=DAILY')
const window = { from: at('2026-03-05T00:00'), to: at('2026-03-08T00:00') }
const HOUR = 3_600_000

function exception(original: string, change: Partial<Exception> = {}): Exception {
  return { instance_start: at(original), deleted: false, start_time: null, end_time: null, ...change }
}

function movedTo(original: string, start: string): Exception {
  return exception(original, { start_time: at(start), end_time: at(start) + HOUR })
}

function listed(...exceptions: Exception[]): string[] {
  const { occurrences } = expand(daily, window)
  return applyExceptions(occurrences, exceptions, window, HOUR).map(each => {
    assert.equal(each.end_time, each.start_time + HOUR)
    return each.exception
      ? `${shown(each.start_time)} from ${shown(each.instance_start)}`
      : shown(each.start_time)
  })
}

test('without exceptions, occurrences follow the rule', () => {
  assert.deepEqual(listed(), ['2026-03-05T09:00', '2026-03-06T09:00', '2026-03-07T09:00'])
})

test('a deleted occurrence is left out', () => {
  assert.deepEqual(listed(exception('2026-03-06T09:00', { deleted: true })), [
    '2026-03-05T09:00',
    '2026-03-07T09:00',
  ])
})

test('a deleted occurrence is left out even if it had been moved', () => {
  const gone = { ...movedTo('2026-03-06T09:00', '2026-03-07T12:00'), deleted: true }
  assert.deepEqual(listed(gone), ['2026-03-05T09:00', '2026-03-07T09:00'])
})

test('an occurrence that is changed but not moved keeps its position', () => {
  assert.deepEqual(listed(exception('2026-03-06T09:00'))[1], '2026-03-06T09:00 from 2026-03-06T09:00')
})

test('an occurrence moved within the window appears at its new time, in order', () => {
  assert.deepEqual(listed(movedTo('2026-03-05T09:00', '2026-03-07T12:00')), [
    '2026-03-06T09:00',
    '2026-03-07T09:00',
    '2026-03-07T12:00 from 2026-03-05T09:00',
  ])
})

test('an occurrence moved out of the window is left out, one moved in is included', () => {
  assert.deepEqual(
    listed(movedTo('2026-03-05T09:00', '2026-03-20T12:00'), movedTo('2026-03-30T09:00', '2026-03-05T01:00')),
    ['2026-03-05T01:00 from 2026-03-30T09:00', '2026-03-06T09:00', '2026-03-07T09:00'],
  )
})

test('an exception outside the window changes nothing', () => {
  assert.deepEqual(listed(exception('2026-04-30T09:00')), listed())
})

test('exceptions are stranded when the series no longer has their occurrence', () => {
  const exceptions = [exception('2026-03-06T09:00'), exception('2026-03-09T09:00', { deleted: true })]
  assert.deepEqual(strandedExceptions(daily, daily, exceptions), [])
  const mondays = seriesFrom('2026-03-02T09:00', 'FREQ=WEEKLY')
  assert.deepEqual(strandedExceptions(daily, mondays, exceptions), exceptions.slice(0, 1))
  // Keeps dates that neither rule contains, because they were added or excluded on purpose.
  const added = [movedTo('2026-03-05T15:00', '2026-03-05T15:00')]
  assert.deepEqual(strandedExceptions(daily, mondays, added), [])
})
