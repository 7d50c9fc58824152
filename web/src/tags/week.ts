// Computes each tag's share of the measured time of a week.
import type { Timer } from '@daymark/contract/timers/timer'

/** Returns each tag's share of the time of all given tags, from 0 to 1. Empty if nothing was measured. */
export function shares<T extends Pick<Timer, 'tags'>>(
  timers: readonly T[],
  tagIds: readonly string[],
  measured: (timer: T) => number,
): Map<string, number> {
  const found = new Map<string, number>()
  for (const timer of timers) {
    const own = timer.tags.filter(tag => tagIds.includes(tag.id))
    // Splits the time of a timer equally between its tags of the group, so that the shares add up to one.
    for (const tag of own) found.set(tag.id, (found.get(tag.id) ?? 0) + measured(timer) / own.length)
  }
  const total = [...found.values()].reduce((sum, each) => sum + each, 0)
  return total === 0 ? new Map() : new Map([...found].map(([id, each]) => [id, each / total]))
}

const DAY_MS = 86_400_000

/** Returns the first day of the week that contains the date, as YYYY-MM-DD. `firstDay` 0 is Sunday. */
export function weekStart(date: string, firstDay: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  return new Date(at.getTime() - ((at.getUTCDay() + 7 - firstDay) % 7) * DAY_MS).toISOString().slice(0, 10)
}

/** The sum of the goals in percent. */
export const totalOf = (ratios: Record<string, number>, tagIds: readonly string[]): number =>
  tagIds.reduce((sum, id) => sum + Math.round((ratios[id] ?? 0) * 100), 0)
