// Measures the time that spans cover, and counts overlapping time only once. Pure.

/**
 * About 25 days. Time is measured in parts of this length, so that each sort is short and times within a part fit
 * into 32 bits, which sort twice as fast.
 */
const PART_MS = 2 ** 31

/**
 * The starts and ends of the spans in one part, relative to its start. They need no sorting if they were added in
 * order.
 */
class Part {
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #isSorted = true

  add(start: number, end: number): void {
    const last = this.#starts.length - 1
    if (last >= 0 && (start < (this.#starts[last] ?? 0) || end < (this.#ends[last] ?? 0)))
      this.#isSorted = false
    this.#starts.push(start)
    this.#ends.push(end)
  }

  covered(): number {
    return this.#isSorted
      ? covered(this.#starts, this.#ends)
      : covered(Uint32Array.from(this.#starts).sort(), Uint32Array.from(this.#ends).sort())
  }
}

export class Cover {
  readonly #parts = new Map<number, Part>()
  /** The part of the last span. The next span is usually in the same part. */
  #recent = new Part()
  #from = Number.POSITIVE_INFINITY

  add(start: number, end: number): void {
    const from = this.#from
    if (start >= from && end <= from + PART_MS) this.#recent.add(start - from, end - from)
    else this.#addToParts(start, end)
  }

  #addToParts(start: number, end: number): void {
    const last = Math.floor((end - 1) / PART_MS)
    for (let number = Math.floor(start / PART_MS); number <= last; number++) {
      const from = number * PART_MS
      const part = this.#parts.get(number) ?? new Part()
      this.#parts.set(number, part)
      part.add(Math.max(start - from, 0), Math.min(end - from, PART_MS))
      this.#recent = part
      this.#from = from
    }
  }

  /** Yields after each part, so that the caller can pause between parts. */
  *measure(): Generator<undefined, number> {
    let sum = 0
    for (const part of this.#parts.values()) {
      sum += part.covered()
      yield
    }
    return sum
  }
}

/**
 * Expects sorted starts and sorted ends. A start need not belong to the end at the same index: the number of open
 * spans at a time is the number of earlier starts minus the number of earlier ends.
 */
function covered(starts: ArrayLike<number>, ends: ArrayLike<number>): number {
  let sum = 0
  let since = starts[0] ?? 0
  for (let at = 0; at < ends.length; at++) {
    const end = ends[at] ?? 0
    const next = starts[at + 1]
    // No span is open after this end if the next span starts later.
    if (next === undefined || next > end) {
      sum += end - since
      since = next ?? end
    }
  }
  return sum
}
