// Lays out one bar of planned time and one of tracked time per bucket, in percent of the chart.
import type { TimePart, TimeRow } from '@daymark/contract/reports/time'
import { scaleBand } from 'd3-scale'
import { curveStep, line, stack } from 'd3-shape'
import { type Axis, axisOf } from './axis.ts'

export const SIDES = ['planned', 'actual'] as const
export type Side = (typeof SIDES)[number]

/** A row of the report, drawn as part of every bar. The last layer may combine the remaining rows. */
export interface Layer {
  key: string
  title: string
  color: string | null
}

interface Segment {
  layer: Layer
  side: Side
  x: number
  width: number
  y: number
  height: number
}

interface Column {
  start: string
  x: number
  width: number
  actual: number
  planned: number
  segments: Segment[]
}

export interface Bars {
  axis: Axis
  layers: Layer[]
  columns: Column[]
}

/** The key of the layer that combines the rows beyond `MOST_LAYERS`. */
export const OTHERS = 'others'
const MOST_LAYERS = 8

type Part = Pick<TimePart, 'rows' | 'totals'>
type Values = Record<string, number>

export function layoutBars(part: Part, previous?: Part, most = MOST_LAYERS): Bars {
  const { buckets } = part.totals
  const layers = layersOf(part.rows, most)
  const axis = axisOf(Math.max(0, ...[part, previous].flatMap(each => (each ? amountsOf(each) : []))))
  const places = columnPlaces(buckets.length)
  const inside = scaleBand<Side>().domain(SIDES).range([0, places.bandwidth()]).paddingInner(0.08)
  const columns = buckets.map(({ start, actual_seconds, planned_seconds }, at) => ({
    ...{ start, actual: actual_seconds, planned: planned_seconds },
    ...{ x: places(at) ?? 0, width: places.bandwidth() },
    segments: [] as Segment[],
  }))
  for (const side of SIDES) {
    const values = valuesOf(part, layers, side)
    const series = stack<unknown, Values, Layer>()
      .keys(layers)
      .value((each, { key }) => each[key] ?? 0)(values)
    for (const [at, column] of columns.entries()) {
      for (const points of series) {
        const [from = 0, to = 0] = points[at] ?? []
        if (to <= from) continue
        const height = ((to - from) / axis.max) * 100
        const x = column.x + (inside(side) ?? 0)
        const y = 100 - (to / axis.max) * 100
        column.segments.push({ layer: points.key, side, x, width: inside.bandwidth(), y, height })
      }
    }
  }
  return { axis, layers, columns }
}

/**
 * An SVG path that follows the tracked time of the previous period in steps. Empty without a previous period, and for a
 * single bar.
 */
export function previousLine(previous: Part | undefined, { axis, columns }: Bars): string {
  if (!previous || columns.length < 2) return ''
  const shown = previous.totals.buckets.slice(0, columns.length)
  const places = columnPlaces(columns.length)
  return (
    line<(typeof shown)[number]>()
      .x((_, at) => (places(at) ?? 0) + places.bandwidth() / 2)
      .y(({ actual_seconds }) => 100 - (actual_seconds / axis.max) * 100)
      .curve(curveStep)(shown) ?? ''
  )
}

const columnPlaces = (count: number) =>
  scaleBand<number>()
    .domain(Array.from({ length: count }, (_, at) => at))
    .range([0, 100])
    .paddingInner(0.28)
    .paddingOuter(0.14)

const amountsOf = ({ totals }: Part): number[] =>
  totals.buckets.flatMap(({ actual_seconds, planned_seconds }) => [actual_seconds, planned_seconds])

function layersOf(rows: readonly TimeRow[], most: number): Layer[] {
  const withTime = rows.filter(({ actual, planned }) => actual.sum_seconds + planned.sum_seconds > 0)
  const layers = withTime.slice(0, most).map(({ key, title, color }) => ({ key, title, color }))
  return withTime.length > most ? [...layers, { key: OTHERS, title: '', color: null }] : layers
}

/**
 * The amounts per bucket and layer. Time with several tags is in several rows, so the amounts are scaled down to make
 * each bar as high as its bucket's total.
 */
function valuesOf({ rows, totals }: Part, layers: readonly Layer[], side: Side): Values[] {
  const amount = `${side}_seconds` as const
  const named = new Set(layers.map(({ key }) => key))
  const found = new Map<string, Values>(totals.buckets.map(({ start }) => [start, {}]))
  for (const row of rows) {
    const key = named.has(row.key) ? row.key : OTHERS
    for (const bucket of row.buckets) {
      const values = found.get(bucket.start)
      if (values) values[key] = (values[key] ?? 0) + bucket[amount]
    }
  }
  return totals.buckets.map(bucket => {
    const values = found.get(bucket.start) ?? {}
    const sum = Object.values(values).reduce((all, each) => all + each, 0)
    const share = sum > bucket[amount] ? bucket[amount] / sum : 1
    return Object.fromEntries(Object.entries(values).map(([key, each]) => [key, each * share]))
  })
}
