import type { Timer } from '@daymark/contract/timers/timer'
import { type MouseEvent, memo } from 'react'
import { readersTimes } from '../../calendar/entries/times.ts'
import { IconButton } from '../../design/button.tsx'
import { durationText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { dayTexts } from '../texts.ts'
import { drawnGap, type Gap, type TrackedBlock } from './blocks.ts'
import { DropPreview } from './drop-preview.tsx'
import { type DaySpan, type DragMode, instantAt, MINUTE_MS, percentAt } from './geometry.ts'
import { type Hint, LaneHint } from './lane-hint.tsx'
import { TimeBlock, type Times } from './time-block.tsx'
import { useDragParts } from './use-time-drag.ts'

const TRACK_STEP_MS = 5 * MINUTE_MS
const HALF_HOUR_MS = 30 * MINUTE_MS

interface Props {
  day: DaySpan
  now: number
  blocks: readonly TrackedBlock[]
  gaps: readonly Gap[]
  hint: Hint | undefined
  onAdd: (times: Times) => void
  onChange: (block: TrackedBlock, times: Times, mode: DragMode) => void
  onOpen: (block: TrackedBlock, at: number | undefined) => void
  onDelete: (block: TrackedBlock) => void
  onAgain: (timer: Timer) => void
}

export const TrackedLane = memo((props: Props) => {
  const { day, now, blocks, gaps, hint, onAdd } = props
  const t = useTexts(dayTexts)
  const { press, refs } = useDragParts()
  const end = Math.min(day.to, Math.max(day.from, now))
  const halfHourAt = (event: MouseEvent): Times => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const from = Math.floor(
      instantAt({ from: day.from, to: end }, event.clientY - top, height) / HALF_HOUR_MS,
    )
    return { from: from * HALF_HOUR_MS, until: Math.min(end, (from + 1) * HALF_HOUR_MS) }
  }
  return (
    <div className="day-lane tracked" ref={refs.tracked}>
      {end > day.from ? (
        <button
          type="button"
          className="lane-back"
          style={{ height: `${percentAt(day, end)}%` }}
          tabIndex={-1}
          aria-hidden="true"
          onClick={event => onAdd(halfHourAt(event))}
          onPointerDown={event => {
            const { top, height } = event.currentTarget.getBoundingClientRect()
            const at = instantAt({ from: day.from, to: end }, event.clientY - top, height)
            press(event, {
              ...{ key: 'new', lane: 'tracked', mode: 'select', title: t.addTime, from: at, until: at },
              ...{ step: TRACK_STEP_MS, min: day.from, max: end, onDrop: onAdd },
            })
          }}
        />
      ) : null}
      <LaneHint hint={hint} day={day} />
      {gaps.map(gap => (
        <GapButton
          key={gap.from}
          gap={gap}
          drawn={drawnGap(gap, blocks)}
          day={day}
          onFill={() => onAdd(gap)}
        />
      ))}
      {blocks.map(block => (
        <Tracked key={block.key} {...props} block={block} end={end} />
      ))}
      <DropPreview lane="tracked" day={day} />
    </div>
  )
})

function Tracked({ block, day, now, end, ...on }: Props & { block: TrackedBlock; end: number }) {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const { timer, index, isRunning } = block
  const title = timer.title ?? t.untitled
  const before = Date.parse(timer.segments[index - 1]?.end ?? '')
  const after = Date.parse(timer.segments[index + 1]?.start ?? '')
  const isStopped = timer.status !== 'RUNNING'
  return (
    <TimeBlock
      lane="tracked"
      day={day}
      block={block}
      title={title}
      kind={isRunning ? t.runningKind : t.trackedKind}
      color={colorOf(timer)}
      className={`tracked ${isRunning ? 'is-running' : ''}`}
      drags={{
        move: isStopped && block.start >= day.from && block.end <= day.to,
        start: isStopped && block.start >= day.from,
        end: block.end <= day.to && (isStopped || isRunning),
      }}
      step={TRACK_STEP_MS}
      limits={{
        min: Math.max(day.from, before || day.from),
        max: Math.min(end, after || end),
      }}
      note={<span className="block-length"> · {durationText(block.until - block.from, language)}</span>}
      onDrop={(times, mode) => on.onChange(block, times, mode)}
      onOpen={at => on.onOpen(block, at)}
      onDelete={isStopped ? () => on.onDelete(block) : undefined}
    >
      {isRunning ? null : (
        <IconButton className="icon block-action" name={t.again(title)} onClick={() => on.onAgain(timer)}>
          <Icon name="play" size={15} />
        </IconButton>
      )}
    </TimeBlock>
  )
}

/** Returns the color of the timer's first tag, otherwise of the linked item's first tag. */
const colorOf = ({ tags, schedule, todo }: Timer): string | undefined =>
  (tags[0] ?? schedule?.tags[0] ?? todo?.tags[0])?.color

interface GapProps {
  gap: Gap
  drawn: Gap
  day: DaySpan
  onFill: () => void
}

function GapButton({ gap, drawn, day, onFill }: GapProps) {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const times = readersTimes(language)(gap.from, gap.until)
  return (
    <button
      type="button"
      className="day-gap"
      style={{
        top: `${percentAt(day, drawn.from)}%`,
        height: `${percentAt(day, drawn.until) - percentAt(day, drawn.from)}%`,
      }}
      onClick={onFill}
    >
      <span>{t.gap}</span>{' '}
      <span className="visually-hidden">
        {times.from} – {times.until},
      </span>{' '}
      <span className="gap-length">{durationText(gap.until - gap.from, language)}</span>
    </button>
  )
}
