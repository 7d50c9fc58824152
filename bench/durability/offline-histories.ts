// Runs random offline work on three devices with the SDK. At the end, all devices must match the server.
// npm run bench:offline -- --count 10000 --on sqlite|postgres|two-instances
import { convergesOffline } from '../../client/test/support/converge.ts'
import { longHistory } from '../../client/test/support/device-steps.ts'
import { runHistories } from '../support/random-histories.ts'

await runHistories(longHistory, convergesOffline)
