// Sends OpenTelemetry traces as JSON over HTTP. This file and its libraries load only if tracing is enabled.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Span, Tracing } from '../kernel/trace.ts'

export interface OpenTracing extends Tracing {
  /** Returns the current trace's ids, for the log. */
  ids(): object
  /** Sends queued spans without delaying the shutdown for long. */
  close(): Promise<void>
}

interface Log {
  warn(details: object, message: string): void
  info(message: string): void
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const SHUTDOWN_MS = 2_000

const headerGetter = {
  keys: (headers: object) => Object.keys(headers),
  get: (headers: Record<string, string | string[] | undefined>, name: string) => headers[name],
}

export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined
  readonly OTEL_SERVICE_NAME: string
  readonly OTEL_TRACES_SAMPLER: string
  readonly OTEL_TRACES_SAMPLER_ARG: number
  readonly OTEL_BSP_SCHEDULE_DELAY: number
  readonly OTEL_BSP_MAX_QUEUE_SIZE: number
}

export function openTracing(config: TracingSettings, log: Log): OpenTracing {
  const provider = openProvider(config, log)
  const tracer = provider.getTracer('daymark', manifest.version)
  const propagator = new W3CTraceContextPropagator()
  // Uses its own context instead of the library's global one, so that other libraries' spans are not reported.
  const running = new AsyncLocalStorage<{ context: Context; span: Span }>()
  const currentContext = () => running.getStore()?.context ?? ROOT_CONTEXT

  return {
    begin(kind, name, attributes, caller) {
      const parent = caller ? propagator.extract(ROOT_CONTEXT, caller, headerGetter) : currentContext()
      const own = tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, parent)
      const context = trace.setSpan(parent, own)
      const span: Span = {
        run: work => running.run({ context, span }, work),
        rename: next => own.updateName(next),
        set: more => own.setAttributes(more),
        fail: reason => own.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', reason),
        end: () => own.end(),
      }
      return span
    },
    current: () => running.getStore()?.span,
    ids() {
      const found = trace.getSpanContext(currentContext())
      return found ? { trace_id: found.traceId, span_id: found.spanId } : {}
    },
    async close() {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, SHUTDOWN_MS)
      await Promise.race([provider.shutdown().catch(() => {}), timeout.promise])
      clearTimeout(timer)
    },
  }
}

function openProvider(config: TracingSettings, log: Log): TracerProvider {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = config
  const url = whole ?? (base && `${base}/v1/traces`)
  // The exporter itself reads the standard variables for headers, timeout, compression and certificates.
  const exporter = new OTLPTraceExporter(url === undefined ? {} : { url })
  const named = resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': manifest.version,
  })
  const given = detectResources({ detectors: [envDetector] })
  return new TracerProvider({
    resource: defaultResource().merge(given).merge(named),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: loggingFailures(exporter, log),
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
        maxQueueSize: config.OTEL_BSP_MAX_QUEUE_SIZE,
        maxExportBatchSize: Math.min(512, config.OTEL_BSP_MAX_QUEUE_SIZE),
      }),
    ],
  })
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: TracingSettings): Sampler {
  const plain = name.replace('parentbased_', '')
  const root =
    plain === 'always_on'
      ? new AlwaysOnSampler()
      : plain === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share)
  return plain === name ? root : new ParentBasedSampler({ root })
}

/** Logs once when sending begins to fail, and once when it works again. */
function loggingFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let away = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !away)
          log.warn({ err: result.error }, 'traces cannot be sent; they are lost until the collector answers')
        if (!failed && away) log.info('traces are sent again')
        away = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
