import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import { CidrList } from '../client-address/cidr.ts'
import { nameLookup, type Resolve } from './lookup.ts'
import { type OutboundOptions, openOutbound, type PersonalRequest } from './outbound.ts'
import type { OutboundPolicy } from './outbound-url.ts'

const loopback = new CidrList()
loopback.add('127.0.0.0/8')

const resolve: Resolve = async host => {
  if (host.endsWith('missing.test')) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  const inside = { address: '127.0.0.1', family: 4 }
  if (host === 'mixed.test') return [inside, { address: '192.168.0.1', family: 4 }]
  if (host === 'private.test') return [{ address: '10.0.0.1', family: 4 }]
  if (host === 'mapped.test') return [{ address: '::ffff:10.0.0.1', family: 6 }]
  return host === 'empty.test' ? [] : [inside]
}

const policy: OutboundPolicy = {
  allowHttp: true,
  allowedNetworks: loopback,
  allowedPorts: [],
  own: { origin: () => undefined, listening: () => undefined },
}
const by = { person: 'kim' }

/** Opens an outbound door and returns its `fetch` with usual values. */
function fetchWith(changed: Partial<OutboundPolicy> = {}, options: OutboundOptions = {}) {
  const outbound = openOutbound({ ...policy, ...changed }, { resolve, ...options })
  return (url: string, request: Partial<PersonalRequest> = {}) =>
    outbound.fetch({ url, by, maxBytes: 1000, ...request })
}
const get = fetchWith()
const text = async (response: Promise<{ bytes(): Promise<Buffer> }>) =>
  (await (await response).bytes()).toString()

const servers: Server[] = []
after(() => {
  for (const server of servers) server.close()
})

async function listen<S extends Server>(server: S): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://test')
  const [, kind = '', value = ''] = pathname.split('/')
  if (kind === 'echo') {
    const { host: _host, connection: _connection, ...headers } = request.headers
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () =>
      response.end(
        JSON.stringify({ method: request.method, headers, body: Buffer.concat(chunks).toString() }),
      ),
    )
  } else if (kind === 'redirect') {
    response.writeHead(Number(value) || 302, { location: searchParams.get('to') ?? '/echo' }).end()
  } else if (kind === 'hops') {
    response.writeHead(302, { location: value === '0' ? '/echo' : `/hops/${Number(value) - 1}` }).end()
  } else if (kind === 'size') {
    response.end('x'.repeat(Number(value)))
  } else if (kind === 'drip') {
    response.write('x'.repeat(600))
    response.end('x'.repeat(600))
  } else if (kind === 'gzip') {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
  } else if (kind === 'stall') {
    response.write('begun')
  } else if (kind === 'cut') {
    response.writeHead(200, { 'content-length': '100' }).write('begun', () => response.destroy())
  }
}
const port = await listen(createServer(answer))
const at = (path: string, host = 'calendar.test') => `http://${host}:${port}${path}`

test('sends GET and POST, and streams the body', async () => {
  const echoed = JSON.parse(await text(get(at('/echo'), { headers: { 'if-none-match': '"1"' } })))
  assert.deepEqual(echoed, {
    method: 'GET',
    headers: { 'user-agent': 'Daymark', 'accept-encoding': 'identity', 'if-none-match': '"1"' },
    body: '',
  })
  const posted = JSON.parse(await text(get(at('/echo'), { method: 'POST', body: '{"한":1}' })))
  assert.deepEqual([posted.method, posted.body], ['POST', '{"한":1}'])
  const chunks = await Array.fromAsync((await get(at('/size/1000'))).chunks())
  assert.equal(Buffer.concat(chunks).length, 1000)
})

test('a name that resolves to any address that is not public is refused', async () => {
  for (const host of ['mixed.test', 'private.test', 'mapped.test', 'empty.test'])
    await assert.rejects(get(at('/echo', host)), { kind: 'forbidden' })
  const closed = { allowedNetworks: new CidrList(), allowedPorts: [port] }
  await assert.rejects(fetchWith(closed)(at('/echo')), { kind: 'forbidden' })
  for (const host of ['localhost', '127.0.0.1'])
    await assert.rejects(fetchWith(closed, { resolve: nameLookup() })(at('/echo', host)), {
      kind: 'forbidden',
    })
})

test('each connection checks the addresses that it uses, so DNS rebinding fails', async () => {
  let asked = 0
  const rebinding = fetchWith(
    {},
    { resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }] },
  )
  await assert.rejects(rebinding(at('/redirect?to=/echo')), { kind: 'forbidden' })
  assert.equal(asked, 2)
})

