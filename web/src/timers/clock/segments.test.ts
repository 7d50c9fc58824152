import assert from 'node:assert/strict'
import { test } from 'node:test'
import { segments } from './segments.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 15, 10, minute)).toISOString()
const ms = (minute: number) => Date.UTC(2026, 0, 15, 10, minute)

test('alternates running and paused segments up to the end', () => {
  const pause_history = [
    { action: 'start' as const, at: at(0) },
    { action: 'pause' as const, at: at(10) },
    { action: 'resume' as const, at: at(15) },
    { action: 'stop' as const, at: at(30) },
  ]
  assert.deepEqual(segments({ pause_history }, ms(59)), [
    { from: ms(0), to: ms(10), running: true },
    { from: ms(10), to: ms(15), running: false },
    { from: ms(15), to: ms(30), running: true },
  ])
})

test('an active timer continues to now', () => {
  const pause_history = [{ action: 'start' as const, at: at(0) }]
  assert.deepEqual(segments({ pause_history }, ms(7)), [{ from: ms(0), to: ms(7), running: true }])
})
