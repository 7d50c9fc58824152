// npm run bench:reports: compares reports with the second-by-second oracle on many random histories.

import fc from '../../scripts/test/properties.ts'
import { compareWithOracle } from '../../server/test/support/report-histories.ts'
import { history } from '../../server/test/support/report-oracle.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 10_000)

const zones = new Set<string>()
const began = performance.now()
fc.assert(
  fc.property(history, each => {
    zones.add(each.zone)
    compareWithOracle(each)
  }),
  { numRuns: HISTORIES },
)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${HISTORIES} random histories in ${zones.size} zones agree with the oracle (${seconds} s)`)
