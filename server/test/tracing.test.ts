// A real server must send spans without personal data to a collector.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type TimerSocket } from '@daymark/client'
import { readConfig } from '../src/config/config.ts'
import { type CollectedSpan, type Collector, startCollector } from './support/collector.ts'
import { startIssuer, type TestIssuer } from './support/issuer.ts'
import { type RunningServer, startProgram } from './support/process.ts'
import { migratedPostgresUrl } from './support/storages.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const SECRET = 'a very private title'
const SERVER = 2

const addsGroup = (span: CollectedSpan) =>
  /^insert into "?tag_groups/.test(String(span.attributes['db.query.text']))

let issuer: TestIssuer
let folder: string
before(async () => {
  issuer = await startIssuer()
  folder = mkdtempSync(join(tmpdir(), 'daymark-traces-'))
})
after(async () => {
  await issuer.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (collector: Collector, settings: Record<string, string> = {}): Promise<RunningServer> =>
  startProgram({
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    ...issuer.settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...settings,
  })

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`traces on ${database}`, () => {
    let collector: Collector
    let server: RunningServer
    let token: string
    let drop = async () => {}
    const sockets: TimerSocket[] = []

    before(async () => {
      collector = await startCollector()
      const settings: Record<string, string> = {
        OTEL_SERVICE_NAME: 'our-daymark',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=let-me-in',
      }
      if (database === 'PostgreSQL') {
        const fresh = await migratedPostgresUrl()
        drop = fresh.drop
        settings['DATABASE_URL'] = fresh.url
      }
      server = await start(collector, settings)
      token = await issuer.token({ sub: 'ann', name: 'Ann Private', email: 'ann@private.example' })
    })
    after(async () => {
      for (const socket of sockets) socket.close()
      await server.stop()
      await collector.close()
      await drop()
    })

    const childrenOf = (parent: CollectedSpan) =>
      collector.spans.filter(span => span.parent_id === parent.span_id)

    it('contain a request, its units of work and its statements, in the trace of the caller', async () => {
      const response = await fetch(`${server.url}/v1/tags/groups?secret=${SECRET}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          traceparent: `00-${TRACE}-${CALLER}-01`,
        },
        body: JSON.stringify({ name: SECRET, color: '#000000' }),
      })
      assert.equal(response.status, 201)
      const span = await collector.until(each => each.name === 'POST /v1/tags/groups')
      assert.equal(span.kind, SERVER)
      assert.equal(span.trace_id, TRACE)
      assert.equal(span.parent_id, CALLER)
      assert.equal(span.failed, false)
      assert.deepEqual(span.attributes, {
        'http.request.method': 'POST',
        'http.route': '/v1/tags/groups',
        'http.response.status_code': 201,
      })
      assert.equal(span.resource['service.name'], 'our-daymark')
      assert.equal(span.resource['deployment.environment.name'], 'test')
      assert.equal(collector.headers[0]?.['x-key'], 'let-me-in')

      const [write] = childrenOf(span).filter(each => each.name === 'write' && childrenOf(each).length > 0)
      assert.ok(write, JSON.stringify(collector.spans, undefined, 1))
      const statements = collector.spans.filter(
        each => each.trace_id === TRACE && each.attributes['db.query.text'] !== undefined,
      )
      const insert = statements.find(addsGroup)
      assert.ok(insert)
      assert.equal(insert.name, 'insert')
      assert.ok(statements.every(each => each.parent_id !== undefined))
    })

    it('contain every message of a socket', async () => {
      const socket = createClient({ baseUrl: server.url, token }).timers.connect()
      sockets.push(socket)
      const { id } = await socket.start({ allocated_duration: 60, title: SECRET })
      await assert.rejects(socket.resume(id))
      const create = await collector.until(span => span.name === 'socket timer.create')
      assert.equal(create.kind, SERVER)
      assert.equal(create.attributes['daymark.message.type'], 'timer.create')
      const [write] = childrenOf(create).filter(span => span.name === 'write')
      assert.ok(write && childrenOf(write).some(span => span.name === 'insert'))
      const resume = await collector.until(span => span.name === 'socket timer.resume')
      assert.equal(resume.attributes['daymark.refusal'], 'RESUME_FAILED')
      assert.equal(resume.failed, false)
      await collector.until(span => span.name === 'socket greeting')
    })

    it('keep concurrent requests separate', async () => {
      const traces = Array.from({ length: 8 }, (_, i) => TRACE.slice(1) + i)
      await Promise.all(
        traces.map(trace =>
          fetch(`${server.url}/v1/tags/groups`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              traceparent: `00-${trace}-${CALLER}-01`,
            },
            body: JSON.stringify({ name: trace, color: '#000000' }),
          }),
        ),
      )
      for (const trace of traces) {
        await collector.until(span => span.trace_id === trace && span.kind === SERVER)
        const inserts = collector.spans.filter(span => span.trace_id === trace && addsGroup(span))
        assert.equal(inserts.length, 1, trace)
      }
    })

    it('do not count rejections as failures, and contain no unknown path', async () => {
      await fetch(`${server.url}/v1/unknown/${encodeURIComponent(SECRET)}`)
      const span = await collector.until(each => each.attributes['http.response.status_code'] === 404)
      assert.equal(span.name, 'GET')
      assert.equal(span.failed, false)
    })

    it('contain no token, name, title or parameter', async () => {
      const sent = collector.bodies.join('\n')
      assert.ok(sent.includes('insert into'))
      for (const word of [token, SECRET, 'Ann Private', 'ann@private.example', '"ann"', 'let-me-in']) {
        assert.ok(!sent.includes(word), word)
      }
    })
  })
}

describe('a collector', () => {
  it('that does not answer delays neither a request nor a shutdown', async () => {
    const collector = await startCollector({ silent: true })
    const server = await start(collector)
    assert.equal((await fetch(`${server.url}/v1/users/me`)).status, 401)
    await collector.until(span => span.name === 'GET /v1/users/me')
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200)
    assert.equal(await server.stop(), 0)
    await collector.close()
  })

  it('that is down is reported once in the log, whose lines contain their trace', async () => {
    const collector = await startCollector()
    await collector.close()
    const server = await start(collector, { OTEL_EXPORTER_OTLP_TIMEOUT: '200', LOG_LEVEL: 'info' })
    const complaints = () => server.printed().split('traces cannot be sent').length - 1
    while (complaints() === 0) {
      await fetch(`${server.url}/health`, { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } })
      await pause(20)
    }
    const { pid } = server
    assert.equal(await server.stop(), 0)
    assert.equal(complaints(), 1)
    assert.match(server.printed(), new RegExp(`"pid":${pid}.*"trace_id":"${TRACE}".*"route":"/health"`))
  })

  it('gets the last spans at shutdown', async () => {
    const collector = await startCollector()
    const server = await start(collector, { OTEL_BSP_SCHEDULE_DELAY: '600000' })
    await fetch(`${server.url}/health`)
    assert.equal(await server.stop(), 0)
    assert.equal(collector.spans.find(span => span.name === 'GET /health')?.failed, false)
    await collector.close()
  })

  it('receives nothing if nothing is sampled', async () => {
    const collector = await startCollector()
    const server = await start(collector, { OTEL_TRACES_SAMPLER: 'always_off' })
    await fetch(`${server.url}/health`)
    assert.equal(await server.stop(), 0)
    assert.deepEqual(collector.spans, [])
    await collector.close()
  })

  it('is not used if the settings disable tracing', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
    const isUsed = (settings: Record<string, string>) =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...settings }).tracing
    assert.equal(isUsed({}), true)
    assert.equal(isUsed({ OTEL_SDK_DISABLED: 'true' }), false)
    assert.equal(isUsed({ OTEL_TRACES_EXPORTER: 'none' }), false)
  })
})
