// Sums per bucket. Stores only blocks of buckets that have time, because a row may have time in only a few of 40,000.

/** A power of two, so that the place is found without a division. */
const STRETCH = 32
const BITS = 5

export class BucketSums {
  readonly #stretches: (Float64Array | undefined)[] = []
  /** The places of the stretches that exist. */
  readonly #places: number[] = []
  /** The number of buckets that have time. */
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

  /** The buckets in which one of the two has time, in order. Does not visit the others, which may be many. */
  static filledIn(a: BucketSums, b: BucketSums): number[] {
    const places = [...new Set([...a.#places, ...b.#places])].sort((x, y) => x - y)
    const buckets = places.flatMap(place => Array.from({ length: STRETCH }, (_, at) => place * STRETCH + at))
    return buckets.filter(bucket => a.at(bucket) !== 0 || b.at(bucket) !== 0)
  }
}
