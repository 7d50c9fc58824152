// Most tests run against a real server and its rate limits. Waiting for a retry advances the server's clock.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ApiError, type Client, createClient, RateLimited } from '@daymark/client'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { retryAfterMs } from '../src/retry.ts'

const MOST = 2
const MOST_READS_OF_CHANGES = 120

describe('retries', () => {
  let server: TestApp
  let people = 0
  before(async () => {
    const settings = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_DEFAULT_REQUESTS: String(MOST) }
    server = await startTestApp(await openFreshSqlite(), settings)
  })
  after(() => server.close())

  /** Creates a person with an unused rate limit, and a client that records requests and delays. */
  async function someone(options: { retries?: number; longestWaitMs?: number } | false = {}) {
    const sent: string[] = []
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
      server.clock.advance(ms)
    }
    const client = createClient({
      baseUrl: 'http://daymark.test',
      token: await server.issuer.token({ sub: `person-${people++}` }, { now: server.clock.now() }),
      fetch: (url, init) => {
        sent.push(`${init.method} ${new URL(url).pathname}`)
        return server.fetch(url, init)
      },
      retry: options && { longestWaitMs: 60_000, wait, ...options },
    })
    return { client, sent, waits }
  }
  const useUp = async (client: Client) => {
    for (let count = 0; count < MOST; count++) await client.users.me()
  }

  it('waits exactly as long as the server asks', async () => {
    const { client, sent, waits } = await someone()
    await useUp(client)
    assert.equal(typeof (await client.users.me()).id, 'string')
    assert.equal(sent.length, MOST + 2)
    const [ms = 0] = waits
    assert.ok(waits.length === 1 && ms > 50_000 && ms <= 60_250, String(waits))
  })

  it('loads the local copy, even if the requests of this minute are used up', async () => {
    const { client, sent, waits } = await someone()
    for (let count = 0; count < MOST_READS_OF_CHANGES; count++)
      await client.changes.list({ query: { limit: 1 } })
    const live = client.connect({ socket: false })
    await live.ready
    live.close()
    assert.ok(waits.length > 0, 'the limit was reached')
    const reads = sent.filter(request => request === 'GET /v1/changes/snapshot').length
    assert.equal(reads, 1 + waits.length, 'each wait repeats one request, and the load does not begin again')
  })

  it('fails at once if the server asks for a longer wait than allowed', async () => {
    const { client, sent, waits } = await someone({ longestWaitMs: 5_000 })
    await useUp(client)
    const error = await client.users.me().catch((error: unknown) => error)
    assert.ok(error instanceof RateLimited && error.retryAfter > 50)
    assert.deepEqual([sent.length, waits.length], [MOST + 1, 0])
  })

  it('can be disabled, for the client and for one call', async () => {
    const never = await someone(false)
    await useUp(never.client)
    await assert.rejects(never.client.users.me(), RateLimited)
    const once = await someone()
    await useUp(once.client)
    await assert.rejects(once.client.users.me({ retry: false }), RateLimited)
    assert.equal(once.waits.length, 0)
  })

  it('never retries unsafe calls', async () => {
    const { client, sent } = await someone()
    await useUp(client)
    await assert.rejects(client.users.renewFriendCode(), RateLimited)
    assert.equal(sent.length, MOST + 1)
  })

  it('retries them with an idempotency key, and they run once', async () => {
    const { client, sent } = await someone()
    await useUp(client)
    const { friend_code } = await client.users.renewFriendCode({ idempotencyKey: 'once' })
    assert.equal(sent.length, MOST + 2)
    assert.equal((await client.users.renewFriendCode({ idempotencyKey: 'once' })).friend_code, friend_code)
  })

  it('stops waiting when the signal is aborted', async () => {
    const { client } = await someone(false)
    await useUp(client)
    const stop = new AbortController()
    const call = client.users.me({
      signal: stop.signal,
      retry: { longestWaitMs: 120_000 },
    })
    const reason = new Error('enough')
    // Aborts just before or after the response arrives. The call must reject in both cases.
    setImmediate(() => stop.abort(reason))
    await assert.rejects(call, reason)
  })
})

describe('retries after 503', () => {
  const answering = (codes: number[], method: 'GET' | 'PUT' | 'DELETE' | 'PATCH') => {
    const waits: number[] = []
    let calls = 0
    const client = createClient({
      baseUrl: 'http://daymark.test',
      retry: { wait: async ms => void waits.push(ms) },
      fetch: async () => Response.json({ detail: 'Later.', ok: true }, { status: codes[calls++] ?? 200 }),
    })
    const params = { resource_type: 'todo', resource_id: '01a1dd40-93c2-7156-a99d-dae837885b29' } as const
    const todo_id = params.resource_id
    const call = {
      GET: () => client.visibility.get({ params }),
      PUT: () => client.visibility.put({ params, body: { level: 'public' } }),
      DELETE: () => client.visibility.remove({ params }),
      PATCH: () => client.todos.update({ params: { todo_id }, body: {} }),
    }[method]
    return { call, waits, calls: () => calls }
  }

  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    it(`${method} is retried, with growing delays`, async () => {
      const { call, waits, calls } = answering([503, 503], method)
      await call()
      assert.equal(calls(), 3)
      const [first = 0, second = 0] = waits
      assert.ok(first >= 250 && first <= 500 && second >= 500 && second <= 1000, String(waits))
    })
  }

  it('the number of attempts is limited', async () => {
    const { call, calls } = answering([503, 503, 503, 503], 'GET')
    const error = await call().catch((error: unknown) => error)
    assert.ok(error instanceof ApiError && error.status === 503)
    assert.equal(calls(), 3)
  })

  it('routes that ignore an idempotency key are not retried with one', async () => {
    let calls = 0
    const client = createClient({
      baseUrl: 'http://daymark.test',
      retry: { wait: async () => {} },
      fetch: async () => {
        calls++
        return Response.json({ detail: 'Later.' }, { status: 503 })
      },
    })
    const idempotencyKey = 'once'
    await assert.rejects(
      client.tokens.create({ body: { name: 'Script', scopes: [] }, idempotencyKey }),
      ApiError,
    )
    await assert.rejects(
      client.accountMail.requestReset({ body: { email: 'a@b.test' }, idempotencyKey }),
      ApiError,
    )
    await assert.rejects(client.accounts.signOut({ body: { refresh_token: 'x' }, idempotencyKey }), ApiError)
    assert.equal(calls, 3)
  })

  it('PATCH and other errors are not retried', async () => {
    const patch = answering([503], 'PATCH')
    await assert.rejects(patch.call(), ApiError)
    const broken = answering([500], 'GET')
    await assert.rejects(broken.call(), ApiError)
    assert.deepEqual([patch.calls(), broken.calls()], [1, 1])
  })
})

it('Retry-After has seconds or a date', () => {
  const now = Date.parse('2026-01-15T10:00:00Z')
  assert.equal(retryAfterMs('7', now), 7000)
  assert.equal(retryAfterMs('Thu, 15 Jan 2026 10:00:30 GMT', now), 30_000)
  assert.equal(retryAfterMs('Thu, 15 Jan 2026 09:00:00 GMT', now), 0)
  for (const nothing of [null, '', 'soon']) assert.equal(retryAfterMs(nothing, now), undefined)
})
