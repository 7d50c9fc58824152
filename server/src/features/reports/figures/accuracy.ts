/** An occurrence or a todo whose planned and measured times are both above 0. */
export interface MeasuredItem {
  /** Schedule or todo id. */
  id: string
  /** Start of the occurrence; null for a todo. */
  start: number | null
  planned_ms: number
  measured_ms: number
  tag_ids: readonly string[]
}

export const ratioOf = ({ planned_ms, measured_ms }: MeasuredItem): number => measured_ms / planned_ms

export interface RatioSums {
  count: number
  median_ratio: number | null
  planned_ms: number
  measured_ms: number
}

/** The steps are finer around 1, where most ratios are. */
const STEPS = [0, 0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2]

export interface RatioStep {
  from: number
  to: number | null
  count: number
}

const WORST = 10

/** Adds up items one by one, so that the caller can pause. */
export class Ratios {
  readonly #ratios: number[] = []
  #planned_ms = 0
  #measured_ms = 0
  readonly distribution: RatioStep[] = STEPS.map((from, at) => ({
    from,
    to: STEPS[at + 1] ?? null,
    count: 0,
  }))
  /** The items whose ratio is farthest from 1, farthest first. 0.5 is as far from 1 as 2. */
  readonly worst: MeasuredItem[] = []

  add(item: MeasuredItem): void {
    const ratio = ratioOf(item)
    this.#ratios.push(ratio)
    this.#planned_ms += item.planned_ms
    this.#measured_ms += item.measured_ms
    const step = this.distribution.findLast(({ from }) => ratio >= from)
    if (step) step.count++
    const last = this.worst[WORST - 1]
    if (last && inOrder(last, item) < 0) return
    const place = this.worst.findIndex(each => inOrder(item, each) < 0)
    this.worst.splice(place < 0 ? this.worst.length : place, 0, item)
    if (this.worst.length > WORST) this.worst.pop()
  }

  sums(): RatioSums {
    return {
      count: this.#ratios.length,
      median_ratio: median(this.#ratios),
      planned_ms: this.#planned_ms,
      measured_ms: this.#measured_ms,
    }
  }
}

/** Returns null if there are no values. For an even number of values, returns the mean of the two in the middle. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  // A typed array is sorted several times faster than an ordinary one.
  const sorted = Float64Array.from(values).sort()
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

const inOrder = (a: MeasuredItem, b: MeasuredItem): number =>
  distance(b) - distance(a) || (a.start ?? 0) - (b.start ?? 0) || (a.id < b.id ? -1 : 1)

const distance = (item: MeasuredItem): number => Math.abs(Math.log(ratioOf(item)))
