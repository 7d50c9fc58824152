// Prometheus metrics at /metrics. Labels contain route patterns, never a user or a path.
import type { FastifyInstance } from 'fastify'
import type { Decision, Limiter } from '../../../platform/limiter/port.ts'
import type { SocketWatch } from '../../../platform/observability/socket-watch.ts'
import { socketMetrics } from './socket-metrics.ts'

/** Values that are read when Prometheus scrapes. */
export interface Gauges {
  sockets(): number
  database(): { connections: number; waiting: number }
  /** Undefined without scheduled backups. */
  backup?: (() => { last_at: number | undefined; age_s: number | undefined; isOverdue: boolean }) | undefined
}

export interface Metrics {
  /** Wraps a limiter and counts its decisions by rule. */
  counting(limiter: Limiter): Limiter
  readonly sockets: SocketWatch
  serve(app: FastifyInstance, gauges: Gauges): void
}

const LATENCIES_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Loads the library only if metrics are enabled. */
export async function openMetrics(): Promise<Metrics> {
  const library = await import('prom-client')
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = library
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'daymark_' })
  const registers = [register]
  const requests = new Histogram({
    name: 'daymark_request_seconds',
    help: 'Response time, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCIES_S,
    registers,
  })
  const decisions = new Counter({
    name: 'daymark_limiter_decisions_total',
    help: 'Requests, connections and messages that the limiter allowed or refused, by rule.',
    labelNames: ['rule', 'allowed'],
    registers,
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })

  return {
    counting: limiter => ({
      take(rule, key) {
        const count = (decision: Decision) => {
          decisions.inc({ rule: rule.key, allowed: String(decision.allowed) })
          return decision
        }
        const decision = limiter.take(rule, key)
        return decision instanceof Promise ? decision.then(count) : count(decision)
      },
    }),
    sockets: socketMetrics(library, register),
    serve(app, gauges) {
      gauge('daymark_sockets', 'Open timer sockets of this instance.', gauges.sockets)
      gauge(
        'daymark_database_connections',
        'Database connections in use.',
        () => gauges.database().connections,
      )
      gauge(
        'daymark_database_waiting',
        'Units of work that wait for the database.',
        () => gauges.database().waiting,
      )
      const { backup } = gauges
      if (backup) {
        const seconds = (ms: number | undefined) => (ms === undefined ? Number.NaN : ms / 1000)
        gauge('daymark_backup_timestamp_seconds', 'Time of the newest backup.', () =>
          seconds(backup().last_at),
        )
        gauge('daymark_backup_age_seconds', 'Age of the newest backup.', () => backup().age_s ?? Number.NaN)
        gauge(
          'daymark_backup_overdue',
          'Whether the last backup failed, or the newest one is older than two intervals.',
          () => Number(backup().isOverdue),
        )
      }
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unknown'
        const labels = { method: request.method, route, status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
      app.get('/metrics', async (_request, reply) => {
        reply.type(register.contentType)
        return register.metrics()
      })
    },
  }
}
