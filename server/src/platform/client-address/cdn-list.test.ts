import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { localOutbound } from '../../../test/support/outbound.ts'
import { CdnAddresses, type CdnListOptions, pauseAfter } from './cdn-list.ts'

type Answer = (response: ServerResponse) => void
const text =
  (body: string, status = 200): Answer =>
  response =>
    response.writeHead(status).end(body)

/** Serves the given response for each path. Emits `asked` for each request. */
async function openSource(t: TestContext, answers: Record<string, Answer>) {
  const asked = new EventEmitter()
  const server = createServer((request, response) => {
    ;(answers[request.url ?? ''] ?? text('', 404))(response)
    asked.emit('asked', request.url)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { answers, asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function openList(t: TestContext, urls: string[], options: Partial<CdnListOptions> = {}) {
  const warnings: string[] = []
  const log = { warn: (message: string) => void warnings.push(message) }
  const { fetchConfigured: fetch } = localOutbound()
  const list = new CdnAddresses({ urls, ttl_ms: 86_400_000, log, fetch, ...options })
  t.after(() => list.stop())
  const has = (address: string) => list.current?.has(address)
  return { list, has, warnings }
}

test('merges the lines of all sources and skips comments, blank and invalid lines', async t => {
  const v4 = '# addresses\r\n\r\n10.0.0.0/8 ; first\r\n192.0.2.1\r\nnot an address\r\n'
  const { base } = await openSource(t, { '/v4': text(v4), '/v6': text('2001:db8::/32') })
  const { list, has, warnings } = openList(t, [`${base}/v4`, `${base}/v6`])
  assert.equal(has('10.1.1.1'), undefined)
  assert.equal(await list.refresh(), true)
  assert.equal(list.current?.size, 3)
  for (const address of ['10.1.1.1', '192.0.2.1', '2001:db8::1']) assert.equal(has(address), true)
  assert.equal(has('11.0.0.1'), false)
  assert.deepEqual(warnings, [])
})

test('a new list replaces the previous one', async t => {
  const { base, answers } = await openSource(t, { '/': text('10.0.0.0/8') })
  const { list, has } = openList(t, [`${base}/`])
  await list.refresh()
  answers['/'] = text('11.0.0.0/8')
  assert.equal(await list.refresh(), true)
  assert.deepEqual([has('10.0.0.1'), has('11.0.0.1')], [false, true])
})

const failures: [name: string, Answer, warning: RegExp][] = [
  ['an error status', text('12.0.0.0/8', 500), /it answered 500/],
  ['a missing page', text('12.0.0.0/8', 404), /it answered 404/],
  ['a page without any range', text('<html>\n<p>maintenance</p>\n</html>'), /contains no address range/],
  ['an empty page', text(''), /contains no address range/],
  ['a page that is too large', text(`12.0.0.0/8\n${'#'.repeat(5000)}`), /larger than 4096 bytes/],
  ['a connection that breaks', response => response.destroy(), /could not be fetched/],
  [
    'a truncated page',
    response =>
      response.writeHead(200, { 'content-length': '99' }).write('12.0.0.0/8\n', () => response.destroy()),
    /could not be fetched/,
  ],
  ['a source that never answers', () => {}, /in time/],
  ['a page that never ends', response => void response.writeHead(200).write('12.0.0.0/8\n'), /in time/],
]

for (const [name, answer, warning] of failures) {
  test(`${name} keeps the previous list, or no list if there was none`, async t => {
    const timeout_ms = String(warning) === '/in time/' ? 1_000 : 30_000
    const { base, answers } = await openSource(t, { '/': answer })
    const { list, has, warnings } = openList(t, [`${base}/`], { timeout_ms, max_bytes: 4096 })
    assert.equal(await list.refresh(), false)
    assert.equal(has('12.0.0.1'), undefined)
    assert.match(warnings.join(), warning)
    assert.match(warnings.join(), /not trusted/)

    answers['/'] = text('10.0.0.0/8')
    assert.equal(await list.refresh(), true)
    answers['/'] = answer
    assert.equal(await list.refresh(), false)
    assert.equal(has('10.0.0.1'), true)
    assert.equal(has('12.0.0.1'), false)
    assert.match(warnings.at(-1) ?? '', /previous list stays in use/)
  })
}

test('a failing source keeps its previous lines beside the new ones of the others', async t => {
  const { base, answers } = await openSource(t, { '/a': text('10.0.0.0/8'), '/b': text('11.0.0.0/8') })
  const { list, has } = openList(t, [`${base}/a`, `${base}/b`])
  await list.refresh()
  answers['/a'] = text('', 503)
  answers['/b'] = text('12.0.0.0/8')
  assert.equal(await list.refresh(), false)
  const found = ['10.0.0.1', '11.0.0.1', '12.0.0.1'].map(has)
  assert.deepEqual(found, [true, false, true])
})

test('the list is refetched in the background after its lifetime', async t => {
  const { base, answers, asked } = await openSource(t, { '/': text('10.0.0.0/8') })
  const { list, has } = openList(t, [`${base}/`], { ttl_ms: 20, shortest_ms: 0 })
  await list.refresh()
  answers['/'] = text('11.0.0.0/8')
  await once(asked, 'asked')
  await list.refresh()
  assert.equal(has('11.0.0.1'), true)
})

test('a failure is retried soon, whatever the lifetime', async t => {
  const { base, answers, asked } = await openSource(t, { '/': text('', 500) })
  const { list, has } = openList(t, [`${base}/`], { retry_ms: 5, shortest_ms: 0 })
  await list.refresh()
  answers['/'] = text('11.0.0.0/8')
  await once(asked, 'asked')
  await list.refresh()
  assert.equal(has('11.0.0.1'), true)
})

test('a lifetime shorter than the retry delay is respected', async t => {
  const { base, asked } = await openSource(t, { '/': text('10.0.0.0/8') })
  const { list } = openList(t, [`${base}/`], { ttl_ms: 20, shortest_ms: 0 })
  await list.refresh()
  await once(asked, 'asked')
})

const pauses = { retry_ms: 60_000, shortest_ms: 1_000 }
for (const [name, complete, ttl_ms, pause] of [
  ['a lifetime is respected', true, 5_000, 5_000],
  ['a lifetime of 0 does not hammer the source', true, 0, 1_000],
  ['a lifetime of a year does not overflow the timer', true, 31_536_000_000, 2 ** 31 - 1],
  ['a failure is retried after a minute', false, 86_400_000, 60_000],
  ['a failure is retried after a shorter lifetime', false, 5_000, 5_000],
  ['a failure with a lifetime of 0 does not hammer the source', false, 0, 1_000],
] as const) {
  test(name, () => assert.equal(pauseAfter(complete, { ttl_ms, ...pauses }), pause))
}

test('a redirect is not followed', async t => {
  const elsewhere = await openSource(t, { '/': text('12.0.0.0/8') })
  const redirect: Answer = response => response.writeHead(302, { location: `${elsewhere.base}/` }).end()
  const { base } = await openSource(t, { '/': redirect })
  let followed = false
  elsewhere.asked.on('asked', () => {
    followed = true
  })
  const { list, has, warnings } = openList(t, [`${base}/`])
  assert.equal(await list.refresh(), false)
  assert.equal(has('12.0.0.1'), undefined)
  assert.match(warnings.join(), /it answered 302/)
  assert.equal(followed, false)
})

test('concurrent refreshes share one fetch', async t => {
  const { base, asked } = await openSource(t, { '/': text('10.0.0.0/8') })
  let count = 0
  asked.on('asked', () => count++)
  const { list } = openList(t, [`${base}/`])
  await Promise.all([list.refresh(), list.refresh(), list.refresh()])
  assert.equal(count, 1)
})

test('stopping aborts a running fetch silently and schedules no other', async t => {
  const { base, answers, asked } = await openSource(t, { '/': () => {} })
  const { list, warnings } = openList(t, [`${base}/`], { ttl_ms: 0, shortest_ms: 0 })
  const running = list.refresh()
  await once(asked, 'asked')
  let again = 0
  asked.on('asked', () => again++)
  answers['/'] = text('10.0.0.0/8')
  list.stop()
  assert.equal(await running, false)
  assert.deepEqual(warnings, [])
  // If the stopped list had scheduled another fetch, it would run before the other list's second fetch.
  const other = openList(t, [`${base}/other`], { retry_ms: 20, shortest_ms: 0 })
  await other.list.refresh()
  await once(asked, 'asked')
  assert.equal(again, 2, 'only the other list has fetched')
})
