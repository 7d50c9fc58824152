// Runs random timer commands on three devices that disconnect and retry. At the end, all devices must match the server.
// npm run bench:histories -- --count 10000 --on sqlite|postgres|two-instances
import { converges, longHistory } from '../../server/test/support/timer-model.ts'
import { runHistories } from '../support/random-histories.ts'

await runHistories(longHistory, converges)
