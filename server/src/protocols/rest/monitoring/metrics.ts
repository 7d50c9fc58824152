// Labels contain route patterns, never a user or a path.
import type { FastifyInstance } from 'fastify'
import type { Decision, Limiter } from '../../../platform/limiter/port.ts'
import type { SignInFailure } from '../../../platform/observability/sign-in-failure.ts'
import type { SocketWatch } from '../../../platform/observability/socket-watch.ts'
import type { CollectedMetrics, MetricData } from '../../../platform/workers/worker-message.ts'
import { type JobMetrics, jobMetrics } from './job-metrics.ts'
import { socketMetrics } from './socket-metrics.ts'
import { type ServerState, stateMetrics } from './state-metrics.ts'

export interface Metrics {
  counting(limiter: Limiter): Limiter
  readonly sockets: SocketWatch
  readonly jobs: Pick<JobMetrics, 'count'>
  signInFailed(reason: SignInFailure): void
  serve(app: FastifyInstance, state: ServerState): void
}

export interface BuildInfo {
  version: string
  database: string
}

const LATENCIES_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
/** The library names these gauges like counters (`_total`). Other gauges have the same values. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Imports the library only if metrics are enabled. */
export async function openMetrics({ version, database }: BuildInfo, now: () => number): Promise<Metrics> {
  const library = await import('prom-client')
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = library
  const register = new Registry()
  // Without a prefix, because common dashboards expect the standard names `process_…`.
  collectDefaultMetrics({ register })
  for (const name of MISNAMED) register.removeSingleMetric(name)
  const registers = [register]
  new Gauge({
    name: 'daymark_build_info',
    help: 'Always 1; the labels name the version of Daymark and Node, and the kind of database.',
    labelNames: ['version', 'node', 'database'],
    aggregator: 'max',
    registers,
  }).set({ version, node: process.versions.node, database }, 1)
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
  const failures = new Counter({
    name: 'daymark_sign_in_failures_total',
    help: 'Refused sign-ins, by reason: wrong password, invalid token, disabled account, or too many attempts.',
    labelNames: ['reason'],
    registers,
  })

  const jobs = jobMetrics(library, register, now)

  return {
    jobs,
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
    sockets: { ...socketMetrics(library, register), tokenRefused: () => failures.inc({ reason: 'token' }) },
    signInFailed: reason => failures.inc({ reason }),
    serve(app, state) {
      const { workers } = state
      workers?.reportWith(async () => (await register.getMetricsAsJSON()) as MetricData[])
      stateMetrics(library, register, state)
      jobs.serve(state.jobs)
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unknown'
        const labels = { method: request.method, route, status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
      app.get('/metrics', async (_request, reply) => {
        reply.type(register.contentType)
        return workers ? sumOf(library, await workers.metrics()) : register.metrics()
      })
    },
  }
}

/** Combines the metrics of all workers. Each metric defines how to combine its values. */
const sumOf = ({ AggregatorRegistry }: typeof import('prom-client'), collected: CollectedMetrics) =>
  AggregatorRegistry.aggregate(collected).metrics()
