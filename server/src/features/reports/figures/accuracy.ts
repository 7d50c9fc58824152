// Compares measured time with planned time: ratios, their median and distribution, and the worst items. Pure.

/** An occurrence or a todo whose planned and measured times are both above 0. */
export interface MeasuredItem {
  /** The id of the schedule or todo. */
  id: string
  /** The start of the occurrence, or null for a todo. */
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

export function sumsOf(items: readonly MeasuredItem[]): RatioSums {
  return {
    count: items.length,
    median_ratio: median(items.map(ratioOf)),
    planned_ms: items.reduce((sum, each) => sum + each.planned_ms, 0),
    measured_ms: items.reduce((sum, each) => sum + each.measured_ms, 0),
  }
}

/** Returns the median. For an even number of values, this is the mean of the two middle values. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** The limits of the histogram. They are closer together around 1, where most ratios are. */
const STEPS = [0, 0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2]

export interface RatioStep {
  from: number
  to: number | null
  count: number
}

export function distributionOf(items: readonly MeasuredItem[]): RatioStep[] {
  const counts = STEPS.map((from, at) => ({ from, to: STEPS[at + 1] ?? null, count: 0 }))
  for (const item of items) {
    const step = counts.findLast(({ from }) => ratioOf(item) >= from)
    if (step) step.count++
  }
  return counts
}

/** Returns the items whose ratios are farthest from 1. The ratio 0.5 is as far from 1 as 2. */
export const worstOf = (items: readonly MeasuredItem[], most: number): MeasuredItem[] =>
  items
    .toSorted(
      (a, b) => distance(b) - distance(a) || (a.start ?? 0) - (b.start ?? 0) || (a.id < b.id ? -1 : 1),
    )
    .slice(0, most)

const distance = (item: MeasuredItem): number => Math.abs(Math.log(ratioOf(item)))
