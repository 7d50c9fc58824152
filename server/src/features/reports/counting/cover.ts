// Measures the time that spans cover, counting overlapping time once. Pure.

/**
 * About 25 days. The parts are measured one after the other, so that the largest sort stays short, and a place in a part
 * fits into 32 bits, which are sorted twice as fast.
 */
const PART_MS = 2 ** 31

/** The places of starts and ends in a part, which need no sorting if they came in order. */
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
  /** The part of the last span, because spans mostly come in order. */
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

  /** Yields after each part, so that the caller can pause. */
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
 * Expects starts and ends each in order: at any time, the number of open spans is that of the starts minus that of the
 * ends before it, whichever belong together.
 */
function covered(starts: ArrayLike<number>, ends: ArrayLike<number>): number {
  let sum = 0
  let since = starts[0] ?? 0
  for (let at = 0; at < ends.length; at++) {
    const end = ends[at] ?? 0
    const next = starts[at + 1]
    // Nothing is open after this end if every span that has started has ended.
    if (next === undefined || next > end) {
      sum += end - since
      since = next ?? end
    }
  }
  return sum
}
