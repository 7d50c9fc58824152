import { type DaySpan, HOUR_MS, percentAt } from './geometry.ts'

export interface Hint {
  /** The time next to which the hint is shown, in epoch milliseconds. */
  at: number
  title: string
  text: string
}

/** The height that a hint needs, as a duration. If less of the day is left, the hint is above its time. */
const ROOM_MS = 3 * HOUR_MS

export function LaneHint({ hint, day }: { hint: Hint | undefined; day: DaySpan }) {
  if (!hint) return null
  const top = percentAt(day, hint.at)
  const place = hint.at > day.to - ROOM_MS ? { bottom: `${100 - top}%` } : { top: `${top}%` }
  return (
    <div className="lane-hint" style={place}>
      <strong>{hint.title}</strong>
      <span>{hint.text}</span>
    </div>
  )
}
