// The start of a week, and the sum of goals. Pure.

const DAY_MS = 86_400_000

/** Returns the first day of the week that contains the date, as YYYY-MM-DD. `firstDay` 0 is Sunday. */
export function weekStart(date: string, firstDay: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  return new Date(at.getTime() - ((at.getUTCDay() + 7 - firstDay) % 7) * DAY_MS).toISOString().slice(0, 10)
}

/** The sum of the goals in percent. */
export const totalOf = (ratios: Record<string, number>, tagIds: readonly string[]): number =>
  tagIds.reduce((sum, id) => sum + Math.round((ratios[id] ?? 0) * 100), 0)
