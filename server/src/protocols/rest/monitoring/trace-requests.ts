// Creates one span per request with its method, route pattern and status, but without the URL, which may contain a
// token.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../../../platform/kernel/trace.ts'

export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    const method = request.method
    const attributes = { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) }
    const name = route === undefined ? method : `${method} ${route}`
    const span = tracing.begin('server', name, attributes, request.headers)
    spans.set(request, span)
    span.run(done)
  })
  // Reading the body loses the async context, so this hook enters the span again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    const status = reply.statusCode
    span?.set({ 'http.response.status_code': status })
    if (status >= 500) span?.fail(String(status))
    span?.end()
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    const span = spans.get(request)
    spans.delete(request)
    span?.fail('aborted')
    span?.end()
    done()
  })
}
