import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { failureCodes, type ServerMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'
import { parseInstant } from '@daymark/contract/validation/instant'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { type Device, greeted } from '../../../../test/support/device.ts'
import { newPerson } from '../../../../test/support/people.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe('the time of the press', () => {
  let server: TestApp

  before(async () => {
    server = await startTestApp(await openFreshSqlite(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  const device = async (): Promise<Device> => greeted(server, (await newPerson(server, 'ann')).id)
  const ago = (ms: number): string => new Date(server.clock.now() - ms).toISOString()
  const ms = (text: string | null | undefined): number => parseInstant(text ?? '') ?? Number.NaN

  function timerOf(message: ServerMessage): Timer {
    assert.ok(message.type === 'timer.created' || message.type === 'timer.updated', JSON.stringify(message))
    return message.payload.timer
  }

  it('records a late pause, resume and stop at the time of the press', async () => {
    const phone = await device()
    const { timer } = (await phone.start()).payload
    server.clock.advance(30 * MINUTE)
    const at = { pause: ago(20 * MINUTE), resume: ago(15 * MINUTE), stop: ago(10 * MINUTE) }
    const paused = await phone.ask('timer.pause', { timer_id: timer.id, at: at.pause })
    assert.equal(timerOf(paused).elapsed_time, 10 * 60, 'and not the half hour until the message came')
    assert.equal(ms(timerOf(paused).paused_at), ms(at.pause))
    const resumed = timerOf(await phone.ask('timer.resume', { timer_id: timer.id, at: at.resume }))
    assert.equal(ms(resumed.segment_started_at), ms(at.resume))
    assert.equal(resumed.elapsed_time, 25 * 60, 'it has been running again for a quarter of an hour')
    const stopped = timerOf(await phone.ask('timer.stop', { timer_id: timer.id, at: at.stop }))
    assert.equal(ms(stopped.ended_at), ms(at.stop))
    assert.equal(stopped.elapsed_time, 15 * 60)
    assert.deepEqual(
      stopped.pause_history.slice(1).map(entry => ms(entry.at)),
      Object.values(at).map(ms),
    )
    await phone.close()
  })

  it('reports when a late change was recorded, and keeps it as long as every other', async () => {
    const { id: ann } = await newPerson(server, 'ann')
    const phone = await greeted(server, ann)
    const created = await phone.start({ at: ago(29 * DAY) })
    const { timer } = created.payload
    assert.equal(ms(timer.started_at), ms(timer.pause_history[0]?.at))
    assert.equal(timer.elapsed_time, 29 * 86_400)
    assert.equal(created.timestamp, timer.created_at)
    assert.equal(timer.updated_at, timer.created_at)
    assert.ok(ms(timer.created_at) - ms(timer.started_at) >= 29 * DAY)
    await phone.close()
    server.clock.advance(2 * DAY)
    const late = await greeted(server, ann, { query: '?since=0' })
    assert.deepEqual(
      late.received.map(message => message.type),
      ['connected', 'timer.created', 'timer.sync_result'],
    )
    await late.close()
  })

  it('treats up to two seconds ahead as now', async () => {
    const phone = await device()
    const { timer } = (await phone.start()).payload
    const before = server.clock.now()
    const paused = timerOf(await phone.ask('timer.pause', { timer_id: timer.id, at: ago(-1_500) }))
    const at = ms(paused.paused_at)
    assert.ok(at >= before && at <= server.clock.now())
    await phone.close()
  })

  it('rejects times in the future, too old, or before the last event, each with its own message', async () => {
    const phone = await device()
    const { timer } = (await phone.start()).payload
    server.clock.advance(MINUTE)
    const refusals: [string, RegExp][] = [
      [ago(-10_000), /\(at\) is in the future/],
      [ago(30 * DAY + MINUTE), /\(at\) is more than 30 days ago/],
      [ago(2 * MINUTE), /\(at\) is before the last event of this timer/],
    ]
    for (const type of ['timer.pause', 'timer.stop', 'timer.cancel'] as const) {
      for (const [at, sentence] of refusals)
        await phone.fails(failureCodes[type], type, { timer_id: timer.id, at }, sentence)
    }
    for (const [at, sentence] of refusals.slice(0, 2)) {
      await phone.fails('CREATE_FAILED', 'timer.create', { allocated_duration: 60, at }, sentence)
    }
    for (const at of ['soon', 12, '2026-02-30T00:00:00Z']) {
      await phone.fails('PAUSE_FAILED', 'timer.pause', { timer_id: timer.id, at }, /^at must be/)
    }
    const state = await phone.ask('timer.sync', { timer_id: timer.id })
    assert.equal(timerOf(state).pause_history.length, 1, 'nothing was written')
    await phone.close()
  })

  it('treats null as absent', async () => {
    const phone = await device()
    const { timer } = (await phone.start({ at: null })).payload
    assert.equal(timer.started_at, timer.created_at)
    assert.equal(timerOf(await phone.ask('timer.pause', { timer_id: timer.id, at: null })).status, 'PAUSED')
    await phone.close()
  })

  it('answers a repeated late command with its first outcome, whatever time it contains', async () => {
    const phone = await device()
    const { timer } = (await phone.start()).payload
    server.clock.advance(10 * MINUTE)
    const pause = (at: string) => phone.ask('timer.pause', { timer_id: timer.id, at }, 'late-1')
    const first = await pause(ago(5 * MINUTE))
    server.clock.advance(MINUTE)
    assert.deepEqual(await pause(ago(2 * MINUTE)), first)
    await phone.close()
  })
})
