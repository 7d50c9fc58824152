// Decides when a press becomes a drag: a mouse must move, a finger must rest first so that the page can still scroll.

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

/** The meaning of a movement before the drag starts. */
export function meaningOf(device: Device, from: Point, to: Point): 'wait' | 'drag' | 'scroll' {
  if (device === 'mouse') return distance(from, to) > MOUSE_PX ? 'drag' : 'wait'
  return distance(from, to) > FINGER_PX ? 'scroll' : 'wait'
}

const EDGE_PX = 64
const FASTEST_PX = 16

/** The scroll distance per frame, larger near the edge. The bottom bar on phones counts as edge. */
export function scrollStep(y: number, height: number, foot: number): number {
  const above = EDGE_PX - y
  const below = y - (height - foot - EDGE_PX)
  if (above > 0) return -Math.ceil((Math.min(above, EDGE_PX) / EDGE_PX) * FASTEST_PX)
  return below > 0 ? Math.ceil((Math.min(below, EDGE_PX) / EDGE_PX) * FASTEST_PX) : 0
}

/** The outer thirds of a row drop beside it, the middle drops under it. */
export function edgeOf(y: number, height: number): 'before' | 'after' | undefined {
  if (y < height / 3) return 'before'
  return y > (height * 2) / 3 ? 'after' : undefined
}
