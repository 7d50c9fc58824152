// A local OpenTelemetry collector that accepts OTLP as JSON over HTTP and lets a test wait for spans.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CollectedSpan {
  name: string
  kind: number
  trace_id: string
  span_id: string
  parent_id: string | undefined
  failed: boolean
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
}

interface WireAttribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
}
interface WireSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  status?: { code?: number }
  attributes: WireAttribute[]
}
interface WireRequest {
  resourceSpans: { resource: { attributes: WireAttribute[] }; scopeSpans: { spans: WireSpan[] }[] }[]
}

export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** The raw text of all requests, to check that it contains nothing private. */
  readonly bodies: string[]
  readonly headers: IncomingHttpHeaders[]
  until(holds: (span: CollectedSpan) => boolean): Promise<CollectedSpan>
  close(): Promise<void>
}

/** `silent`: accepts requests but never answers them. */
export async function startCollector({ silent = false } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  let wake: () => void = () => {}
  const server: Server = createServer(async (request, response) => {
    const body = await text(request)
    headers.push(request.headers)
    bodies.push(body)
    if (request.url === '/v1/traces' && request.method === 'POST') spans.push(...read(body))
    wake()
    if (!silent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    async until(holds) {
      for (;;) {
        const found = spans.find(holds)
        if (found) return found
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function read(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as WireRequest
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(scope => scope.spans)
      .map(span => ({
        name: span.name,
        kind: span.kind,
        trace_id: span.traceId,
        span_id: span.spanId,
        parent_id: span.parentSpanId || undefined,
        failed: span.status?.code === 2,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
      })),
  )
}

const plain = (attributes: readonly WireAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
