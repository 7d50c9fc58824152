import assert from 'node:assert/strict'
import type { ServerMessageOf } from '@daymark/contract/sockets/timer-socket'
import type { Device } from './device.ts'

export const NAIVE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?$/
export const SEOUL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+09:00$/

export function datetimes(value: unknown): string[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(datetimes) : []
}

/** Sends a command that must succeed. */
export async function updated(
  device: Device,
  type: 'timer.pause' | 'timer.resume' | 'timer.stop' | 'timer.cancel',
  id: string,
): Promise<ServerMessageOf<'timer.updated'>> {
  const answer = await device.ask(type, { timer_id: id })
  assert.equal(answer.type, 'timer.updated', JSON.stringify(answer))
  return answer as ServerMessageOf<'timer.updated'>
}
