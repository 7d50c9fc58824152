import type { CSSProperties } from 'react'
import { dateOf, dateText, dayText, timeText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import type { Frame } from './drag.ts'
import { marksIn, type PlannedBlock } from './plan.ts'
import { correctionTexts } from './texts.ts'

/** Returns the horizontal position in the visible range, in percent. */
export const share = ({ from, to }: Frame, ms: number): string =>
  `${(100 * (ms - from)) / Math.max(1, to - from)}%`

export function PlanTrack({ plan, frame }: { plan: readonly PlannedBlock[]; frame: Frame }) {
  const t = useTexts(correctionTexts)
  const { language } = useLanguage()
  if (plan.length === 0) return null
  return (
    <ul className="plain-list plan-track" aria-label={t.planned}>
      {plan.map(({ entry, start, end, lane }) => {
        const times = `${timeText(start, language)} – ${timeText(end, language)}`
        const place = {
          left: share(frame, Math.max(start, frame.from)),
          right: `calc(100% - ${share(frame, Math.min(end, frame.to))})`,
          '--lane': lane,
          ...(entry.tags[0] && { '--mark': entry.tags[0].color }),
        }
        return (
          <li
            key={entry.id}
            className="plan-block"
            title={`${entry.title}, ${times}`}
            style={place as CSSProperties}
          >
            <bdi>{entry.title}</bdi>
            <span className="visually-hidden">, {times}</span>
          </li>
        )
      })}
    </ul>
  )
}

const DAY_MS = 86_400_000

export function FrameDays({ frame: { from, to } }: { frame: Frame }) {
  const { language } = useLanguage()
  const days = dateOf(from) === dateOf(to) ? [from] : [from, to]
  return <span className="soft">{days.map(day => dayText(day, language)).join(' – ')}</span>
}

/** Hidden from screen readers, which read the time of each edge instead. */
export function TimeAxis({ frame }: { frame: Frame }) {
  const { language } = useLanguage()
  const length = frame.to - frame.from
  // Omits labels near the ends, because they would extend beyond the bar.
  const margin = length / 14
  const marks = marksIn(frame, timezone()).filter(
    mark => mark > frame.from + margin && mark < frame.to - margin,
  )
  return (
    <div className="time-axis soft" aria-hidden="true">
      {marks.map(mark => (
        <span key={mark} className="time-mark" style={{ left: share(frame, mark) }}>
          {length > 2 * DAY_MS ? dateText(mark, language) : timeText(mark, language)}
        </span>
      ))}
    </div>
  )
}
