import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClientMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'
import { elapsedMs } from '../elapsed.ts'
import { withCommands } from './expected-timers.ts'

const ID = '01a1dd40-93c2-7156-a99d-dae837885b29'
const START = Date.UTC(2026, 0, 15, 10)
const at = (second: number) => new Date(START + second * 1000).toISOString()

const start: ClientMessage = {
  type: 'timer.create',
  payload: { id: ID, title: 'Piano', allocated_duration: 600, at: at(0) },
}
const control = (action: 'pause' | 'resume' | 'stop' | 'cancel', second: number): ClientMessage => ({
  type: `timer.${action}`,
  payload: { timer_id: ID, at: at(second) },
})
const after = (...commands: ClientMessage[]) => withCommands(new Map(), commands).get(ID)

describe('expected timers', () => {
  it('run, pause and resume at the time of the action', () => {
    const running = after(start)
    assert.ok(running?.is_running)
    assert.equal(elapsedMs(running, START + 90_000), 90_000)
    const paused = after(start, control('pause', 140))
    assert.partialDeepStrictEqual(paused, {
      title: 'Piano',
      status: 'PAUSED',
      is_running: false,
      elapsed_time: 140,
      paused_at: at(140),
      segment_started_at: null,
    })
    assert.equal(elapsedMs(paused as Timer, START + 900_000), 140_000)
    const resumed = after(start, control('pause', 140), control('resume', 200)) as Timer
    assert.deepEqual(
      [resumed.status, resumed.segment_started_at, resumed.paused_at],
      ['RUNNING', at(200), null],
    )
    assert.equal(elapsedMs(resumed, START + 210_000), 150_000)
  })

  it('end at the time of the action', () => {
    for (const [action, status] of [
      ['stop', 'COMPLETED'],
      ['cancel', 'CANCELLED'],
    ] as const) {
      assert.partialDeepStrictEqual(after(start, control('pause', 10), control(action, 30)), {
        status,
        ended_at: at(30),
        paused_at: at(10),
        elapsed_time: 10,
        pause_history: [
          { action: 'start', at: at(0) },
          { action: 'pause', at: at(10), elapsed: 10 },
          { action, at: at(30), elapsed: 10 },
        ],
      })
    }
  })

  it('stay unchanged if the server would refuse, or if nothing is known', () => {
    const stopped = after(start, control('stop', 10))
    assert.deepEqual(after(start, control('stop', 10), control('pause', 20)), stopped)
    assert.deepEqual(after(start, control('resume', 20)), after(start))
    assert.deepEqual([...withCommands(new Map(), [control('pause', 1)])], [])
    const known = new Map([[ID, after(start, control('pause', 5)) as Timer]])
    assert.equal(withCommands(known, []), known)
    assert.deepEqual(withCommands(known, [start]).get(ID), known.get(ID), 'the server has started it by now')
  })

  it('never go back in time', () => {
    const paused = after(start, control('pause', 10), control('resume', 20), control('pause', 15)) as Timer
    assert.deepEqual(
      paused.pause_history.map(event => event.at),
      [at(0), at(10), at(20), at(20)],
    )
  })
})
