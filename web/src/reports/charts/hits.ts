// Finds the part of a chart that gets the focus when the user presses an arrow key, Home or End.

/** In percent of the chart. */
export interface Box {
  key: string
  x: number
  y: number
  width: number
  height: number
  /** The accessible name. */
  label: string
}

const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** The weight of sideways distance, so that boxes straight ahead win. */
const SIDEWAYS = 4
const ROUNDING = 1e-6

/** Returns the index of the next box; undefined if the key does not move the focus. */
export function nextHit(boxes: readonly Box[], at: number, key: string): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return boxes.length - 1
  const from = boxes[at]
  const direction = DIRECTIONS[key]
  if (!from || !direction) return undefined
  const [right, down] = direction
  let nearest = at
  let least = Number.POSITIVE_INFINITY
  for (const [index, box] of boxes.entries()) {
    const [dx, dy] = [centerOf(box).x - centerOf(from).x, centerOf(box).y - centerOf(from).y]
    const ahead = dx * right + dy * down
    const aside = Math.abs(dx * down) + Math.abs(dy * right)
    if (ahead <= ROUNDING || ahead + SIDEWAYS * aside >= least) continue
    nearest = index
    least = ahead + SIDEWAYS * aside
  }
  return nearest
}

const centerOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
