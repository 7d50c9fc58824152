// Orders siblings by fractional indexes, so that a move changes only one todo.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The maximum length of a position. If a move needs a longer one, all siblings are renumbered. */
const LONGEST = 100
const SOUND = /^[0-9A-Za-z]*[1-9A-Za-z]$/

export interface Placed {
  readonly id: string
  readonly position: string | null
}

export interface Move {
  readonly id: string
  readonly position: string
}

/** Sorts by position. Items without a position come last, and equal ones keep their order. */
export const inManualOrder = <T extends Placed>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => {
    if (a.position === b.position) return 0
    if (a.position === null || b.position === null) return a.position === null ? 1 : -1
    return a.position < b.position ? -1 : 1
  })

/**
 * Returns the changes that move an item to an index among its siblings. `siblings` are in the manual order, without the
 * item itself. There is usually one change. If no position is free between the neighbors, all siblings are renumbered.
 */
export function moveTo(siblings: readonly Placed[], id: string, index: number): Move[] {
  const [before, after] = [siblings[index - 1], siblings[index]]
  const position = between(before ? before.position : '', after ? after.position : undefined)
  if (position !== undefined) return [{ id, position }]
  const all = siblings.toSpliced(index, 0, { id, position: null })
  return numbered(all.length).flatMap((fresh, at) => {
    const item = all[at]
    return item && item.position !== fresh ? [{ id: item.id, position: fresh }] : []
  })
}

/**
 * Returns a position between two positions; undefined if there is no valid one. An empty `before` means the start, and
 * an undefined `after` means the end.
 */
export function between(before: string | null, after: string | null | undefined): string | undefined {
  if (before === null || (before !== '' && !SOUND.test(before))) return undefined
  // Siblings without a position sort last, so they do not limit the new position.
  const end = after ?? undefined
  if (end !== undefined && (!SOUND.test(end) || before >= end)) return undefined
  const position = midpoint(before, end)
  return position.length <= LONGEST ? position : undefined
}

function midpoint(before: string, after: string | undefined): string {
  if (after !== undefined) {
    let same = 0
    while ((before[same] ?? '0') === after[same]) same++
    if (same > 0) return after.slice(0, same) + midpoint(before.slice(same), after.slice(same))
  }
  const low = before === '' ? 0 : DIGITS.indexOf(before[0] ?? '')
  const high = after === undefined ? DIGITS.length : DIGITS.indexOf(after[0] ?? '')
  if (high - low > 1) return DIGITS[Math.round((low + high) / 2)] ?? ''
  if (after !== undefined && after.length > 1) return after.slice(0, 1)
  return (DIGITS[low] ?? '') + midpoint(before.slice(1), undefined)
}

/** Returns evenly spaced positions without trailing zeros. */
function numbered(count: number): string[] {
  let length = 1
  while (DIGITS.length ** length <= count + 1) length++
  const step = DIGITS.length ** length / (count + 1)
  return Array.from({ length: count }, (_, at) => written(Math.floor((at + 1) * step), length))
}

function written(value: number, length: number): string {
  let text = ''
  for (let rest = value, at = 0; at < length; at++, rest = Math.floor(rest / DIGITS.length))
    text = (DIGITS[rest % DIGITS.length] ?? '') + text
  return text.replace(/0+$/, '')
}