test('follows up to 3 redirects, each of them checked, and forwards no credentials', async () => {
  assert.equal((await get(at('/hops/2'))).url, at('/echo'))
  await assert.rejects(get(at('/hops/3')), { kind: 'too_many_redirects' })
  const inside = ['http://10.0.0.1/', 'http://private.test/', 'http://[::1]/', '//169.254.169.254/']
  for (const to of inside)
    await assert.rejects(get(at(`/redirect?to=${encodeURIComponent(to)}`)), { kind: 'forbidden' })
  for (const to of ['file:///etc/passwd', 'http://a:b@calendar.test/', 'http://['])
    await assert.rejects(get(at(`/redirect?to=${encodeURIComponent(to)}`)), { kind: 'invalid' })
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-key': 'c', accept: 'text/calendar' }
  const other = encodeURIComponent(at('/echo', 'other.test'))
  const echoed = JSON.parse(await text(get(at(`/redirect?to=${other}`), { headers })))
  assert.deepEqual(Object.keys(echoed.headers).sort(), ['accept', 'accept-encoding', 'user-agent'])
  assert.equal((await get(at('/redirect/308'), { method: 'POST', body: 'x' })).status, 308)
})

test('https is required unless the operator allows http, also after a redirect', async () => {
  const strict = fetchWith({ allowHttp: false }, { ca: CERTIFICATE })
  await assert.rejects(strict(at('/echo')), { kind: 'invalid', message: /OUTBOUND_ALLOW_HTTP/ })
  const secure = await listen(createSecureServer({ key: KEY, cert: CERTIFICATE }, answer))
  const url = `https://calendar.test:${secure}`
  assert.equal((await strict(`${url}/size/3`)).status, 200)
  const down = `${url}/redirect?to=${encodeURIComponent(at('/echo'))}`
  await assert.rejects(strict(down), { kind: 'invalid' })
  await assert.rejects(get(`${url}/size/3`), { kind: 'certificate' })
  await assert.rejects(strict(`https://other.test:${secure}/`), { kind: 'certificate' })
  const plain = at('/echo', 'calendar.test').replace('http:', 'https:')
  await assert.rejects(strict(plain), {
    message: 'calendar.test does not offer https at this port.',
  })
})

test('a body beyond the cap fails, with and without a length', async () => {
  await assert.rejects(get(at('/size/1001')), { kind: 'too_large' })
  await assert.rejects(text(get(at('/drip'))), { kind: 'too_large' })
})

test('every failure has its kind', async () => {
  await assert.rejects(get('http://missing.test/'), { kind: 'unresolved' })
  await assert.rejects(get(at('/gzip')), { kind: 'unreadable' })
  await assert.rejects(text(get(at('/cut'))), { kind: 'unreachable' })
  const garbage = await listen(
    createTcpServer(socket => void socket.on('error', () => {}).end('HELLO\r\n\r\n')),
  )
  await assert.rejects(get(`http://calendar.test:${garbage}/`), { kind: 'unreadable' })
  const closing = createServer()
  const closed = await listen(closing)
  await once(closing.close(), 'close')
  await assert.rejects(get(`http://calendar.test:${closed}/`), { kind: 'unreachable' })
  await assert.rejects(get(at('/nothing'), { deadline_ms: 50 }), { kind: 'timeout' })
  await assert.rejects(text(get(at('/stall'), { deadline_ms: 500 })), { kind: 'timeout' })
  const abort = new AbortController()
  const waiting = get(at('/nothing'), { signal: abort.signal })
  abort.abort()
  await assert.rejects(waiting, { kind: 'aborted' })
  await assert.rejects(get(at('/nothing'), { signal: abort.signal }), { kind: 'aborted' })
})

/** A self-signed certificate for calendar.test, valid for a hundred years. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUagAwIBAgITNv03m2iQ5P7BXz6+wgh+a8XLDjAKBggqhkjOPQQDAjAY
MRYwFAYDVQQDDA1jYWxlbmRhci50ZXN0MCAXDTI2MTExNjA3MDcwNFoYDzIxMjYx
MDIzMDcwNzA0WjAYMRYwFAYDVQQDDA1jYWxlbmRhci50ZXN0MFkwEwYHKoZIzj0C
AQYIKoZIzj0DAQcDQgAERLmhSWyaIL4EjEo//qODdXWPUHvVkZ3UnCeie3P0Cr4S
c6grprhas4uKdRaj1WvcZlY5sIH7fwIGtRnhC26H36NtMGswHQYDVR0OBBYEFKOs
UjAmIoboFrLKEAAQGUmRYk+5MB8GA1UdIwQYMBaAFKOsUjAmIoboFrLKEAAQGUmR
Yk+5MA8GA1UdEwEB/wQFMAMBAf8wGAYDVR0RBBEwD4INY2FsZW5kYXIudGVzdDAK
BggqhkjOPQQDAgNIADBFAiB1YBLOvavD1PD451zZ89t7nQKS7TjyyJOKkdb10U62
kgIhANoJhT/V17563Ouy58poM8Yc3Kl4OSMBkpkjZAp6hvez
-----END CERTIFICATE-----`

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrSWh2JZ8SImBxrxr
FXkBWCaTggXAozXu+OjRmLUX+IShRANCAAREuaFJbJogvgSMSj/+o4N1dY9Qe9WR
ndScJ6J7c/QKvhJzqCumuFqzi4p1FqPVa9xmVjmwgft/Aga1GeELboff
-----END PRIVATE KEY-----`
