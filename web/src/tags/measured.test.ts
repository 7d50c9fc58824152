import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Timer } from '@daymark/contract/timers/timer'
import { measuredBetween } from './measured.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => Date.parse(`2026-03-${text}:00Z`)
const segment = (start: string, end: string | null) => ({
  start: `2026-03-${start}:00Z`,
  end: end && `2026-03-${end}:00Z`,
})
const DAY = { from: at('02T00:00'), to: at('03T00:00') }
const NOW = at('02T12:00')
const measured = (status: Timer['status'], ...segments: ReturnType<typeof segment>[]) =>
  measuredBetween({ status, segments }, DAY, NOW) / HOUR_MS

test('counts the segments of the day, and of a longer one the part inside the day', () => {
  assert.equal(measured('COMPLETED', segment('02T09:00', '02T10:00'), segment('02T11:00', '02T11:30')), 1.5)
  assert.equal(measured('COMPLETED', segment('01T22:00', '02T01:00')), 1)
  assert.equal(measured('COMPLETED', segment('01T22:00', '01T23:00'), segment('02T10:00', '02T10:30')), 0.5)
  assert.equal(measured('PAUSED', segment('01T22:00', '03T05:00')), 24)
  assert.equal(measured('COMPLETED', segment('03T00:00', '03T05:00')), 0)
})

test('a running timer counts until now, a canceled one not at all', () => {
  assert.equal(measured('RUNNING', segment('02T11:00', null)), 1)
  assert.equal(measured('RUNNING', segment('01T11:00', null)), 12)
  assert.equal(measured('CANCELLED', segment('02T09:00', '02T10:00')), 0)
})
