// Behavior that all requests share.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from './support/app.ts'
import { openFreshSqlite } from './support/sqlite.ts'

describe('conventions', () => {
  let server: TestApp
  let authorization: string

  before(async () => {
    server = await startTestApp(await openFreshSqlite(), { CORS_ALLOWED_ORIGINS: 'https://app.example' })
    authorization = `Bearer ${await server.issuer.token({ sub: 'ann' })}`
  })
  after(() => server.close())

  const send = (
    path: string,
    method = 'GET',
    body?: string | Buffer<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    server.fetch(path, {
      method,
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
  const detailOf = async (response: Response) => ((await response.json()) as { detail: string }).detail
  const GROUP = '{"name":"G","color":"#000000"}'

  it('answers the same under /v1 and /api/v1', async () => {
    const created = await send('/api/v1/tags/groups', 'POST', GROUP)
    assert.equal(created.status, 201)
    const { id } = (await created.json()) as { id: string }
    for (const prefix of ['/v1', '/api/v1'])
      assert.equal((await send(`${prefix}/tags/groups/${id}`)).status, 200)
    assert.equal((await send('/api/v2/tags')).status, 404)
    assert.equal((await send('/api/v1x/tags')).status, 404)
  })

  it('accepts JSON in any of its types and rejects others', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/vnd.api+json',
      'Application/JSON',
    ]) {
      assert.equal((await send('/v1/tags/groups', 'POST', GROUP, { 'content-type': type })).status, 201, type)
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data',
    ]) {
      const response = await send('/v1/tags/groups', 'POST', GROUP, { 'content-type': type })
      assert.equal(response.status, 415, type)
      assert.match(await detailOf(response), /JSON/)
    }
  })

  it('refuses compressed bodies with 415, whatever they contain, on every protocol', async () => {
    for (const [path, method, body] of [
      ['/v1/tags/groups', 'POST', GROUP],
      ['/v1/graphql', 'POST', '{"query":"{__typename}"}'],
      ['/v1/import/ics', 'POST', 'BEGIN:VCALENDAR'],
      ['/mcp', 'POST', '{}'],
    ] as const)
      for (const encoding of ['gzip', 'GZIP', 'br', 'identity, gzip', 'x-unknown']) {
        const response = await send(path, method, body, { 'content-encoding': encoding })
        assert.equal(response.status, 415, `${path} ${encoding}`)
        assert.equal(response.headers.get('accept-encoding'), 'identity')
        assert.match(await detailOf(response), /Content-Encoding/)
      }
    const dav = await send('/dav/', 'PROPFIND', '<a/>', { 'content-encoding': 'gzip' })
    assert.equal(dav.status, 415)
    assert.match(await dav.text(), /:error.*Content-Encoding/s)
    for (const encoding of ['identity', 'Identity', ''])
      assert.equal(
        (await send('/v1/tags/groups', 'POST', GROUP, { 'content-encoding': encoding })).status,
        201,
        encoding,
      )
    // Without a body there is nothing to decode. Without a valid token, the server returns 401 before it checks the
    // encoding.
    assert.equal(
      (await send('/v1/tags/groups', 'GET', undefined, { 'content-encoding': 'gzip' })).status,
      200,
    )
    const stranger = { authorization: 'Bearer no', 'content-encoding': 'gzip' }
    assert.equal((await send('/v1/tags/groups', 'POST', GROUP, stranger)).status, 401)
  })

  it('answers malformed JSON and wrong encodings with 422', async () => {
    for (const body of ['{', '{"a":}', 'x', '{"name":"a"}}', Buffer.from([0x22, 0xff, 0x22])]) {
      const response = await send('/v1/tags/groups', 'POST', body)
      assert.equal(response.status, 422)
      assert.match(await detailOf(response), /JSON/)
    }
    for (const body of ['null', '[]', '5', '"x"'])
      assert.equal((await send('/v1/tags/groups', 'POST', body)).status, 422)
    assert.equal((await send('/v1/tags/groups', 'POST')).status, 422)
  })

  it('rejects a body over 1 MiB with 413', async () => {
    const fits = `{"name":"a","color":"#000000","x":"${'y'.repeat(1_000_000)}"}`
    assert.equal((await send('/v1/tags/groups', 'POST', fits)).status, 201)
    const response = await send('/v1/tags/groups', 'POST', `{"x":"${'y'.repeat(1_048_577)}"}`)
    assert.equal(response.status, 413)
    assert.match(await detailOf(response), /1 MiB/)
  })

  it('changes nothing for a PATCH with an empty body', async () => {
    const { id } = (await (await send('/v1/tags/groups', 'POST', GROUP)).json()) as { id: string }
    const before = await (await send(`/v1/tags/groups/${id}`)).text()
    for (const body of ['', '{}', undefined]) {
      const response = await send(`/v1/tags/groups/${id}`, 'PATCH', body)
      assert.equal(response.status, 200)
      assert.equal(await response.text(), before)
    }
    // `null` is a valid JSON body, but not an object.
    assert.equal((await send(`/v1/tags/groups/${id}`, 'PATCH', 'null')).status, 422)
  })

  it('ignores unknown fields and query parameters', async () => {
    const body = '{"name":"U","color":"#000000","owner_id":"eve","version":"x","created_at":5}'
    const created = (await (await send('/v1/tags/groups?what=ever', 'POST', body)).json()) as { id: string }
    assert.match(created.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('distinguishes unknown paths from wrong methods', async () => {
    const unknown = await send('/v1/nothing')
    assert.equal(unknown.status, 404)
    assert.equal(typeof (await detailOf(unknown)), 'string')
    const wrong = await send('/v1/tags/groups', 'PUT', '{}')
    assert.equal(wrong.status, 405)
    const allowed = wrong.headers.get('allow') ?? ''
    for (const method of ['GET', 'POST']) assert.ok(allowed.includes(method), allowed)
    assert.equal(typeof (await detailOf(wrong)), 'string')
    assert.equal((await send('/v1/%zz')).status, 404)
    for (const [path, methods] of [
      ['/v1/graphql', 'POST, GET, HEAD'],
      ['/v1/ws', 'GET, HEAD'],
      ['/v1/ws/timers', 'GET, HEAD'],
      ['/health', 'GET, HEAD'],
      ['/openapi.json', 'GET, HEAD'],
    ] as const) {
      const refused = await send(path, 'PUT', '{}')
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, methods], path)
    }
    assert.equal((await send('/metrics', 'PUT', '{}')).status, 404)
    // Fastify itself would reject QUERY without a Content-Type before the handler for unknown methods runs.
    for (const [path, status] of [
      ['/v1/tags', 405],
      ['/v1/nothing', 404],
    ] as const)
      assert.equal((await send(path, 'QUERY')).status, status, path)
  })

  it('a fixed path is not mistaken for an id, whatever the method', async () => {
    for (const [method, path, methods] of [
      ['PUT', '/v1/tags/groups', 'POST, GET, HEAD'],
      ['DELETE', '/v1/tags/groups', 'POST, GET, HEAD'],
      ['PATCH', '/v1/todos/stats', 'GET, HEAD'],
      ['DELETE', '/v1/timers/active', 'GET, HEAD'],
      ['DELETE', '/v1/friends/ids', 'GET, HEAD'],
      ['DELETE', '/api/v1/friends/blocks/', 'GET, HEAD'],
    ] as const) {
      const refused = await send(path, method, '{}')
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, methods], `${method} ${path}`)
      assert.equal(await detailOf(refused), `${method} is not allowed here.`)
    }
  })

  it('answers invalid HTTP in the form of every other error', async () => {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const refused = await fetch(`${address}/health`, { headers: { 'x-big': 'x'.repeat(20_000) } })
    assert.equal(refused.status, 431)
    assert.match(refused.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.deepEqual(await refused.json(), { detail: 'The headers of the request are too large.' })
    const { port } = new URL(address)
    const raw = async (head: string) => {
      const socket = connect(Number(port), '127.0.0.1').end(
        `GET /health HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
      )
      return (await socket.toArray()).join('')
    }
    const nameless = await raw('')
    assert.match(nameless, /^HTTP\/1\.1 400 .*x-request-id: .*\{"detail":"The Host header is missing\."\}$/s)
    const demanding = await raw('host: a\r\nexpect: a miracle\r\n')
    assert.match(
      demanding,
      /^HTTP\/1\.1 417 .*\{"detail":"The Expect header only supports 100-continue\."\}$/s,
    )
    assert.match(await raw('host: a\r\nexpect: 100-continue\r\n'), /HTTP\/1\.1 200 /)
  })

  it('answers a malformed id with 422, in a path and in a query', async () => {
    assert.equal((await send('/v1/tags/nope')).status, 422)
    assert.equal((await send('/v1/tags/groups/nope', 'DELETE')).status, 422)
    const { id } = (await (await send('/v1/tags/groups', 'POST', GROUP)).json()) as { id: string }
    assert.equal((await send(`/v1/tags/groups/${id}?move_todos_to=nope`, 'DELETE')).status, 422)
    assert.equal((await send(`/v1/tags/groups/${id.toUpperCase()}`)).status, 200)
  })

  it('writes datetimes in the requested zone', async () => {
    const seoul = (await (await send('/v1/tags/groups?timezone=Asia/Seoul', 'POST', GROUP)).json()) as {
      created_at: string
    }
    assert.match(seoul.created_at, /\+09:00$/)
    const offset = (await (await send('/v1/tags/groups?timezone=%2B05:30', 'POST', GROUP)).json()) as {
      created_at: string
    }
    assert.match(offset.created_at, /\+05:30$/)
    const unescaped = (await (await send('/v1/tags/groups?timezone=+05:30', 'POST', GROUP)).json()) as {
      created_at: string
    }
    assert.match(unescaped.created_at, /\+05:30$/)
    const response = await send('/v1/tags/groups?timezone=Mars/Olympus')
    assert.equal(response.status, 422)
    assert.match(await detailOf(response), /timezone/)
  })

  it('uses the last of a parameter that is given twice, including the zone', async () => {
    assert.equal((await send('/v1/tags?limit=x&limit=1&timezone=Nowhere&timezone=UTC')).status, 200)
    for (const query of ['limit=1&limit=x', 'timezone=UTC&timezone=Nowhere'])
      assert.equal((await send(`/v1/tags?${query}`)).status, 422, query)
  })

  it('limits the size of a page', async () => {
    for (const limit of ['0', '501', '-1', 'x', '1.5']) {
      assert.equal((await send(`/v1/tags?limit=${limit}`)).status, 422, limit)
    }
    assert.equal((await send('/v1/tags?limit=500')).status, 200)
  })

  it('gives every response a request id and keeps the one of the client', async () => {
    assert.match((await send('/v1/tags')).headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    const own = await send('/v1/nothing', 'GET', undefined, { 'x-request-id': 'my request 1' })
    assert.equal(own.headers.get('x-request-id'), 'my request 1')
    const long = await send('/v1/tags', 'GET', undefined, { 'x-request-id': 'x'.repeat(201) })
    assert.notEqual(long.headers.get('x-request-id'), 'x'.repeat(201))
  })

  it('allows the listed origins, on errors too, and no others', async () => {
    for (const path of ['/v1/tags', '/v1/nothing']) {
      const listed = await send(path, 'GET', undefined, { origin: 'https://app.example' })
      assert.equal(listed.headers.get('access-control-allow-origin'), 'https://app.example')
      const exposed = listed.headers.get('access-control-expose-headers')?.split(', ') ?? []
      const known = ['ETag', 'Idempotency-Replayed', 'Link', 'Location', 'Preference-Applied']
      const own = ['X-Ignored', 'X-RateLimit-Remaining', 'X-Required-Scopes', 'X-Seq']
      assert.deepEqual(new Set([...known, ...own]).difference(new Set(exposed)), new Set())
      const other = await send(path, 'GET', undefined, { origin: 'https://evil.example' })
      assert.equal(other.headers.get('access-control-allow-origin'), null)
    }
    const preflight = await server.fetch('/v1/tags', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization',
      },
    })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/)
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization')
    assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://app.example')
    assert.equal(preflight.headers.get('vary'), 'Origin')
  })

  it('sets the usual security headers', async () => {
    const { headers } = await send('/v1/tags')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  })

  it('is alive without a token and ready when its components are', async () => {
    const alive = await server.fetch('/health')
    assert.equal(alive.status, 200)
    assert.deepEqual(await alive.json(), { status: 'ok' })
    const ready = await server.fetch('/health/ready')
    assert.equal(ready.status, 200)
    const report = (await ready.json()) as { status: string; components: Record<string, { status: string }> }
    assert.equal(report.status, 'ok')
    assert.equal(report.components['database']?.status, 'ok')
    assert.equal(report.components['issuer']?.status, 'ok')
  })
})
