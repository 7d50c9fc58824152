// The subset of the standard OpenTelemetry variables that Daymark supports.
import { Fault, oneOf, optional, setting, share, text, truth, url, whole } from './setting.ts'

const protocol = (value: string): 'http/json' => {
  if (value !== 'http/json')
    throw new Fault('must be http/json: spans are sent as JSON over HTTP, to port 4318 of a collector')
  return value
}

export const tracingSettings = {
  OTEL_SDK_DISABLED: setting(truth, false, 'Disable tracing, regardless of the other settings'),
  OTEL_TRACES_EXPORTER: setting(
    optional(oneOf('otlp', 'none')),
    undefined,
    'Trace exporter: `otlp` to send traces, `none` to send nothing',
    '`otlp` when an endpoint is set',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    optional(url('http', 'https')),
    undefined,
    'URL of the OpenTelemetry collector; traces are sent to `<URL>/v1/traces`',
    'none: no traces; http://localhost:4318 with OTEL_TRACES_EXPORTER=otlp',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    optional(url('http', 'https')),
    undefined,
    'Complete URL for traces; overrides OTEL_EXPORTER_OTLP_ENDPOINT',
    'none',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    protocol,
    'http/json',
    'Protocol of the exporter; only `http/json` is supported',
  ),
  OTEL_SERVICE_NAME: setting(text, 'daymark', 'Service name in traces'),
  OTEL_TRACES_SAMPLER: setting(
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'Sampler that decides which traces are sent',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    share,
    1,
    'Share of traces that a `traceidratio` sampler sends, from 0 to 1',
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(whole(1), 5000, 'Milliseconds between exports of spans'),
  OTEL_BSP_MAX_QUEUE_SIZE: setting(whole(1), 2048, 'Spans to queue before further spans are dropped'),
} as const
