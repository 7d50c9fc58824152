// Replaces the program's folder under a running server, as an upgrade does, and then uses everything that is loaded on
// first use.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { freePort } from '../../scripts/services/free-port.ts'
import { childrenOf } from '../../scripts/services/processes.ts'
import { buildServer } from '../../scripts/services/server-program.ts'
import { PASSWORD } from './support/accounts.ts'
import { formBrowser } from './support/form-browser.ts'
import { type RunningServer, startProgram } from './support/process.ts'
import { testRedisUrl } from './support/redis.ts'
import { linkToken, type MailServer, startMailServer } from './support/smtp.ts'
import { ownDatabaseUrl } from './support/storages.ts'

const GARBAGE = 'throw new Error("This belongs to another version.")'

/** Installs the program in a folder of its own, and returns what an upgrade in the middle of `npm ci` leaves there. */
async function install() {
  const folder = await mkdtemp(join(tmpdir(), 'daymark-program-'))
  const dist = join(folder, 'server/dist')
  const bin = join(folder, 'node_modules/.bin')
  await cp(dirname(process.env['TEST_SERVER'] ?? (await buildServer())), dist, { recursive: true })
  await mkdir(bin, { recursive: true })
  await copyFile(process.execPath, join(bin, 'node'), constants.COPYFILE_FICLONE)
  return {
    program: [join(bin, 'node'), join(dist, 'main.js')] as const,
    async replace() {
      const names = await readdir(dist)
      for (const each of [dist, join(folder, 'node_modules')]) await rm(each, { recursive: true })
      await mkdir(dist, { recursive: true })
      for (const name of names) await writeFile(join(dist, name), GARBAGE)
      await writeFile(join(folder, 'node_modules'), GARBAGE)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

describe('an upgrade of the program’s folder', () => {
  const cleanUp = new AsyncDisposableStack()
  let installed: Awaited<ReturnType<typeof install>>
  before(async () => {
    installed = await install()
    cleanUp.defer(() => installed.remove())
  })
  after(() => cleanUp.disposeAsync())

  describe('under a running server', () => {
    let server: RunningServer
    let mail: MailServer
    let origin = ''
    let token = ''
    const person = { email: 'in.place@day.example', password: PASSWORD }

    before(async () => {
      mail = await startMailServer()
      cleanUp.defer(() => mail.close())
      const port = await freePort()
      // Passkeys need a name.
      origin = `http://localhost:${port}`
      server = await startProgram(
        {
          ...mail.settings,
          PORT: String(port),
          PUBLIC_URL: origin,
          METRICS_ENABLED: 'true',
          OAUTH_DYNAMIC_REGISTRATION: 'true',
        },
        { program: installed.program },
      )
      cleanUp.defer(async () => void (await server.stop()))
      await installed.replace()
    })

    const send = (path: string, init: RequestInit = {}) =>
      fetch(origin + path, {
        ...init,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as object) },
      })

    async function post(path: string, body: unknown, expected = 200) {
      const headers = { 'content-type': 'application/json' }
      const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
      const text = await response.text()
      assert.equal(response.status, expected, `${path}: ${text}`)
      return JSON.parse(text) as Record<string, string>
    }

    async function textAt(path: string, headers = {}): Promise<string> {
      const response = await send(path, { headers })
      const text = await response.text()
      assert.equal(response.status, 200, `${path}: ${text.slice(0, 200)}`)
      assert.notEqual(text, GARBAGE, path)
      return text
    }

    it('every file of the web app is still that of this version', async () => {
      const seen = new Set<string>()
      const visit = async (path: string): Promise<void> => {
        if (seen.has(path)) return
        seen.add(path)
        const text = await textAt(path, { 'accept-encoding': 'br' })
        for (const [, name] of text.matchAll(/[\w-]+\/([\w.-]+-[\w-]{8}\.(?:js|css))\b/g))
          await visit(`/assets/${name}`)
      }
      for (const path of ['/', '/today', '/service-worker.js', '/manifest.webmanifest', '/icon.svg'])
        await visit(path)
      assert.ok(seen.size > 20, `only ${[...seen].join(', ')}`)
    })

    it('documents, pages for developers and metrics', async () => {
      const pages = [
        '/docs',
        '/docs/socket',
        '/docs/graphql',
        '/docs/swagger-ui.css',
        '/docs/swagger-ui-bundle.js',
      ]
      const documents = [
        '/openapi.json',
        '/asyncapi.json',
        '/calendar.graphql',
        '/ws-playground',
        '/v1/graphql',
      ]
      for (const path of [...pages, ...documents, '/health/ready', '/metrics']) await textAt(path)
    })

    it('sign-up, mail, verification and second factors', async () => {
      await post('/auth/sign-up', { ...person, password: 'password123', name: 'Kim' }, 422)
      await post('/auth/sign-up', { ...person, name: 'Kim' }, 201)
      token = (await post('/auth/sign-in', person))['access_token'] ?? ''
      const letter = await mail.next('Verify your email address', person.email)
      await post('/v1/account/verify/confirm', { token: linkToken(letter) })
      await post('/v1/account/passkeys/options', {})
      assert.match((await post('/v1/account/totp', { password: PASSWORD }, 201))['url'] ?? '', /^otpauth:/)
    })

    it('OAuth', async () => {
      const redirect = 'http://127.0.0.1/callback'
      const client = { redirect_uris: [redirect], token_endpoint_auth_method: 'none' }
      const { client_id = '' } = await post('/auth/oauth/register', client, 201)
      const query = new URLSearchParams({
        ...{ client_id, redirect_uri: redirect, response_type: 'code', scope: 'openid todos:read' },
        ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
      })
      const page = await formBrowser(origin).go(`/auth/oauth/authorize?${query}`)
      assert.match(page.text, /<form method="post"/)
    })

    it('CalDAV, MCP, GraphQL, sockets', async () => {
      const { username, password } = await post('/v1/account/device_passwords', { name: 'Phone' }, 201)
      const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const found = await send('/dav/', { method: 'PROPFIND', headers: { authorization: basic, depth: '0' } })
      assert.equal(found.status, 207)
      const call = await send('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
      assert.match(await call.text(), /"tools"/)
      const query = '{ calendar(startDate: "2026-03-01", endDate: "2026-03-31") { date } }'
      await post('/v1/graphql', { query })
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/ws/timers`, [
        `authorization.bearer.${token}`,
      ])
      await once(socket, 'message')
      socket.close()
    })

    it('imports, exports, holidays, push', async () => {
      const entry = [
        'BEGIN:VEVENT',
        'UID:1',
        'DTSTAMP:20260301T000000Z',
        'DTSTART:20260301T090000Z',
        'END:VEVENT',
      ]
      const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entry, 'END:VCALENDAR', ''].join('\r\n')
      const upload = async (path: string, type: string, body: string | Buffer) => {
        const response = await send(path, { method: 'POST', headers: { 'content-type': type }, body })
        assert.ok(response.ok, `${path}: ${await response.text()}`)
      }
      await upload('/v1/import/ics', 'text/calendar', calendar)
      await upload('/v1/import/todoist', 'text/csv', 'TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,Write,1,1,\n')
      const archive = Buffer.from(await (await send('/v1/account/export')).arrayBuffer())
      await upload('/v1/account/import', 'application/zip', archive)
      assert.match(await textAt('/v1/holidays?country=KR&year=2026'), /"name"/)
      await textAt('/v1/push/key')
    })
  })

  it('under a server with workers: a new worker is of the same version', async () => {
    const { url, drop } = await ownDatabaseUrl()
    cleanUp.defer(drop)
    const again = await install()
    cleanUp.defer(() => again.remove())
    const server = await startProgram(
      { LOG_LEVEL: 'info', WORKERS: '2', DATABASE_URL: url, REDIS_URL: testRedisUrl() },
      { program: again.program },
    )
    cleanUp.defer(async () => void (await server.stop()))
    await again.replace()
    const [worker = 0] = childrenOf(server.pid)
    process.kill(worker)
    while (!server.printed().includes('a worker replaces it')) await pause(50)
    assert.match(await (await fetch(`${server.url}/docs`)).text(), /Daymark/)
    assert.equal(await server.stop(), 0)
  })
})
