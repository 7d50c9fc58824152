import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react'
import { readersTimes } from '../../calendar/entries/times.ts'
import type { Placed } from '../../calendar/grid/columns.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage } from '../../session/language.tsx'
import type { Lane } from './drag-session.ts'
import { type DaySpan, type DragMode, draggedTo, instantAt, percentAt } from './geometry.ts'
import { useDragParts, usePreview } from './use-time-drag.ts'

export interface Times {
  from: number
  until: number
}

interface Props {
  lane: Lane
  day: DaySpan
  block: Placed & Times & { key: string }
  title: string
  /** Tells screen readers the kind of block. */
  kind: string
  color: string | undefined
  /** True if the block marks a point in time. */
  isFlag?: boolean
  className: string
  drags: Partial<Record<'move' | 'start' | 'end', boolean>>
  step: number
  limits: { min: number; max: number }
  note?: ReactNode
  /** Extra buttons. */
  children?: ReactNode
  onDrop: (times: Times, mode: DragMode) => void
  /** `at` is the clicked time. Undefined if the block was opened with the keyboard. */
  onOpen: (at: number | undefined) => void
  onDelete: (() => void) | undefined
}

/** Shorter blocks have one line of text. */
const SHORT_MS = 40 * 60_000

export function TimeBlock(props: Props) {
  const { lane, day, block, title, color, drags, step, limits, note, children } = props
  const { language } = useLanguage()
  const { press } = useDragParts()
  const dragged = usePreview(preview => (preview?.key === block.key ? preview : undefined))
  const isDragged = dragged !== undefined
  const { from, until } = dragged ?? block
  const times = readersTimes(language)(from, props.isFlag ? from : until)
  const text = times.until ? `${times.from} – ${times.until}` : times.from
  const grab = (mode: DragMode) => (event: PointerEvent) => {
    event.stopPropagation()
    press(event, {
      ...{ key: block.key, lane, mode, title, from: block.from, until: block.until, step, ...limits },
      onDrop: next => props.onDrop(next, mode),
    })
  }
  const style = {
    top: `${percentAt(day, from)}%`,
    height: `${percentAt(day, until) - percentAt(day, from)}%`,
    left: `${(block.column / block.columns) * 100}%`,
    width: `${100 / block.columns}%`,
    ...(color && { '--block': color }),
  } as CSSProperties
  const shape = props.isFlag ? 'short is-flag' : until - from < SHORT_MS ? 'short' : ''
  return (
    <div className={`time-block ${shape} ${props.className} ${isDragged ? 'is-dragged' : ''}`} style={style}>
      <button
        type="button"
        className="block-main"
        onPointerDown={drags.move ? grab('move') : undefined}
        onClick={event => props.onOpen(pressedAt(event, block))}
        onKeyDown={event => onKey(event, props)}
      >
        {props.isFlag ? <Icon name="flag" size={13} /> : null}
        <span className="block-title" dir="auto">
          {title}
        </span>{' '}
        <span className="block-times">
          {text}
          {note}
        </span>
        <span className="visually-hidden">, {props.kind}</span>
      </button>
      {children}
      {(['start', 'end'] as const).map(side =>
        drags[side] ? (
          <span key={side} className={`block-edge ${side}`} aria-hidden="true" onPointerDown={grab(side)} />
        ) : null,
      )}
    </div>
  )
}

/** Returns undefined for a keyboard click, which has no position. */
function pressedAt(event: MouseEvent, { from, until }: Times): number | undefined {
  if (event.detail === 0) return undefined
  const { top, height } = event.currentTarget.getBoundingClientRect()
  return instantAt({ from, to: until }, event.clientY - top, height)
}

/**
 * The Up and Down keys focus another block or gap. Alt with these keys moves the block, Shift moves its end, and
 * Alt+Shift moves its start. Delete and Backspace delete the block.
 */
function onKey(event: KeyboardEvent<HTMLElement>, props: Props): void {
  const { block, step, limits, drags } = props
  if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault()
    props.onDelete?.()
  }
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  event.preventDefault()
  const direction = event.key === 'ArrowUp' ? -1 : 1
  const mode = event.altKey ? (event.shiftKey ? 'start' : 'move') : event.shiftKey ? 'end' : undefined
  if (mode === undefined) focusNext(event.currentTarget, direction)
  if (mode === undefined || !drags[mode]) return
  const next = draggedTo({ mode, ...block, delta: direction * step, step, ...limits })
  if (next.from !== block.from || next.until !== block.until) props.onDrop(next, mode)
}

function focusNext(current: HTMLElement, direction: number): void {
  const all = [
    ...(current.closest('.day-lane')?.querySelectorAll<HTMLElement>('.block-main, .day-gap') ?? []),
  ]
  const inOrder = all.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  inOrder[inOrder.indexOf(current) + direction]?.focus()
}
