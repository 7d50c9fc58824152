// Collects all workers' metrics for the worker that answers a scrape.
import type { Worker } from 'node:cluster'
import { addRetired } from './retired-counters.ts'
import type { CollectedMetrics, FromSupervisor, FromWorker, MetricData } from './worker-message.ts'

export interface Collector {
  receive(worker: Worker, message: FromWorker): void
  /** Keeps the counts of a worker that has ended. */
  ended(worker: Worker): void
  restarted(): void
}

/** A worker that takes longer is left out, because it may be blocked. */
const REPORT_MS = 3_000

export interface CurrentWorkers {
  wanted: number
  listening: number
  /** All workers with metrics, including those that are finishing their last requests. */
  reporting: readonly Worker[]
}

export function collector(current: () => CurrentWorkers): Collector {
  let retired: MetricData[] = []
  let restarts = 0
  let lastId = 0
  /**
   * Each worker's newest report. Its counts are kept if the worker ends without a last report, such as after SIGKILL.
   */
  const newest = new Map<Worker, MetricData[]>()
  const waiting = new Map<number, (metrics: MetricData[]) => void>()

  const send = (worker: Worker, message: FromSupervisor) =>
    void (worker.isConnected() && worker.send(message, () => {}))

  async function reportOf(worker: Worker): Promise<MetricData[]> {
    const id = ++lastId
    const report = Promise.withResolvers<MetricData[]>()
    const timer = setTimeout(() => report.resolve([]), REPORT_MS)
    waiting.set(id, report.resolve)
    send(worker, { daymark: 'report', id })
    const metrics = await report.promise
    clearTimeout(timer)
    waiting.delete(id)
    return metrics
  }

  async function collect(): Promise<CollectedMetrics> {
    const { reporting, listening } = current()
    const reports = await Promise.all(reporting.map(reportOf))
    return [...reports, retired, ownMetrics(listening, restarts)]
  }

  return {
    receive(worker, message) {
      if (message.daymark === 'last') newest.set(worker, message.metrics)
      else if (message.daymark === 'report') {
        newest.set(worker, message.metrics)
        waiting.get(message.id)?.(message.metrics)
      } else if (message.daymark === 'ask') {
        const { id, what } = message
        const answer = (value: Extract<FromSupervisor, { daymark: 'answer' }>['value']) =>
          send(worker, { daymark: 'answer', id, value })
        const { wanted, listening } = current()
        if (what === 'state') answer({ wanted, listening })
        else void collect().then(answer)
      }
    },
    ended(worker) {
      retired = addRetired(retired, newest.get(worker) ?? [])
      newest.delete(worker)
    },
    restarted() {
      restarts++
    },
  }
}

const ownMetrics = (listening: number, restarts: number): MetricData[] => [
  single('daymark_workers', 'gauge', 'Workers that accept requests.', listening),
  single(
    'daymark_worker_restarts_total',
    'counter',
    'Workers that ended unexpectedly and were replaced.',
    restarts,
  ),
]

const single = (name: string, type: string, help: string, value: number): MetricData => ({
  name,
  help,
  type,
  aggregator: 'sum',
  values: [{ value, labels: {} }],
})
