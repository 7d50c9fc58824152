import assert from 'node:assert/strict'
import { get } from 'node:http'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { startTestApp } from '../../../test/support/app.ts'
import { connect, greeted, listening } from '../../../test/support/device.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'

interface Answer {
  status: number
  body: string
}

async function start(t: TestContext, settings: Record<string, string> = {}) {
  const lines: { level: number; host?: string; msg: string }[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) })
  const server = await startTestApp(
    await openFreshSqlite(),
    { PUBLIC_URL: 'https://day.example.org', ...settings },
    { log },
  )
  t.after(() => server.close())
  const address = await listening(server.app)
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<Answer>((resolve, reject) => {
      get(`http://${address}${path}`, { headers }, response => {
        let body = ''
        response.on('data', chunk => {
          body += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      }).on('error', reject)
    })
  return { server, ask, lines }
}

const PATHS = ['/', '/v1/tags', '/dav/', '/auth/token', '/nowhere', '/healthy', '/metrics/x', '/config.json']

test('a request for another public name is answered 421, with the name of the setting', async t => {
  const { ask, lines } = await start(t)
  for (const path of PATHS) {
    const { status, body } = await ask(path, { host: 'evil.example.com' })
    assert.equal(status, 421, path)
    assert.match(body, /ALLOWED_HOSTS/)
  }
  await ask('/', { host: 'Evil.example.com:81' })
  const warned = lines.filter(({ host }) => host !== undefined)
  assert.deepEqual(
    warned.map(({ host }) => host),
    ['evil.example.com'],
    'one line per name',
  )
  assert.match(warned[0]?.msg ?? '', /ALLOWED_HOSTS/)
})

test('health and metrics answer to every name', async t => {
  const { ask } = await start(t, { METRICS_ENABLED: 'true' })
  for (const path of ['/health', '/health/ready', '/health?x=1', '/metrics'])
    assert.equal((await ask(path, { host: 'evil.example.com' })).status, 200, path)
})

test('own names and names in ALLOWED_HOSTS reach the server; without PUBLIC_URL every name does', async t => {
  const { ask } = await start(t, { ALLOWED_HOSTS: 'Time.example.com, calendar.example.com' })
  for (const host of [
    'day.example.org',
    'time.example.com:8080',
    'calendar.example.com',
    'nas.local',
    '10.0.0.9',
  ])
    assert.equal((await ask('/config.json', { host })).status, 200, host)
  const { ask: askFree } = await start(t, { PUBLIC_URL: '' })
  assert.equal((await askFree('/config.json', { host: 'evil.example.com' })).status, 200)
})

test('behind a trusted proxy, X-Forwarded-Host counts; from anywhere else it does not', async t => {
  const { ask } = await start(t, { TRUSTED_PROXY_IPS: '127.0.0.1' })
  const from = async (host: string, forwarded: string) =>
    (await ask('/config.json', { host, 'x-forwarded-host': forwarded })).status
  assert.equal(await from('backend.example.net', 'day.example.org'), 200)
  assert.equal(await from('backend', 'evil.example.com'), 421)
  assert.equal(await from('backend', 'evil.example.com, day.example.org'), 421)
  assert.equal(await from('evil.example.com', ''), 421)
  const { ask: askDirect } = await start(t)
  const direct = { host: 'evil.example.com', 'x-forwarded-host': 'day.example.org' }
  assert.equal((await askDirect('/config.json', direct)).status, 421)
})

test('a socket for another public name is refused before its token is read', async t => {
  const { server } = await start(t)
  const device = await connect(server, 'ann', { headers: { host: 'evil.example.com' } })
  const { status, body } = await device.refused
  assert.equal(status, 421)
  assert.match(body, /ALLOWED_HOSTS/)
  const own = await greeted(server, 'ann', { headers: { host: 'day.example.org' } })
  own.socket.close()
})
