import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc, { runs } from '../../scripts/test/properties.ts'
import { ruleText } from '../test/recurrence-rules.ts'
import { at, seriesFrom } from '../test/series.ts'
import { firstStarts } from './recurrence.ts'
import { endFault, splitSeries } from './split.ts'

describe('a series is split', () => {
  test('by COUNT into two counts', () => {
    const split = splitSeries(seriesFrom('2026-03-01T09:00', 'COUNT=10;FREQ=DAILY'), at('2026-03-04T09:00'))
    assert.deepEqual(split?.before, { recurrence_rule: 'COUNT=3;FREQ=DAILY', recurrence_end: null })
    assert.deepEqual(split?.after, { recurrence_rule: 'COUNT=7;FREQ=DAILY', recurrence_end: null })
  })

  test('without COUNT by ending the first half at its last occurrence', () => {
    const series = seriesFrom('2026-03-01T09:00', 'FREQ=WEEKLY;UNTIL=20261231', { end: '2026-08-01T00:00' })
    const split = splitSeries(series, at('2026-03-15T09:00'))
    assert.deepEqual(split?.before, {
      recurrence_rule: series.recurrence_rule,
      recurrence_end: at('2026-03-08T09:00'),
    })
    assert.deepEqual(split?.after, {
      recurrence_rule: series.recurrence_rule,
      recurrence_end: at('2026-08-01T00:00'),
    })
  })

  test('at the first occurrence into no first half and the whole series', () => {
    const series = seriesFrom('2026-03-01T09:00', 'FREQ=DAILY;COUNT=10')
    assert.deepEqual(splitSeries(series, series.start_time), {
      before: null,
      after: { recurrence_rule: 'FREQ=DAILY;COUNT=10', recurrence_end: null },
    })
  })

  test('only at an occurrence', () => {
    assert.equal(splitSeries(seriesFrom('2026-03-01T09:00', 'FREQ=DAILY'), at('2026-03-04T09:01')), null)
  })

  test('without losing or repeating an occurrence, for any rule', () => {
    const end = fc.constantFrom('', 'COUNT=30', 'UNTIL=20270615', 'UNTIL=20270615T120000Z')
    const property = fc.property(ruleText({ end }), fc.nat(40), fc.boolean(), (rule, index, ends) => {
      const series = seriesFrom('2026-01-31T02:30', rule, ends ? { end: '2027-05-05T05:05' } : {})
      const all = firstStarts(series, 60)
      const cut = all[index % all.length] ?? 0
      const split = splitSeries(series, cut)
      assert.ok(split)
      const before = split.before === null ? [] : firstStarts({ ...series, ...split.before }, 60)
      const after = firstStarts({ ...series, ...split.after, start_time: cut, end_time: cut }, 60)
      assert.deepEqual([...before, ...after].slice(0, 60), all)
    })
    fc.assert(property, { numRuns: runs(500) })
  })
})

test('a series must not end before it starts', () => {
  assert.equal(
    endFault(seriesFrom('2026-03-01T09:00', 'FREQ=DAILY;UNTIL=20260301', { end: '2026-03-01T09:00' })),
    null,
  )
  assert.match(
    endFault(seriesFrom('2026-03-01T09:00', 'FREQ=DAILY', { end: '2026-03-01T08:59' })) ?? '',
    /end of the recurrence/,
  )
  assert.match(endFault(seriesFrom('2026-03-01T09:00', 'FREQ=DAILY;UNTIL=20260228')) ?? '', /UNTIL is before/)
  assert.match(
    endFault(seriesFrom('2026-03-01T09:00', 'FREQ=DAILY;UNTIL=20260301T120000Z')) ?? '',
    /UNTIL is before/,
  )
})
