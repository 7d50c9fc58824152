// A mouse starts a drag by moving. A finger must rest first, so that the page can still scroll.

export interface Point {
  x: number
  y: number
}

export type Device = 'mouse' | 'touch'

const MOUSE_PX = 5
/** A finger that moves no more than this still counts as resting. */
const FINGER_PX = 9
export const REST_MS = 350

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** `wait` means that the movement is still too small to decide. */
export function meaningOf(device: Device, from: Point, to: Point): 'wait' | 'drag' | 'scroll' {
  if (device === 'mouse') return distance(from, to) > MOUSE_PX ? 'drag' : 'wait'
  return distance(from, to) > FINGER_PX ? 'scroll' : 'wait'
}

const EDGE_PX = 64
const FASTEST_PX = 16

/**
 * Returns the scroll distance per frame, which grows toward the edges. `foot` is the height that bars cover at the
 * bottom.
 */
export function scrollStep(y: number, height: number, foot: number): number {
  const above = EDGE_PX - y
  const below = y - (height - foot - EDGE_PX)
  if (above > 0) return -Math.ceil((Math.min(above, EDGE_PX) / EDGE_PX) * FASTEST_PX)
  return below > 0 ? Math.ceil((Math.min(below, EDGE_PX) / EDGE_PX) * FASTEST_PX) : 0
}

/**
 * In the manual order, a drop on the upper or lower third of a row places the todo before or after it. Other drops
 * make the todo a subtodo of the row's todo.
 */
export function edgeOf(y: number, height: number): 'before' | 'after' | undefined {
  if (y < height / 3) return 'before'
  return y > (height * 2) / 3 ? 'after' : undefined
}

/**
 * Suppresses the click that follows a drop, because it would open or edit the dropped item. After a touch, that click
 * may come late, but always before the next press. Clicks from the keyboard are not suppressed.
 */
export function swallowClick(page: EventTarget = window): void {
  const swallow = (event: Event) => {
    if ((event as UIEvent).detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  const end = () => {
    page.removeEventListener('click', swallow, true)
    page.removeEventListener('pointerdown', end, true)
  }
  page.addEventListener('click', swallow, true)
  page.addEventListener('pointerdown', end, true)
}
