// The order of active timers. A card keeps its place while it is there: pausing one must not move it away from the pointer.
import type { Timer } from '@daymark/contract/timers/timer'

/** On the first look running timers come first, then paused ones, the newest at the top. Later ones go on top. */
export function activeOrder(): (timers: readonly Timer[]) => Timer[] {
  let known: string[] = []
  return timers => {
    const places = new Map(known.map((id, place) => [id, place]))
    const place = (timer: Timer) => places.get(timer.id) ?? -1
    const rank = (timer: Timer) => (timer.is_running ? 0 : 1)
    const sorted = [...timers].sort(
      (a, b) =>
        place(a) - place(b) || rank(a) - rank(b) || (b.started_at ?? '').localeCompare(a.started_at ?? ''),
    )
    known = sorted.map(timer => timer.id)
    return sorted
  }
}

const PREFIX = 'stop '

/** Names the stop of a timer among what can still be undone. */
export const stopId = (timerId: string): string => PREFIX + timerId
