import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { dateTimeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { type Frame, frameOf, limitsOf, type Side, withEdge } from './drag.ts'
import { type Pause, type Period, pausesOf } from './periods.ts'
import { FrameDays, PlanTrack, share, TimeAxis } from './plan-track.tsx'
import { correctionTexts } from './texts.ts'
import { usePlan } from './use-plan.ts'

interface Props {
  periods: readonly Period[]
  onChange: (periods: readonly Period[]) => void
  onMerge: (pause: Pause) => void
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

/** Renders nothing if no period has a valid time. */
export function PeriodTimeline(props: Props) {
  // The range is fixed during a drag. Otherwise the edge would move away from the pointer.
  const [held, setHeld] = useState<Frame>()
  const frame = held ?? frameOf(props.periods, Date.now())
  return Number.isFinite(frame.from) ? <Bar {...props} frame={frame} onHold={setHeld} /> : null
}

interface BarProps extends Props {
  frame: Frame
  onHold: (frame: Frame | undefined) => void
}

function Bar({ periods, onChange, onMerge, frame, onHold }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const plan = usePlan(frame)
  const lanes = Math.max(0, ...plan.map(block => block.lane + 1))
  const between = (start: number, end: number) => ({
    left: share(frame, start),
    right: `calc(100% - ${share(frame, end)})`,
  })
  const move = (key: number, side: Side, ms: number) =>
    onChange(withEdge(periods, { key, side, ms }, timezone(), Date.now()))
  const momentAt = (x: number) => {
    const box = bar.current?.getBoundingClientRect()
    if (!box || box.width === 0) return Number.NaN
    return frame.from + ((x - box.left) / box.width) * (frame.to - frame.from)
  }
  return (
    <div className="period-timeline">
      <FrameDays frame={frame} />
      <div className="period-bar" ref={bar} style={{ '--lanes': lanes } as CSSProperties}>
        <PlanTrack plan={plan} frame={frame} />
        {pausesOf(periods).map(pause => (
          <div
            key={pause.before.key}
            className="period-gap"
            style={between(pause.before.end.ms, pause.after.start.ms)}
          >
            <MergeShortcut onMerge={() => onMerge(pause)} />
          </div>
        ))}
        {periods.map((period, index) => (
          <div key={period.key} className="period-run" style={between(period.start.ms, period.end.ms)}>
            {(['start', 'end'] as const).map(side => (
              <Handle
                key={side}
                number={index + 1}
                side={side}
                period={period}
                limits={limitsOf(periods, period.key, side, Date.now())}
                onGrab={() => onHold(frame)}
                onRelease={() => onHold(undefined)}
                onDrag={x => move(period.key, side, momentAt(x))}
                onStep={minutes => move(period.key, side, period[side].ms + minutes * MINUTE_MS)}
              />
            ))}
          </div>
        ))}
      </div>
      <TimeAxis frame={frame} />
    </div>
  )
}

/** A shortcut for pointers, shown in wide gaps. The list below has a merge button for keyboards and screen readers. */
function MergeShortcut({ onMerge }: { onMerge: () => void }) {
  const t = useTexts(correctionTexts)
  return (
    <button
      type="button"
      className="period-merge"
      title={t.merge}
      tabIndex={-1}
      aria-hidden="true"
      onClick={onMerge}
    >
      <Icon name="merge" size={16} />
    </button>
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
