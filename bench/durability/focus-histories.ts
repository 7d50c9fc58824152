// Plays random focus runs on a server and compares five devices with it: npm run bench:focus -- --histories 10000
// Many people's histories run at the same time, so that their jobs run together. Ctrl+C ends the run early and
// counts the histories so far.
import { parseArgs } from 'node:util'
import { type Client, createClient } from '@daymark/client'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { startTestApp } from '../../server/test/support/app.ts'
import { FOCUS_STEPS, startFocusHistory } from '../../server/test/support/focus-histories.ts'

const { values } = parseArgs({
  options: { histories: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const total = Number(values.histories)
const PEOPLE = 50
const MAX_STEPS = 8
const PROGRESS = 1_000
/** The number of histories per person. Then a new person takes over, so that each change log stays short. */
const PER_PERSON = 20

let state = Number(values.seed)
/** Returns a whole number below `most` from a small seeded generator, so that a failure can be reproduced. */
function random(most: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * most)
}
const oneOf = <T>(items: readonly T[]): T => items[random(items.length)] as T

/** Creates a client whose token does not expire while the histories advance the clock by many hours. */
async function person(number: number): Promise<Client> {
  const times = { now: server.clock.now(), expiresIn: 365 * 86_400 }
  const token = await server.issuer.token({ sub: `person-${number}`, name: 'Ann' }, times)
  return createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch, retry: false })
}

const began = performance.now()
const seconds = () => Math.round((performance.now() - began) / 1000)
const server = await startTestApp(
  await openStorage({ kind: 'sqlite', path: ':memory:' }),
  {},
  { watched: false },
)
let isInterrupted = false
process.once('SIGINT', () => {
  isInterrupted = true
})
/**
 * Starts one person's history with at most MAX_STEPS random steps. A shorter history waits during the remaining
 * steps.
 */
async function start(client: Client) {
  const plan = {
    preset: oneOf(['pomodoro', 'flowtime', 'countdown'] as const),
    work_minutes: 1 + random(40),
    break_minutes: 1 + random(10),
    long_break_minutes: 1 + random(20),
    rounds: 1 + random(3),
  }
  const steps = Array.from({ length: random(MAX_STEPS + 1) }, () => oneOf(FOCUS_STEPS))
  return { steps, ...(await startFocusHistory(client, plan)) }
}

let clients: Client[] = []
let played = 0
for (let batch = 0; played < total && !isInterrupted; batch++) {
  if (batch % PER_PERSON === 0)
    clients = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => person(batch * PEOPLE + at)))
  const runs = await Promise.all(clients.slice(0, total - played).map(start))
  for (let at = 0; at < MAX_STEPS; at++) {
    server.clock.advance(random(1500) * 1000)
    // Skips the jobs on every third step, so that some jobs run late.
    if (at % 3 !== 0) await server.app.jobs.drain()
    await Promise.all(runs.map(run => run.step(at, run.steps[at] ?? 'wait')))
  }
  await server.app.jobs.drain()
  await Promise.all(runs.map(run => run.compare()))
  const before = played
  played += runs.length
  if (Math.floor(played / PROGRESS) > Math.floor(before / PROGRESS))
    console.log(`${played} of ${total} histories agree, ${seconds()} s`)
}
await server.close()
console.log(
  `${played} random focus histories over five devices agree with the server (seed ${values.seed}, ${seconds()} s)`,
)
process.exit(0)
