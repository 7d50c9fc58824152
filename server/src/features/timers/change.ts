// The action on a timer that a change log entry records. Pure.
import type { Entry } from '../../platform/changes/change.ts'
import type { Row } from '../../platform/storage/captured-row.ts'
import type { Tag } from '../tags/tag.ts'
import type { Sharing } from '../visibility/policy.ts'
import { readHistory } from './history.ts'
import type { Timer, TimerAction } from './timer.ts'

/** A timer with everything that its owner sees. */
export interface TimerSnapshot {
  timer: Timer
  tags: readonly Tag[]
  /** Null for a private timer. */
  sharing: Sharing | null
}

/** `sync`: changed in another way than by starting, pausing and so on. */
export type TimerChangeAction = TimerAction | 'sync'

interface TimerDetail {
  action: TimerChangeAction
}

/** The action is the event that was appended to the history, if any. */
export function timerDetail(before: Row | null, after: Row | null): TimerDetail | null {
  if (after === null) return null
  const historyIn = (row: Row | null) => readHistory(String(row?.['history'] ?? '[]'))
  // An update of other columns does not contain the history.
  const [was, is] = [historyIn(before), historyIn(after)]
  const appended = is.length === was.length + 1 ? is.at(-1)?.action : undefined
  return { action: appended ?? (before === null ? 'start' : 'sync') }
}

const detailOf = ({ detail }: Entry): Partial<TimerDetail> => (detail ?? {}) as Partial<TimerDetail>

export const timerActionOf = (entry: Entry): TimerChangeAction => detailOf(entry).action ?? 'sync'
