import assert from 'node:assert/strict'
import { afterEach, describe, it, mock } from 'node:test'
import { ApiError, createClient, NetworkError, RateLimited } from '@daymark/client'
import { isLeaving, mayHelpAgain, patientFetch, RETRY, retryDelay, watchLeaving } from './connection.ts'
import { limitedUntil } from './rate-limit.ts'

// Node has no window events.
globalThis.addEventListener ??= () => {}
afterEach(() => mock.restoreAll())

/** A fake `fetch` that records its requests. */
function network(answer: () => Promise<Response>) {
  const asked: RequestInit[] = []
  mock.method(globalThis, 'fetch', (_url: string, init: RequestInit) => {
    asked.push(init)
    return answer()
  })
  return asked
}

const client = createClient({ baseUrl: 'http://localhost', fetch: patientFetch, retry: RETRY })

describe('the connection of the page', () => {
  it('completes a write while the page closes', async () => {
    const asked = network(async () => Response.json({ ok: true }))
    const window = new EventTarget()
    mock.method(globalThis, 'addEventListener', window.addEventListener.bind(window))
    const remove = () => client.todos.remove({ params: { todo_id: 'a' } })
    watchLeaving()
    await remove()
    window.dispatchEvent(new Event('pagehide'))
    assert.equal(isLeaving(), true)
    await remove()
    window.dispatchEvent(new Event('pageshow'))
    assert.equal(isLeaving(), false)
    await remove()
    assert.deepEqual(
      asked.map(({ keepalive }) => keepalive ?? false),
      [false, true, false],
    )
  })

  it('does not wait for a server that asks for a long delay', async () => {
    const busy = () =>
      Response.json({ detail: 'Too many requests.' }, { status: 429, headers: { 'retry-after': '30' } })
    const asked = network(async () => busy())
    const before = Date.now()
    await assert.rejects(client.todos.list(), RateLimited)
    assert.equal(asked.length, 1)
    assert.ok(limitedUntil() >= before + 30_000, 'the page knows how long it must wait')
  })

  it('repeats a read when the rate limit allows it again, a limited number of times', () => {
    const limited = new RateLimited({}, 20)
    assert.equal(mayHelpAgain(4, limited), true)
    assert.equal(mayHelpAgain(5, limited), false)
    assert.ok(retryDelay(3, limited) >= 20_000)
    assert.equal(retryDelay(1, new NetworkError('gone')), 2000)
  })

  it('aborts an abandoned call and describes a lost one', async () => {
    const stop = new AbortController()
    const asked = network(() => Promise.reject(new TypeError('Failed to fetch')))
    await assert.rejects(client.todos.list(), NetworkError)
    stop.abort()
    await assert.rejects(client.todos.list({ signal: stop.signal }), { name: 'AbortError' })
    assert.equal(asked.length, 1)
  })

  it('retries lost requests once, but not refused ones', () => {
    assert.equal(mayHelpAgain(0, new NetworkError('gone')), true)
    assert.equal(mayHelpAgain(1, new NetworkError('gone')), false)
    assert.equal(mayHelpAgain(0, new ApiError(503, {}, undefined)), true)
    assert.equal(mayHelpAgain(0, new ApiError(404, {}, undefined)), false)
  })
})
