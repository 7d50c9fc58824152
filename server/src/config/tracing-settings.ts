// The standard OpenTelemetry variables that this program reads, as a part of the settings table.
import { Fault, oneOf, optional, setting, share, text, truth, url, whole } from './setting.ts'

const protocol = (value: string): 'http/json' => {
  if (value !== 'http/json')
    throw new Fault('must be http/json: spans are sent as JSON over HTTP, to port 4318 of a collector')
  return value
}

export const tracingSettings = {
  OTEL_SDK_DISABLED: setting(truth, false, 'Disables tracing, regardless of other settings'),
  OTEL_TRACES_EXPORTER: setting(
    optional(oneOf('otlp', 'none')),
    undefined,
    '`otlp` sends traces, `none` does not',
    '`otlp` when an endpoint is set',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    optional(url('http', 'https')),
    undefined,
    'OpenTelemetry collector; traces go to `<this>/v1/traces`',
    'none: no traces. With the exporter set, http://localhost:4318',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    optional(url('http', 'https')),
    undefined,
    'Complete URL for traces, instead of the one above',
    'none',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    protocol,
    'http/json',
    'How spans are sent; no other protocol is supported',
  ),
  OTEL_SERVICE_NAME: setting(text, 'daymark', 'Name of this service in traces'),
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
    'Which traces are sent',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(share, 1, 'Share of traces that a `traceidratio` sampler sends, 0 to 1'),
  OTEL_BSP_SCHEDULE_DELAY: setting(whole(1), 5000, 'Milliseconds between two exports of spans'),
  OTEL_BSP_MAX_QUEUE_SIZE: setting(
    whole(1),
    2048,
    'Maximum number of queued spans; further ones are dropped',
  ),
} as const
