// Sums how long a timer ran within a span, without its pauses.
import type { Timer } from '@daymark/client'
import type { Span } from './entries.ts'

export function trackedMs(
  { pause_history }: Pick<Timer, 'pause_history'>,
  { from, to }: Span,
  now: number,
): number {
  let total = 0
  let since: number | undefined
  const add = (start: number, end: number) => {
    total += Math.max(0, Math.min(end, to) - Math.max(start, from))
  }
  for (const { action, at } of pause_history) {
    const moment = Date.parse(at)
    if (action === 'start' || action === 'resume') since = moment
    else if (since !== undefined) {
      add(since, moment)
      since = undefined
    }
  }
  if (since !== undefined) add(since, now)
  return total
}
