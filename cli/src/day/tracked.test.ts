import assert from 'node:assert/strict'
import { it } from 'node:test'
import { trackedMs } from './tracked.ts'

const at = (time: string) => Date.parse(`2026-11-16T${time}Z`)
const event = (action: 'start' | 'pause' | 'resume' | 'stop', time: string) => ({
  action,
  at: new Date(at(time)).toISOString(),
})
const day = { from: at('00:00'), to: at('23:59') }
const minutes = (ms: number) => ms / 60_000

it('counts without pauses, and a running timer until now', () => {
  const pause_history = [event('start', '09:00'), event('pause', '09:30'), event('resume', '10:00')]
  assert.equal(minutes(trackedMs({ pause_history }, day, at('10:15'))), 45)
  const stopped = [...pause_history, event('stop', '10:10')]
  assert.equal(minutes(trackedMs({ pause_history: stopped }, day, at('12:00'))), 40)
})

it('counts only the part inside the span', () => {
  const pause_history = [event('start', '09:00'), event('stop', '11:00')]
  const span = { from: at('10:00'), to: at('10:30') }
  assert.equal(minutes(trackedMs({ pause_history }, span, at('12:00'))), 30)
  assert.equal(trackedMs({ pause_history }, { from: at('12:00'), to: at('13:00') }, at('14:00')), 0)
})
