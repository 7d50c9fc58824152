// Marks or clears cells with a mouse, finger, pen or keyboard.
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Cell, cellOf, partsOf, rectangle, stroke } from './grid.ts'

/** Takes an update function, so that two quick key presses do not start from the same state. */
type Paint = (change: (own: ReadonlySet<Cell>) => ReadonlySet<Cell>) => void

interface Stroke {
  from: Cell
  to: Cell
  paints: boolean
}

interface Grid {
  days: readonly string[]
  rows: number
  own: ReadonlySet<Cell>
  /** Undefined if the user has not joined the poll. */
  paint: Paint | undefined
}

const ARROWS: Record<string, [days: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

const cellAt = (x: number, y: number): Cell | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')?.dataset['cell']

export function useStroke({ days, rows, own, paint }: Grid) {
  const [current, setCurrent] = useState<Stroke>()
  const [active, setActive] = useState<Cell>()
  const stroked = (before: ReadonlySet<Cell>, { from, to, paints }: Stroke) =>
    stroke(before, rectangle(days, from, to), paints)
  const shown = current ? stroked(own, current) : own

  const onPointerDown = (event: PointerEvent<HTMLElement>, cell: Cell) => {
    setActive(cell)
    if (!paint || event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setCurrent({ from: cell, to: cell, paints: !own.has(cell) })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!current) return
    const to = cellAt(event.clientX, event.clientY)
    if (to !== undefined && to !== current.to) setCurrent({ ...current, to })
  }
  const onPointerUp = () => {
    if (current) paint?.(before => stroked(before, current))
    setCurrent(undefined)
  }
  const onPointerCancel = () => setCurrent(undefined)

  const toggle = (cell: Cell) => paint?.(before => stroke(before, [cell], !before.has(cell)))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, cell: Cell) => {
    const next = neighbour(days, rows, cell, ARROWS[event.key])
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    const table = event.currentTarget.closest('table')
    table?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus()
    // Shift with an arrow key marks or clears the next cell to match the current one.
    if (event.shiftKey) paint?.(before => stroke(before, [next], before.has(cell)))
  }

  const first = days[0] === undefined ? undefined : cellOf(days[0], 0)
  const inView = active !== undefined && days.includes(partsOf(active).date) && partsOf(active).index < rows
  return {
    shown,
    tabStop: inView ? active : first,
    setActive,
    toggle,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown },
  }
}

function neighbour(
  days: readonly string[],
  rows: number,
  cell: Cell,
  step: [days: number, rows: number] | undefined,
): Cell | undefined {
  if (!step) return undefined
  const { date, index } = partsOf(cell)
  const day = days[days.indexOf(date) + step[0]]
  const row = index + step[1]
  return day === undefined || row < 0 || row >= rows ? undefined : cellOf(day, row)
}
