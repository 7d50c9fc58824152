// Running segments are filled and pauses are empty.
import type { Timer } from '@daymark/contract/timers/timer'
import { timeText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { timerTexts } from '../texts.ts'
import { segments } from './segments.ts'

export function Timeline({ timer }: { timer: Timer }) {
  const t = useTexts(timerTexts)
  const { language } = useLanguage()
  const parts = segments(timer, Date.now())
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return null
  const whole = Math.max(1, last.to - first.from)
  const words = parts
    .filter(part => part.running)
    .map(part => t.ran(timeText(part.from, language), timeText(part.to, language)))
  return (
    <div
      className="timeline"
      role="img"
      aria-label={`${t.timelineOf(timer.title ?? t.untitled)}: ${words.join(', ')}`}
    >
      {parts.map(part => (
        <span
          key={part.from + (part.running ? 0.5 : 0)}
          className={part.running ? 'timeline-run' : 'timeline-pause'}
          style={{ flexGrow: Math.max(0.004, (part.to - part.from) / whole) }}
        />
      ))}
    </div>
  )
}
