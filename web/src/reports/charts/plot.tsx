// An SVG whose coordinates are percentages. A button over each part opens the part's timers.
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import { type Box, nextHit } from './hits.ts'

interface Props {
  /** Describes the chart in one sentence. */
  summary: string
  /** Shown below the chart while no part is focused or under the pointer. */
  hint: string
  boxes: readonly Box[]
  onOpen: (box: Box) => void
  /** Shapes with coordinates from 0 to 100. */
  children: ReactNode
  /** Labels around the shapes. */
  labels: ReactNode
  className: string
}

export function Plot({ summary, hint, boxes, onOpen, children, labels, className }: Props) {
  const [pointed, setPointed] = useState<string>()
  return (
    <div className="plot-frame">
      <div className={`plot ${className}`}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={summary}>
          {children}
        </svg>
        <div aria-hidden="true">{labels}</div>
        <Hits name={summary} boxes={boxes} onOpen={onOpen} onPoint={setPointed} />
      </div>
      <p className="soft plot-readout" aria-hidden="true">
        {pointed ?? hint}
      </p>
    </div>
  )
}

interface HitsProps {
  name: string
  boxes: readonly Box[]
  onOpen: (box: Box) => void
  onPoint: (label: string | undefined) => void
}

/**
 * The parts share one Tab stop, and arrow keys move between them. Memoized, so that pointing at a part does not
 * rerender all of them.
 */
const Hits = memo(({ name, boxes, onOpen, onPoint }: HitsProps) => {
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState(0)
  const at = Math.min(focused, boxes.length - 1)
  const onKey = (event: KeyboardEvent) => {
    const next = nextHit(boxes, at, event.key)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <ul className="hits" aria-label={name} ref={list}>
      {boxes.map((box, index) => (
        <li key={box.key}>
          <button
            type="button"
            className="hit"
            style={placeOf(box)}
            tabIndex={index === at ? 0 : -1}
            aria-label={box.label}
            onClick={() => onOpen(box)}
            onKeyDown={onKey}
            onFocus={() => {
              setFocused(index)
              onPoint(box.label)
            }}
            onBlur={() => onPoint(undefined)}
            onPointerEnter={() => onPoint(box.label)}
            onPointerLeave={() => onPoint(undefined)}
          />
        </li>
      ))}
    </ul>
  )
})

const placeOf = ({ x, y, width, height }: Box): CSSProperties => ({
  ...{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` },
})
