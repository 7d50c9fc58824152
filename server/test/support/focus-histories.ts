// Plays random focus runs on a server and compares the server's state with that on five devices.
import assert from 'node:assert/strict'
import type { Client, FocusRun } from '@daymark/client'
import { focusStateAt } from '@daymark/contract/focus/phases'
import type { TestApp } from './app.ts'

export const FOCUS_STEPS = ['pause', 'resume', 'skip', 'stop', 'wait'] as const
export interface FocusHistory {
  readonly plan: {
    preset: 'pomodoro' | 'flowtime' | 'countdown'
    work_minutes: number
    break_minutes: number
    long_break_minutes: number
    rounds: number
  }
  /** Each action with the seconds since the previous step. */
  readonly steps: readonly (readonly [(typeof FOCUS_STEPS)[number], number])[]
}

/** Each device knows the run up to a different position in the change log. */
interface Device {
  seq: number
  run: FocusRun | undefined
}

const DEVICES = 5

export async function playFocusHistory(
  server: TestApp,
  client: Client,
  history: FocusHistory,
): Promise<void> {
  const played = await startFocusHistory(client, history.plan)
  for (const [at, [step, seconds]] of history.steps.entries()) {
    server.clock.advance(seconds * 1000)
    // Skips the jobs at every third step, so that some jobs run late.
    if (at % 3 !== 0) await server.app.jobs.drain()
    await played.step(at, step)
  }
  await server.app.jobs.drain()
  await played.compare()
}

type Step = (typeof FOCUS_STEPS)[number]

/** Starts one person's run. Many people can play at the same time, because they share only the clock. */
export async function startFocusHistory(client: Client, plan: FocusHistory['plan']) {
  const devices: Device[] = Array.from({ length: DEVICES }, () => ({ seq: 0, run: undefined }))
  const { seq } = await client.changes.list({ query: { limit: 1 } })
  for (const device of devices) device.seq = seq
  let run = await client.focus.start({ body: plan })
  return {
    async step(at: number, step: Step): Promise<void> {
      run = await act(client, run, step)
      await catchUp(client, devices[at % DEVICES])
    },

    /** Compares the devices with the server, and stops the run. All due jobs must have run before. */
    async compare(): Promise<void> {
      for (const device of devices) await catchUp(client, device)
      const truth = await client.focus.get().catch(() => undefined)
      const last = devices[0]?.run
      assert.ok(last, 'the devices know the run')
      for (const { run: known } of devices) {
        assert.ok(known)
        const now = Date.parse(truth?.as_of ?? last.as_of)
        const state = stateOf(known, now)
        assert.equal(state.status, truth?.status ?? 'ended')
        if (!truth) continue
        assert.equal(state.phase.index, truth.phase_index)
        assert.equal(state.phase.kind, truth.phase)
        assert.equal(Math.floor(state.elapsed_ms / 1000), truth.phase_elapsed_seconds)
        assert.equal(known.timer_ids.join(), truth.timer_ids.join())
      }
      await timersMatch(client, truth ?? last)
      if (truth) await client.focus.stop()
    },
  }
}

const stateOf = (run: FocusRun, now: number) =>
  focusStateAt(
    run,
    run.log.map(({ action, at }) => ({ action, at: Date.parse(at) })),
    now,
  )

/** Returns the unchanged run if the server refuses the action. */
async function act(client: Client, run: FocusRun, step: Step): Promise<FocusRun> {
  if (step === 'wait') return run
  const refused = (error: { status?: number }) => {
    if (error.status === 404 || error.status === 409) return run
    throw error
  }
  return step === 'skip' ? client.focus.skip().catch(refused) : client.focus[step]().catch(refused)
}

async function catchUp(client: Client, device: Device | undefined): Promise<void> {
  if (!device) return
  const { changes } = await client.changes.list({ query: { since: device.seq } })
  for (const change of changes) {
    device.seq = change.seq
    if (change.kind === 'focus' && change.resource) device.run = change.resource
  }
}

/** Every work phase must have one timer with exactly the phase's spans, and breaks must have none. */
async function timersMatch(client: Client, run: FocusRun): Promise<void> {
  const now = Date.parse(run.as_of)
  const work = stateOf(run, now).phases.filter(({ kind }) => kind === 'work')
  assert.equal(run.timer_ids.length, work.length)
  for (const [at, { spans }] of work.entries()) {
    const timer = await client.timers.get({ params: { timer_id: run.timer_ids[at] ?? '' } })
    const expected = spans.map(({ start, end }) => [start, end]).filter(([start, end]) => start !== end)
    const segments = timer.segments.map(({ start, end }) => [Date.parse(start), end && Date.parse(end)])
    assert.deepEqual(segments, expected)
  }
}
