import type { Registry } from 'prom-client'
import type { Jobs } from '../../../platform/jobs/open.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets tests run due jobs. */
    jobs: Jobs
  }
}

export interface JobMetrics {
  count(kind: string, outcome: string): void
  serve(figures: Jobs['figures']): void
}

export function jobMetrics(
  { Counter, Gauge }: typeof import('prom-client'),
  register: Registry,
  now: () => number,
): JobMetrics {
  const registers = [register]
  const attempts = new Counter({
    name: 'daymark_jobs_total',
    help: 'Attempts to run a job, by kind and outcome: done, retried, postponed, failed on the last attempt, or lost.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  return {
    count: (kind, outcome) => attempts.inc({ kind, outcome }),
    serve(figures) {
      const lag = new Gauge({
        name: 'daymark_jobs_lag_seconds',
        help: 'How long the oldest due job has waited, by kind.',
        labelNames: ['kind'],
        // All workers read the same queue.
        aggregator: 'max',
        registers,
      })
      new Gauge({
        name: 'daymark_jobs_due',
        help: 'Jobs that are due and that no instance runs, by kind.',
        labelNames: ['kind'],
        aggregator: 'max',
        registers,
        collect() {
          for (const { kind, due, oldest } of figures()) {
            this.set({ kind }, due)
            lag.set({ kind }, oldest === null ? 0 : Math.max(0, (now() - oldest) / 1000))
          }
        },
      })
    },
  }
}
