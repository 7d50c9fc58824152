// The periods of a timer as a bar: their edges can be dragged, or moved with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { dateTimeText, timeText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { frameOf, limitsOf, type Side, withEdge } from './drag.ts'
import type { Period } from './periods.ts'
import { correctionTexts } from './texts.ts'

interface Props {
  periods: readonly Period[]
  onChange: (periods: readonly Period[]) => void
}

const STEPS: Record<string, number | undefined> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -15,
  PageUp: 15,
}
const MINUTE_MS = 60_000

export function PeriodTimeline({ periods, onChange }: Props) {
  const { language } = useLanguage()
  const bar = useRef<HTMLDivElement>(null)
  // Fixed while dragging. If the range followed the edge, it would move away from the pointer.
  const [held, setHeld] = useState<ReturnType<typeof frameOf>>()
  const frame = held ?? frameOf(periods, Date.now())
  const share = (ms: number) => `${(100 * (ms - frame.from)) / Math.max(1, frame.to - frame.from)}%`
  const move = (key: number, side: Side, ms: number) =>
    onChange(withEdge(periods, { key, side, ms }, timezone(), Date.now()))
  const momentAt = (x: number) => {
    const box = bar.current?.getBoundingClientRect()
    if (!box || box.width === 0) return Number.NaN
    return frame.from + ((x - box.left) / box.width) * (frame.to - frame.from)
  }
  if (periods.length === 0 || !Number.isFinite(frame.from)) return null
  return (
    <div className="period-timeline">
      <div className="period-bar" ref={bar}>
        {periods.map((period, index) => (
          <div
            key={period.key}
            className="period-run"
            style={{ left: share(period.start.ms), right: `calc(100% - ${share(period.end.ms)})` }}
          >
            {(['start', 'end'] as const).map(side => (
              <Handle
                key={side}
                number={index + 1}
                side={side}
                period={period}
                limits={limitsOf(periods, period.key, side, Date.now())}
                onGrab={() => setHeld(frame)}
                onRelease={() => setHeld(undefined)}
                onDrag={x => move(period.key, side, momentAt(x))}
                onStep={minutes => move(period.key, side, period[side].ms + minutes * MINUTE_MS)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="row spread soft" aria-hidden="true">
        <span>{dateTimeText(frame.from, language)}</span>
        <span>{timeText(frame.to, language)}</span>
      </div>
    </div>
  )
}

interface HandleProps {
  number: number
  side: Side
  period: Period
  limits: { min: number; max: number }
  onGrab: () => void
  onRelease: () => void
  onDrag: (x: number) => void
  onStep: (minutes: number) => void
}

function Handle({ number, side, period, limits, onGrab, onRelease, onDrag, onStep }: HandleProps) {
  const t = useTexts(correctionTexts)
  const { language } = useLanguage()
  const { ms } = period[side]
  const minutes = (at: number) => Math.round(at / MINUTE_MS)
  function grab(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    onGrab()
  }
  function drag(event: PointerEvent<HTMLElement>): void {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX)
  }
  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onStep(step)
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={`period-handle ${side}`}
      aria-label={side === 'start' ? t.dragStart(number) : t.dragEnd(number)}
      aria-valuemin={Number.isFinite(limits.min) ? minutes(limits.min) : undefined}
      aria-valuemax={minutes(limits.max)}
      aria-valuenow={minutes(ms)}
      aria-valuetext={Number.isNaN(ms) ? undefined : dateTimeText(ms, language)}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onKeyDown={press}
    />
  )
}
