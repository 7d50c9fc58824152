// Sums per bucket. Stores only blocks of buckets that have time, because a row may have time in only a few of 40,000.

/** A power of two, so that the place is found without a division. */
const STRETCH = 32
const BITS = 5

export class BucketSums {
  readonly #stretches: (Float64Array | undefined)[] = []
  /** The number of buckets that have time. */
  filled = 0

  add(bucket: number, ms: number): void {
    const at = bucket >> BITS
    const stretch = this.#stretches[at] ?? new Float64Array(STRETCH)
    this.#stretches[at] = stretch
    const place = bucket & (STRETCH - 1)
    const before = stretch[place] ?? 0
    if (before === 0) this.filled++
    stretch[place] = before + ms
  }

  at(bucket: number): number {
    return this.#stretches[bucket >> BITS]?.[bucket & (STRETCH - 1)] ?? 0
  }
}
