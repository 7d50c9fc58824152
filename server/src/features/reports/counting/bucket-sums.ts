// Sums per bucket. Stores only blocks of buckets that have time, because a row may have time in only a few of 40,000.

const STRETCH = 32

export class BucketSums {
  readonly #stretches: (Float64Array | undefined)[] = []
  /** The number of buckets that have time. */
  filled = 0

  add(bucket: number, ms: number): void {
    const at = Math.floor(bucket / STRETCH)
    const stretch = this.#stretches[at] ?? new Float64Array(STRETCH)
    this.#stretches[at] = stretch
    const place = bucket % STRETCH
    const before = stretch[place] ?? 0
    if (before === 0) this.filled++
    stretch[place] = before + ms
  }

  at(bucket: number): number {
    return this.#stretches[Math.floor(bucket / STRETCH)]?.[bucket % STRETCH] ?? 0
  }
}
