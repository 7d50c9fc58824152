// Runs the SDK on devices where everything can be late, lost, repeated or interrupted. Reports what does not hold, with
// the seed that repeats it.
// npm run bench:chaos -- --count 10000 --on sqlite|postgres|two-instances --seed 1 --at-once 4
import type { ChaosResult } from '../../client/test/support/chaos-history.ts'
import { runChaos } from '../../client/test/support/chaos-world.ts'
import { runSeeds } from '../support/random-histories.ts'

let failed = 0
const report = (seed: number, { faults, steps }: ChaosResult) => {
  if (faults.length === 0) return
  failed++
  console.log(`seed ${seed}: ${faults.join('; ')}\n  ${steps.join(', ')}`)
}
await runSeeds(async (servers, person, seed) => report(seed, await runChaos(servers, { person, seed })))
console.log(`${failed} histories failed`)
process.exit(failed === 0 ? 0 : 1)
