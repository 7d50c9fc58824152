// Determines which timer action a change log entry records. Pure.
import type { Entry } from '../../platform/changes/change.ts'
import type { Row } from '../../platform/storage/captured-row.ts'
import type { Tag } from '../tags/tag.ts'
import type { Sharing } from '../visibility/policy.ts'
import { readHistory } from './history.ts'
import { ACTIVE, type Timer, type TimerAction } from './timer.ts'

export interface TimerSnapshot {
  timer: Timer
  tags: readonly Tag[]
  /** Null if the timer is private. */
  sharing: Sharing | null
}

/** `sync` is any change that is not a timer action, such as a new title. */
export type TimerChangeAction = TimerAction | 'sync'

interface TimerDetail {
  action: TimerChangeAction
}

/**
 * For a new timer, returns `start`. For an update, returns the action that was appended to the history, `stop` if a
 * correction ended an active timer, or otherwise `sync`. For a deletion, returns null.
 */
export function timerDetail(before: Row | null, after: Row | null): TimerDetail | null {
  if (after === null) return null
  // If an update changed only other columns, the row does not contain the history.
  const [was, is] = [before, after].map(row => String(row?.['history'] ?? '[]')) as [string, string]
  const [old, entries] = [readHistory(was), readHistory(is)]
  const isAppended = entries.length === old.length + 1 && is.startsWith(was.slice(0, -1))
  if (isAppended) return { action: entries.at(-1)?.action ?? 'sync' }
  const isEnded = before !== null && isActive(before['status']) && after['status'] === 'COMPLETED'
  return { action: before === null ? 'start' : isEnded ? 'stop' : 'sync' }
}

const isActive = (status: unknown): boolean => ACTIVE.some(active => active === status)

const detailOf = ({ detail }: Entry): Partial<TimerDetail> => (detail ?? {}) as Partial<TimerDetail>

export const timerActionOf = (entry: Entry): TimerChangeAction => detailOf(entry).action ?? 'sync'
