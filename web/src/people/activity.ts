// What friends did last with their timers: kept in memory, as long as the app is open.
import type { TimerAction } from '@daymark/contract/timers/timer'
import type { FriendActivity } from '@daymark/contract/timers/timers'
import type { Language } from '../session/language.tsx'

export interface Activity {
  action: TimerAction
  /** Only when the friend shares the timer. */
  title: string | undefined
  /** Epoch milliseconds. */
  at: number
}

/** As the socket tells it. */
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
 * What friends measure, as the server lists it, together with what was heard since it was asked. A friend who is not
 * on the list does not measure any more.
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
    // The one that runs, or was touched last, is put last and stays.
    .toSorted((a, b) => rank(a.action) - rank(b.action) || a.at - b.at)
    .map(({ friend_id, ...activity }): [string, Activity] => [friend_id, activity])
  const ended = [...known].filter(([, { action }]) => action === 'stop' || action === 'cancel')
  const fresh = [...known].filter(([, { at }]) => at >= askedAt)
  return new Map([...ended, ...found, ...fresh])
}

/** Whether the friend measures at this moment, as far as is known. */
export const isActive = (activity: Activity | undefined): boolean =>
  activity?.action === 'start' || activity?.action === 'resume'

const STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `2 minutes ago`; below a minute `now`. */
export function agoText(ms: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const [unit, length] = STEPS.find(([, each]) => ms >= each) ?? ['second', Number.POSITIVE_INFINITY]
  return format.format(-Math.floor(ms / length) || 0, unit)
}
