// Cards keep their place, so that pausing a timer does not move its card away from the pointer.
import type { Timer } from '@daymark/contract/timers/timer'

/** Known timers keep their place. New ones go to the top: running timers first, then the newest. */
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
