// One change of a person's timers, as the feed keeps it and as instances tell each other of it.
import type { Tag } from '../tags/tag.ts'
import type { Sharing } from '../visibility/policy.ts'
import type { Timer, TimerAction } from './timer.ts'

/** Everything about a timer that its owner is told. */
export interface TimerSnapshot {
  timer: Timer
  tags: readonly Tag[]
  /** Null while it is private. */
  sharing: Sharing | null
}

/** `sync`: changed otherwise than by the clock of the timer. */
export type ChangeAction = TimerAction | 'sync' | 'delete'

export interface TimerChange {
  owner_id: string
  /** Counts the changes of this owner's timers, without gaps. */
  seq: number
  at: number
  action: ChangeAction
  timer_id: string
  /** The timer after the change; null when it was deleted. */
  snapshot: TimerSnapshot | null
}

/** The kind of the notices that carry a change. */
export const CHANGE_NOTICE = 'timer.change'

/** How long changes can be read again. */
export const FEED_MS = 30 * 86_400_000
/** How long the outcome of a message with an id is remembered. */
export const COMMANDS_MS = 86_400_000

/** What friends are told of; the rest is between the owner's own devices. */
export const isActivity = (action: ChangeAction): action is TimerAction =>
  action !== 'sync' && action !== 'delete'

/** The settings alone, without what the table knows besides. */
export const settingsOf = ({
  level,
  allowed_user_ids,
  allowed_emails,
  allowed_domains,
}: Sharing): Sharing => ({ level, allowed_user_ids, allowed_emails, allowed_domains })
