// Keeps the counts of ended workers, because a falling sum would look like a restart of the whole server.
import type { MetricData, MetricValue } from './worker-message.ts'

/** Ignores gauges, because they describe the present. */
export function addRetired(kept: readonly MetricData[], ended: readonly MetricData[]): MetricData[] {
  const merged = new Map(kept.map(metric => [metric.name, metric]))
  for (const metric of ended) {
    if (metric.type === 'gauge') continue
    const earlier = merged.get(metric.name)
    merged.set(metric.name, { ...metric, values: addValues(earlier?.values ?? [], metric.values) })
  }
  return [...merged.values()]
}

function addValues(first: readonly MetricValue[], second: readonly MetricValue[]): MetricValue[] {
  const sums = new Map<string, MetricValue>()
  for (const each of [...first, ...second]) {
    const key = seriesOf(each)
    sums.set(key, { ...each, value: each.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()]
}

const seriesOf = ({ metricName = '', labels }: MetricValue): string =>
  JSON.stringify([metricName, ...Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))])
