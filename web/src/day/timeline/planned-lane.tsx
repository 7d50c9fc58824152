import type { Schedule } from '@daymark/contract/planning/schedule'
import { type MouseEvent, memo } from 'react'
import { IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import { dayTexts } from '../texts.ts'
import type { PlannedBlock } from './blocks.ts'
import { DropPreview } from './drop-preview.tsx'
import { type DaySpan, HOUR_MS, instantAt, MINUTE_MS } from './geometry.ts'
import { type Hint, LaneHint } from './lane-hint.tsx'
import { TimeBlock, type Times } from './time-block.tsx'
import { useDragParts } from './use-time-drag.ts'

export const PLAN_STEP_MS = 15 * MINUTE_MS

interface Props {
  day: DaySpan
  blocks: readonly PlannedBlock[]
  hint: Hint | undefined
  onPlan: (times: Times) => void
  onMove: (entry: Schedule, times: Times) => void
  onOpen: (entry: Schedule) => void
  onDelete: (entry: Schedule) => void
  onStart: (entry: Schedule) => void
}

export const PlannedLane = memo((props: Props) => {
  const { day, blocks, hint, onPlan, onMove, onOpen, onDelete, onStart } = props
  const t = useTexts(dayTexts)
  const { press, refs } = useDragParts()
  const hourAt = (event: MouseEvent): Times => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const at = instantAt(day, event.clientY - top, height)
    const from = Math.floor(at / (2 * PLAN_STEP_MS)) * 2 * PLAN_STEP_MS
    return { from, until: from + HOUR_MS }
  }
  // The button behind the blocks is only for pointers. Keyboards and screen readers use the one in the column header.
  return (
    <div className="day-lane planned" ref={refs.planned}>
      <button
        type="button"
        className="lane-back"
        tabIndex={-1}
        aria-hidden="true"
        onClick={event => onPlan(hourAt(event))}
        onPointerDown={event => {
          const { top, height } = event.currentTarget.getBoundingClientRect()
          const at = instantAt(day, event.clientY - top, height)
          press(event, {
            ...{ key: 'new', lane: 'planned', mode: 'select', title: t.newEntry, from: at, until: at },
            ...{ step: PLAN_STEP_MS, min: day.from, max: day.to, onDrop: onPlan },
          })
        }}
      />
      <LaneHint hint={hint} day={day} />
      {blocks.map(block => {
        const { entry, start, end, isDeadline } = block
        const isOwn = !entry.is_shared
        const isDone = entry.state === 'COMPLETED' || (isDeadline && entry.source_todo?.status === 'DONE')
        return (
          <TimeBlock
            key={block.key}
            lane="planned"
            day={day}
            block={block}
            title={entry.title}
            kind={isDeadline ? t.deadlineKind : isOwn ? t.plannedKind : t.sharedKind}
            isFlag={isDeadline}
            color={entry.tags[0]?.color}
            className={`planned ${isDone ? 'is-done' : ''} ${isOwn ? '' : 'is-shared'}`}
            drags={{
              move: isOwn && start >= day.from && (isDeadline || end <= day.to),
              start: isOwn && !isDeadline && start >= day.from,
              end: isOwn && !isDeadline && end <= day.to,
            }}
            step={PLAN_STEP_MS}
            limits={{ min: day.from, max: day.to }}
            onDrop={times => onMove(entry, withHidden(times, block))}
            onOpen={() => onOpen(entry)}
            onDelete={isOwn ? () => onDelete(entry) : undefined}
          >
            {isOwn ? (
              <IconButton
                className="icon block-action"
                name={t.startOn(entry.title)}
                onClick={() => onStart(entry)}
              >
                <Icon name="play" size={15} />
              </IconButton>
            ) : null}
          </TimeBlock>
        )
      })}
      <DropPreview lane="planned" day={day} />
    </div>
  )
})

/** Uses the entry's real start or end, which may be on another day, unless the drag changed it. */
const withHidden = ({ from, until }: Times, block: PlannedBlock): Times => ({
  from: from === block.from ? block.start : from,
  // A deadline is drawn shorter than its entry.
  until: block.isDeadline ? from + HOUR_MS : until === block.until ? block.end : until,
})
