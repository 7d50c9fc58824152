// Sums per bucket, stored in blocks of 32. Blocks without time are not stored, because a row may have time in
// only a few of 40,000 buckets.

/** Buckets per block. A power of two, so that finding the block needs no division. */
const STRETCH = 32
const BITS = 5

export class BucketSums {
  readonly #stretches: (Float64Array | undefined)[] = []
  /** Indexes of the blocks that exist. */
  readonly #places: number[] = []
  /** Number of buckets that have time. */
  filled = 0

  add(bucket: number, ms: number): void {
    const at = bucket >> BITS
    const stretch = this.#stretches[at] ?? this.#create(at)
    const place = bucket & (STRETCH - 1)
    const before = stretch[place] ?? 0
    if (before === 0) this.filled++
    stretch[place] = before + ms
  }

  at(bucket: number): number {
    return this.#stretches[bucket >> BITS]?.[bucket & (STRETCH - 1)] ?? 0
  }

  #create(at: number): Float64Array {
    const stretch = new Float64Array(STRETCH)
    this.#stretches[at] = stretch
    this.#places.push(at)
    return stretch
  }

  /** Visits the buckets in which `a` or `b` has time, in order. Skips the rest, because most may be empty. */
  static eachFilled(
    a: BucketSums,
    b: BucketSums,
    visit: (bucket: number, a: number, b: number) => void,
  ): void {
    const places = [...new Set([...a.#places, ...b.#places])].sort((x, y) => x - y)
    for (const place of places) {
      for (let bucket = place * STRETCH; bucket < (place + 1) * STRETCH; bucket++) {
        const [inA, inB] = [a.at(bucket), b.at(bucket)]
        if (inA !== 0 || inB !== 0) visit(bucket, inA, inB)
      }
    }
  }
}
