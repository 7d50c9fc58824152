// Measures the time that spans cover, counting overlapping time once. Pure.

/** About 25 days. Spans are sorted and measured part by part, so that no sort takes long. */
const PART_MS = 2 ** 31

export class Cover {
  readonly #parts = new Map<number, { starts: number[]; ends: number[] }>()
  /** The part of the last added span, because spans mostly arrive in order. */
  #recent = { number: Number.NaN, starts: [] as number[], ends: [] as number[] }

  add(start: number, end: number): void {
    const first = Math.floor(start / PART_MS)
    const last = Math.floor((end - 1) / PART_MS)
    if (first === last) this.#put(first, start, end)
    else {
      for (let part = first; part <= last; part++) {
        this.#put(part, Math.max(start, part * PART_MS), Math.min(end, (part + 1) * PART_MS))
      }
    }
  }

  /** Yields after each part, so that the caller can pause. */
  *measure(): Generator<undefined, number> {
    let sum = 0
    for (const { starts, ends } of this.#parts.values()) {
      sum += covered(starts, ends)
      yield
    }
    return sum
  }

  #put(number: number, start: number, end: number): void {
    if (number !== this.#recent.number) {
      const part = this.#parts.get(number) ?? { starts: [], ends: [] }
      this.#parts.set(number, part)
      this.#recent = { number, ...part }
    }
    this.#recent.starts.push(start)
    this.#recent.ends.push(end)
  }
}

/**
 * Sorts starts and ends separately. The number of open spans at any time is the number of earlier starts minus the
 * number of earlier ends, whichever start and end belong together.
 */
function covered(startList: readonly number[], endList: readonly number[]): number {
  if (startList.length === 1) return (endList[0] ?? 0) - (startList[0] ?? 0)
  const starts = Float64Array.from(startList).sort()
  const ends = Float64Array.from(endList).sort()
  let sum = 0
  let since = starts[0] ?? 0
  for (let at = 0; at < ends.length; at++) {
    const [end = 0, next] = [ends[at], starts[at + 1]]
    // After this end, no span is open if as many have ended as have started.
    if (next === undefined || next > end) {
      sum += end - since
      since = next ?? end
    }
  }
  return sum
}
