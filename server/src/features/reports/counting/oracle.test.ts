import { test } from 'node:test'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { compareWithOracle } from '../../../../test/support/report-histories.ts'
import { history } from '../../../../test/support/report-oracle.ts'

test('sums, overlaps and buckets equal those counted second by second in 20 zones', () => {
  fc.assert(fc.property(history, compareWithOracle), { numRuns: runs(100) })
})
