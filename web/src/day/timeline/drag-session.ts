// Handles one drag at a time: it moves or resizes a block, selects a time range, or places a todo.
import type { PointerEvent as ReactPointerEvent } from 'react'
import {
  type Device,
  meaningOf,
  type Point,
  REST_MS,
  scrollStep,
  swallowClick,
} from '../../todos/drag/press.ts'
import { type DaySpan, type DragMode, draggedTo, instantAt, snapped } from './geometry.ts'

export type Lane = 'planned' | 'tracked'

/** A draggable element and the drag that it starts. */
export interface Grip {
  /** The key of the block or todo; `new` for a selected time range. */
  key: string
  lane: Lane
  mode: DragMode | 'place'
  title: string
  from: number
  until: number
  step: number
  min: number
  max: number
  onDrop: (times: { from: number; until: number }) => void
}

/** The dragged time range, as the timeline shows it. */
export interface Preview extends Pick<Grip, 'key' | 'lane' | 'mode' | 'title'> {
  from: number
  until: number
  /** False while a dragged todo is not over the plan. */
  isOver: boolean
}

interface Ports {
  day(): DaySpan
  lane(lane: Lane): HTMLElement | null
  scroller(): HTMLElement | null
  ghost(): HTMLElement | null
  show(preview: Preview | undefined): void
}

export class DragSession {
  #grip: Grip | undefined
  #device: Device = 'mouse'
  #from: Point = { x: 0, y: 0 }
  #at: Point = { x: 0, y: 0 }
  /** The time under the pointer when the drag started. */
  #grabbed = 0
  #rest: ReturnType<typeof setTimeout> | undefined
  #preview: Preview | undefined
  #frame = 0
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  get isDragging(): boolean {
    return this.#preview !== undefined
  }

  get isByFinger(): boolean {
    return this.#grip !== undefined && this.#device === 'touch'
  }

  /** A finger on an edge drags immediately. Elsewhere the finger must rest first, so that a swipe still scrolls. */
  press = (event: ReactPointerEvent, grip: Grip): void => {
    if (event.button !== 0 || !event.isPrimary) return
    this.#device = event.pointerType === 'mouse' ? 'mouse' : 'touch'
    this.#from = { x: event.clientX, y: event.clientY }
    this.#at = this.#from
    this.#grip = grip
    this.#grabbed = this.#instant()
    const isEdge = grip.mode === 'start' || grip.mode === 'end'
    if (this.#device === 'touch') {
      if (isEdge) this.#begin()
      else this.#rest = setTimeout(this.#begin, REST_MS)
    }
    this.#listen(addEventListener)
  }

  stop = (): void => {
    clearTimeout(this.#rest)
    cancelAnimationFrame(this.#frame)
    this.#grip = undefined
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
    this.#at = { x: event.clientX, y: event.clientY }
    const meaning = this.#preview ? 'wait' : meaningOf(this.#device, this.#from, this.#at)
    if (this.#preview) this.#look()
    else if (meaning === 'scroll') this.stop()
    else if (meaning === 'drag') this.#begin()
  }

  #onUp = (): void => {
    const [grip, preview] = [this.#grip, this.#preview]
    this.stop()
    if (!grip || !preview) return
    swallowClick()
    const isChanged = preview.from !== grip.from || preview.until !== grip.until || grip.mode === 'select'
    if (preview.isOver && (isChanged || grip.mode === 'place')) grip.onDrop(preview)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    this.stop()
  }

  #begin = (): void => {
    if (!this.#grip) return
    if (this.#device === 'touch') navigator.vibrate?.(15)
    this.#look()
    this.#frame = requestAnimationFrame(this.#roll)
  }

  #look(): void {
    const grip = this.#grip
    if (!grip) return
    const { key, lane, mode, title } = grip
    const isOver = mode !== 'place' || this.#isOverLane(lane)
    const times =
      mode === 'place'
        ? this.#placed(grip)
        : draggedTo({ ...grip, mode, delta: this.#instant() - this.#grabbed })
    this.#tell({ key, lane, mode, title, isOver, ...times })
    const ghost = this.#ports.ghost()
    if (ghost) ghost.style.transform = `translate(${this.#at.x + 12}px, ${this.#at.y + 8}px)`
  }

  #placed({ from, until, step, min, max }: Grip): { from: number; until: number } {
    const length = until - from
    const start = Math.max(min, Math.min(max - length, snapped(this.#instant(), step)))
    return { from: start, until: start + length }
  }

  #isOverLane(lane: Lane): boolean {
    const box = this.#ports.lane(lane)?.getBoundingClientRect()
    const view = this.#ports.scroller()?.getBoundingClientRect()
    const { x, y } = this.#at
    return (
      box !== undefined &&
      view !== undefined &&
      x >= box.left &&
      x <= box.right &&
      y >= view.top &&
      y <= view.bottom
    )
  }

  #instant(): number {
    const box = this.#ports.lane(this.#grip?.lane ?? 'planned')?.getBoundingClientRect()
    return box ? instantAt(this.#ports.day(), this.#at.y - box.top, box.height) : 0
  }

  #tell(next: Preview | undefined): void {
    const old = this.#preview
    this.#preview = next
    const isSame =
      old?.key === next?.key &&
      old?.from === next?.from &&
      old?.until === next?.until &&
      old?.isOver === next?.isOver
    if (!isSame) this.#ports.show(next)
  }

  /** Keeps scrolling while the pointer is near an edge of the timeline. */
  #roll = (): void => {
    const scroller = this.#ports.scroller()
    if (!this.#preview || !scroller) return
    const { top, height } = scroller.getBoundingClientRect()
    const step = this.#preview.isOver ? scrollStep(this.#at.y - top, height, 0) : 0
    if (step !== 0) scroller.scrollTop += step / 2
    this.#look()
    this.#frame = requestAnimationFrame(this.#roll)
  }
}
