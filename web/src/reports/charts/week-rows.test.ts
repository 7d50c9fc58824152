import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimeReport } from '@daymark/contract/reports/time'
import { hoursText, weekRows } from './week-rows.ts'

const bucket = (start: string, actual: number, planned: number) => ({
  ...{ start, actual_seconds: actual * 3600, planned_seconds: planned * 3600 },
})

test('each row has its days and their sum, the total comes last, and empty rows are left out', () => {
  const report = {
    rows: [
      { key: 'focus', buckets: [bucket('mon', 1, 2), bucket('wed', 0.5, 0)] },
      { key: 'empty', buckets: [] },
    ],
    totals: { buckets: [bucket('mon', 1, 2), bucket('tue', 0, 0), bucket('wed', 0.5, 1)] },
  } as unknown as TimeReport
  const texts = weekRows(report).map(({ key, cells }) => [
    key,
    ...cells.map(({ actual, planned }) => `${hoursText(actual)}/${hoursText(planned)}`),
  ])
  assert.deepEqual(texts, [
    ['focus', '1/2', '–/–', '0.5/–', '1.5/2'],
    ['total', '1/2', '–/–', '0.5/1', '1.5/3'],
  ])
})
