import { readersTimes } from '../../calendar/entries/times.ts'
import { useLanguage } from '../../session/language.tsx'
import type { Lane, Preview } from './drag-session.ts'
import { type DaySpan, percentAt } from './geometry.ts'
import { usePreview } from './use-time-drag.ts'

export function DropPreview({ lane, day }: { lane: Lane; day: DaySpan }) {
  const { language } = useLanguage()
  const preview = usePreview(each => (each?.lane === lane && isShown(each) ? each : undefined))
  if (!preview) return null
  const { from, until, title } = preview
  const times = readersTimes(language)(from, until)
  return (
    <div
      className={`time-block drop-preview ${lane}`}
      style={{ top: `${percentAt(day, from)}%`, height: `${percentAt(day, until) - percentAt(day, from)}%` }}
    >
      <span className="block-main">
        <span className="block-title" dir="auto">
          {title}
        </span>
        <span className="block-times">
          {times.from} – {times.until}
        </span>
      </span>
    </div>
  )
}

const isShown = ({ isOver, mode }: Preview): boolean => isOver && (mode === 'select' || mode === 'place')
