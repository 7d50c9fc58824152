// Measures the time that spans cover, counting overlaps only once. Pure.

/** Alternating starts and ends of ordered spans that neither overlap nor touch. */
type Run = Float64Array

/** Accumulates spans. Adding them in order is fastest. */
export class Cover {
  /** Grows while spans arrive in the order of their starts. */
  #run: number[] = []
  #lastStart = Number.NEGATIVE_INFINITY
  #lastEnd = Number.NEGATIVE_INFINITY
  readonly #earlier = new Runs()

  add(start: number, end: number): void {
    if (start < this.#lastStart) this.#finishRun()
    this.#lastStart = start
    if (start > this.#lastEnd) this.#run.push(start, end)
    else if (end > this.#lastEnd) this.#run[this.#run.length - 1] = end
    else return
    this.#lastEnd = end
  }

  /** Returns all added spans as one run. Yields after each merge, so that the caller can pause. */
  *finish(): Generator<undefined, Run> {
    this.#finishRun()
    return yield* this.#earlier.finish()
  }

  #finishRun(): void {
    this.#earlier.add(new Float64Array(this.#run))
    this.#run = []
    this.#lastEnd = Number.NEGATIVE_INFINITY
  }
}

export class Runs {
  /** Each run is more than twice as long as the next, so that each span is merged only a few times. */
  readonly #runs: Run[] = []

  add(run: Run): void {
    let all = run
    for (let last = this.#runs.at(-1); last && last.length <= 2 * all.length; last = this.#runs.at(-1)) {
      this.#runs.pop()
      all = merged(last, all)
    }
    if (all.length > 0) this.#runs.push(all)
  }

  *finish(): Generator<undefined, Run> {
    let all: Run = new Float64Array()
    for (let next = this.#runs.pop(); next; next = this.#runs.pop()) {
      all = merged(next, all)
      yield
    }
    this.#runs.push(all)
    return all
  }
}

export function lengthOfRun(run: Run): number {
  let sum = 0
  for (let at = 0; at < run.length; at += 2) sum += (run[at + 1] ?? 0) - (run[at] ?? 0)
  return sum
}

function merged(a: Run, b: Run): Run {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const all = new Float64Array(a.length + b.length)
  let i = 0
  let j = 0
  let length = 0
  let last = Number.NEGATIVE_INFINITY
  while (i < a.length || j < b.length) {
    const isA = j >= b.length || (i < a.length && (a[i] ?? 0) <= (b[j] ?? 0))
    const start = (isA ? a[i] : b[j]) ?? 0
    const end = (isA ? a[i + 1] : b[j + 1]) ?? 0
    if (isA) i += 2
    else j += 2
    if (start > last) {
      all[length] = start
      all[length + 1] = end
      length += 2
      last = end
    } else if (end > last) {
      all[length - 1] = end
      last = end
    }
  }
  return all.subarray(0, length)
}
