// Plays random focus runs on a server and compares five devices with it: npm run bench:focus -- --histories 10000
// Ctrl+C ends it early and counts the histories so far.
import { parseArgs } from 'node:util'
import { type Client, createClient } from '@daymark/client'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { startTestApp } from '../../server/test/support/app.ts'
import { FOCUS_STEPS, playFocusHistory } from '../../server/test/support/focus-histories.ts'

const { values } = parseArgs({
  options: { histories: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const total = Number(values.histories)
/** People change now and then, so that the change log of one person stays short. */
const PER_PERSON = 200

let state = Number(values.seed)
/** A small generator with a seed, so that a failure can be repeated. */
function random(most: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * most)
}
const oneOf = <T>(items: readonly T[]): T => items[random(items.length)] as T

/** A client whose token outlives the hours that pass in the histories. */
async function person(number: number): Promise<Client> {
  const times = { now: server.clock.now(), expiresIn: 365 * 86_400 }
  const token = await server.issuer.token({ sub: `person-${number}`, name: 'Ann' }, times)
  return createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch, retry: false })
}

const began = performance.now()
const server = await startTestApp(
  await openStorage({ kind: 'sqlite', path: ':memory:' }),
  {},
  { watched: false },
)
let isInterrupted = false
process.once('SIGINT', () => {
  isInterrupted = true
})
let client = await person(0)
let played = 0
for (; played < total && !isInterrupted; played++) {
  if (played % PER_PERSON === 0) client = await person(played)
  const plan = {
    preset: oneOf(['pomodoro', 'flowtime', 'countdown'] as const),
    work_minutes: 1 + random(40),
    break_minutes: 1 + random(10),
    long_break_minutes: 1 + random(20),
    rounds: 1 + random(3),
  }
  const steps = Array.from({ length: random(9) }, () => [oneOf(FOCUS_STEPS), random(1500)] as const)
  await playFocusHistory(server, client, { plan, steps })
}
await server.close()
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `${played} random focus histories over five devices agree with the server (seed ${values.seed}, ${seconds} s)`,
)
process.exit(0)
