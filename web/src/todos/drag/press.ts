// From a press to a drag: a mouse has to move a little, a finger has to rest first, or the page could not be scrolled.

export interface Point {
  x: number
  y: number
}

export type Device = 'mouse' | 'touch'

const MOUSE_PX = 5
/** A resting finger is never quite still. */
const FINGER_PX = 9
export const REST_MS = 350

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

/** What a movement before the drag means. */
export function meaningOf(device: Device, from: Point, to: Point): 'wait' | 'drag' | 'scroll' {
  if (device === 'mouse') return distance(from, to) > MOUSE_PX ? 'drag' : 'wait'
  return distance(from, to) > FINGER_PX ? 'scroll' : 'wait'
}

const EDGE_PX = 64
const FASTEST_PX = 16

/** How far to scroll in one frame: the nearer the edge, the faster. The bar at the foot of a phone counts as edge. */
export function scrollStep(y: number, height: number, foot: number): number {
  const above = EDGE_PX - y
  const below = y - (height - foot - EDGE_PX)
  if (above > 0) return -Math.ceil((Math.min(above, EDGE_PX) / EDGE_PX) * FASTEST_PX)
  return below > 0 ? Math.ceil((Math.min(below, EDGE_PX) / EDGE_PX) * FASTEST_PX) : 0
}
