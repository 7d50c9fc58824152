// Friends' latest timer activity, kept in memory while the app is open.
import type { TimerAction } from '@daymark/contract/timers/timer'
import type { FriendActivity } from '@daymark/contract/timers/timers'
import type { Language } from '../session/language.tsx'

export interface Activity {
  action: TimerAction
  /** The timer's title. Only set if the friend shares it. */
  title: string | undefined
  /** In epoch milliseconds. */
  at: number
}

/** An activity message from the socket. */
export interface Notice {
  friend_id: string
  action: TimerAction
  timer_title?: string
}

export type Activities = ReadonlyMap<string, Activity>

export function remember(known: Activities, notice: Notice, at: number): Activities {
  const { friend_id, action, timer_title } = notice
  return new Map([...known, [friend_id, { action, title: timer_title, at }]])
}

/**
 * Merges the server's list of active timers with messages that arrived since the request. A friend who is not on the
 * list has no active timer, so older messages about a running or paused timer are dropped.
 */
export function withActive(
  known: Activities,
  listed: readonly FriendActivity[],
  askedAt: number,
): Activities {
  const rank = (action: TimerAction) => (action === 'pause' ? 0 : 1)
  const found = listed
    .map(({ friend_id, action, timer_title, at }) => ({
      friend_id,
      action,
      title: timer_title,
      at: Date.parse(at),
    }))
    // Sorts running timers after paused ones, and later timers last, because a friend's last entry wins in the map.
    .toSorted((a, b) => rank(a.action) - rank(b.action) || a.at - b.at)
    .map(({ friend_id, ...activity }): [string, Activity] => [friend_id, activity])
  const ended = [...known].filter(([, { action }]) => action === 'stop' || action === 'cancel')
  const fresh = [...known].filter(([, { at }]) => at >= askedAt)
  return new Map([...ended, ...found, ...fresh])
}

/** True if the friend's timer was running at the last update. */
export const isActive = (activity: Activity | undefined): boolean =>
  activity?.action === 'start' || activity?.action === 'resume'

const JUST_NOW: Record<Language, string> = { en: 'just now', ko: '방금' }

const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Formats the time since an event as `2 min. ago`, or as `just now` if it is under a minute. */
export function agoText(ms: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const step = STEPS.find(([, each]) => ms >= each)
  if (!step) return JUST_NOW[language]
  const [unit, length] = step
  return format.format(-Math.floor(ms / length), unit)
}
