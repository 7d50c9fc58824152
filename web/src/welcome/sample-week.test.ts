import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE } from './sample-texts.ts'
import { sampleWeek } from './sample-week.ts'

const NOW = Date.parse('2026-03-12T12:30:00Z')
const week = sampleWeek('2026-03-12', NOW, 'Etc/UTC', SAMPLE.en)

test('plans the days around today, and has tracked times until now', () => {
  const dates = new Set(week.entries.map(({ start }) => start.slice(0, 10)))
  assert.deepEqual([[...dates].toSorted()[0], dates.size], ['2026-03-10', 5])
  assert.ok(week.records.length > 5)
  for (const { start, end } of week.records) assert.ok(start < end && Date.parse(end) < NOW)
})

test('tracked times do not overlap, because one person cannot do two things', () => {
  const records = week.records.toSorted((a, b) => a.start.localeCompare(b.start))
  for (const [at, { end }] of records.entries()) assert.ok(end <= (records[at + 1]?.start ?? end))
})
