import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimedJob } from './job.ts'
import { failureWatch, jobHealth } from './job-health.ts'

const HOUR = 3_600_000
const job = (kind: string, owner_id: string | null, key = 'k'): ClaimedJob => ({
  ...{ kind, key, owner_id, run_at: 0, attempts: 1, payload: null, claim: 'c' },
})
const runner = (running: ClaimedJob[] = []) => ({
  delivers: (kind: string) => kind === 'push',
  runningSince: () => running,
})

test('a kind fails for everybody after three failures in a row, and one success ends that', () => {
  const watch = failureWatch()
  const fail = (...given: Parameters<typeof job>) => watch.ended(job(...given), true)
  for (let times = 0; times < 2; times++) fail('sweep', null)
  assert.deepEqual(watch.troubles(runner()), [])
  fail('sweep', null)
  assert.deepEqual(watch.troubles(runner()), [
    'Jobs of the kind sweep fail for everybody (3 times in a row). The log says why.',
  ])
  watch.ended(job('sweep', null), false)
  assert.deepEqual(watch.troubles(runner()), [])
})

test('failed deliveries to one person never count, to several people they do', () => {
  const watch = failureWatch()
  for (let times = 0; times < 50; times++) watch.ended(job('push', 'ann', `${times}`), true)
  assert.deepEqual(watch.troubles(runner()), [])
  watch.ended(job('push', 'bob'), true)
  assert.equal(watch.troubles(runner()).length, 1)
})

test('a job that has been running for an hour is named, unless it delivers to one person', async () => {
  const healthWith = (running: ClaimedJob[]) =>
    jobHealth({ runner: runner(running), due: [], late: async () => [], now: 9 * HOUR })
  assert.deepEqual((await healthWith([job('push', 'ann')])).troubles, [])
  assert.match(
    String((await healthWith([job('removal', null)])).troubles),
    /removal have been running for more than 60/,
  )
})

test('the figure is the age of the oldest due job', async () => {
  const now = 9 * HOUR
  const late = async () => [{ kind: 'reminder', oldest: now - 2 * HOUR, first: 'ann', last: 'ann' }]
  assert.deepEqual(await jobHealth({ runner: runner(), due: [now - 2 * HOUR, now + HOUR], late, now }), {
    age_s: 7_200,
    troubles: ['Jobs of the kind reminder are 120 minutes late.'],
  })
})
