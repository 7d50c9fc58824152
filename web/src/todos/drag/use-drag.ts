// Drags a todo under or next to another one, or to another column of a board. On the keyboard, Alt and an arrow key do
// the same.
import { type PointerEvent as ReactPointerEvent, type RefObject, useMemo, useRef, useState } from 'react'
import type { Edge } from '../order/use-order.ts'
import { type Device, edgeOf, meaningOf, type Point, REST_MS, scrollStep, swallowClick } from './press.ts'
import { useStillPage } from './use-still-page.ts'

export interface Drag {
  id: string
  title: string
  /** A todo id or, on a board, a column id. Null for the top level, and undefined for no target. */
  target: string | null | undefined
  /** Set if the drop is before or after the target instead of under it. Only used in the manual order. */
  edge: Edge | undefined
}

interface Rules {
  /** True if todos can be dropped between others. */
  hasEdges: boolean
  mayDrop: (id: string, target: string | null, edge: Edge | undefined) => boolean
  onDrop: (id: string, target: string | null, edge: Edge | undefined) => void
  /** Called when a finger rested on the todo and was lifted without moving. */
  onHold: (id: string) => void
  /** Finds the drop target. Defaults to the rows of the tree. */
  targetAt?: (at: Point) => Pick<Drag, 'target' | 'edge'>
  /** Called with the pointer position in every frame, for containers that scroll on their own. */
  onRoll?: (at: Point) => void
}

interface Press {
  id: string
  title: string
  device: Device
  from: Point
  at: Point
  rest: ReturnType<typeof setTimeout> | undefined
}

export const TOP_LEVEL = 'todo-top-level'
const PREFIX = 'todo-'
/** The combined height of the bottom bar and the timer strip on phones. */
const FOOT_PX = 128

export function useDrag(
  tree: RefObject<HTMLElement | null>,
  ghost: RefObject<HTMLElement | null>,
  rules: Rules,
) {
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef(rules)
  latest.current = rules
  const session = useMemo(() => new DragSession(ghost, latest, setDrag), [ghost])
  useStillPage(tree, session)
  return { drag, press: session.press }
}

class DragSession {
  #press: Press | undefined
  #drag: Drag | undefined
  #frame = 0
  readonly #ghost: RefObject<HTMLElement | null>
  readonly #rules: RefObject<Rules>
  readonly #show: (drag: Drag | undefined) => void

  constructor(
    ghost: RefObject<HTMLElement | null>,
    rules: RefObject<Rules>,
    show: (drag: Drag | undefined) => void,
  ) {
    this.#ghost = ghost
    this.#rules = rules
    this.#show = show
  }

  get isDragging(): boolean {
    return this.#drag !== undefined
  }

  get isByFinger(): boolean {
    return this.#press?.device === 'touch'
  }

  press = (event: ReactPointerEvent, { id, title }: { id: string; title: string }): void => {
    // Buttons and checkboxes handle their own clicks.
    const isElsewhere = event.target instanceof Element && event.target.closest('.button, input')
    if (event.button !== 0 || !event.isPrimary || isElsewhere) return
    const device = event.pointerType === 'mouse' ? 'mouse' : 'touch'
    const from = { x: event.clientX, y: event.clientY }
    const rest = device === 'touch' ? setTimeout(() => this.#begin(), REST_MS) : undefined
    this.#press = { id, title, device, from, at: from, rest }
    this.#listen(addEventListener)
  }

  stop = (): void => {
    clearTimeout(this.#press?.rest)
    cancelAnimationFrame(this.#frame)
    this.#press = undefined
    this.#tell(undefined)
    this.#listen(removeEventListener)
  }

  #listen(change: typeof addEventListener): void {
    change('pointermove', this.#onMove, true)
    change('pointerup', this.#onUp, true)
    change('pointercancel', this.stop, true)
    change('keydown', this.#onKey, true)
  }

  #onMove = (event: PointerEvent): void => {
    const press = this.#press
    if (!press) return
    press.at = { x: event.clientX, y: event.clientY }
    const meaning = this.#drag ? 'wait' : meaningOf(press.device, press.from, press.at)
    if (this.#drag) this.#look()
    else if (meaning === 'scroll') this.stop()
    else if (meaning === 'drag') this.#begin()
  }

  #onUp = (): void => {
    const [done, press] = [this.#drag, this.#press]
    this.stop()
    if (!done) return
    swallowClick()
    const isHeld = press?.device === 'touch' && meaningOf('touch', press.from, press.at) === 'wait'
    if (isHeld) this.#rules.current.onHold(done.id)
    else if (done.target !== undefined) this.#rules.current.onDrop(done.id, done.target, done.edge)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.stop()
  }

  #begin(): void {
    if (this.isByFinger) navigator.vibrate?.(15)
    this.#look()
    this.#frame = requestAnimationFrame(this.#roll)
  }

  #look(): void {
    if (!this.#press) return
    const { id, title, at } = this.#press
    const { hasEdges, mayDrop, targetAt = rowAt } = this.#rules.current
    const { target, edge: found } = targetAt(at)
    const edge = hasEdges ? found : undefined
    const isAllowed = target !== undefined && mayDrop(id, target, edge)
    this.#tell({ id, title, target: isAllowed ? target : undefined, edge })
    const ghost = this.#ghost.current
    if (ghost) ghost.style.transform = `translate(${at.x + 12}px, ${at.y + 12}px)`
  }

  #tell(next: Drag | undefined): void {
    const old = this.#drag
    if (old?.id === next?.id && old?.target === next?.target && old?.edge === next?.edge) return
    this.#drag = next
    this.#show(next)
  }

  /** Keeps scrolling while the pointer rests near an edge. */
  #roll = (): void => {
    if (!this.#drag || !this.#press) return
    const step = scrollStep(this.#press.at.y, innerHeight, this.isByFinger ? FOOT_PX : 0)
    if (step !== 0) scrollBy(0, step)
    this.#rules.current.onRoll?.(this.#press.at)
    this.#look()
    this.#frame = requestAnimationFrame(this.#roll)
  }
}

function rowAt({ x, y }: Point): Pick<Drag, 'target' | 'edge'> {
  const element = document.elementFromPoint(x, y)
  if (element?.closest(`#${TOP_LEVEL}`)) return { target: null, edge: undefined }
  const row = element?.closest('[role=treeitem]')
  if (!row) return { target: undefined, edge: undefined }
  const { top, height } = row.getBoundingClientRect()
  return { target: row.id.slice(PREFIX.length), edge: edgeOf(y - top, height) }
}
