import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateAfterKey, weeksOf } from './month.ts'

test('a month has whole weeks from the first day of the week', () => {
  const monday = weeksOf('2026-11', 1)
  assert.deepEqual([monday.length, monday[0]?.[0], monday.at(-1)?.at(-1)], [6, '2026-10-26', '2026-12-06'])
  const sunday = weeksOf('2026-11', 0)
  assert.deepEqual([sunday.length, sunday[0]?.[0], sunday.at(-1)?.at(-1)], [5, '2026-11-01', '2026-12-05'])
})

test('keys move by days, weeks and months', () => {
  const after = (key: string, shiftKey = false) => dateAfterKey('2026-03-31', { key, shiftKey }, 1)
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(key => after(key)),
    ['2026-03-30', '2026-04-01', '2026-03-24', '2026-04-07', '2026-03-30', '2026-04-05'],
  )
  // Page Up and Page Down from March 31 go to the last day of a shorter month.
  assert.deepEqual([after('PageUp'), after('PageDown')], ['2026-02-28', '2026-04-30'])
  assert.deepEqual([after('PageUp', true), after('PageDown', true)], ['2025-03-31', '2027-03-31'])
  assert.equal(after('a'), undefined)
})
