// Tracks the parts of a line that the user keeps as text.
import type { Chip, Range } from '@daymark/quick-add/chip'

/** Moves the ranges along with an edit. Drops a range that the edit touches, because its words have changed. */
export function afterEdit(ranges: readonly Range[], before: string, after: string): Range[] {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same++
  let tail = 0
  while (tail < most - same && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const [editEnd, shift] = [before.length - tail, after.length - before.length]
  return ranges.flatMap(({ start, end }) => {
    if (end <= same) return [{ start, end }]
    return start >= editEnd ? [{ start: start + shift, end: end + shift }] : []
  })
}

/** Finds the chip that ends at the caret. Backspace turns it back into text instead of deleting a character. */
export const chipBefore = (chips: readonly Chip[], caret: number): Chip | undefined =>
  chips.find(({ end, understood }) => end === caret && understood !== false)
