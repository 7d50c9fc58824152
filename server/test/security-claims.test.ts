// Compares docs/security.md with the program: tests its claims, and finds every test that it names.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fullPath, type Route, type RouteGroup } from '@daymark/contract/route'
import { routes, signInRoutes } from '@daymark/contract/routes'
import { MAX_FRAME_BYTES } from '@daymark/contract/sockets/timer-socket'
import Fastify from 'fastify'
import Type from 'typebox'
import { readConfig } from '../src/config/config.ts'
import { MAX_ITEMS } from '../src/platform/kernel/page.ts'
import { type EmbeddedApp, startEmbedded } from './support/accounts.ts'
import { watchAnswers } from './support/answers.ts'
import { openFreshSqlite } from './support/sqlite.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/security.md')
const asvs = read('docs/asvs.md')
const OWN = 'server/test/security-claims.test.ts'
const ID = '01a1dd40-93c2-7156-a99d-dae837885b29'

describe('docs/security.md', () => {
  const items = page.split(/^#{2,3} /m).filter(item => /^API\d+ /.test(item))
  const named = testsIn(page)

  it('covers all ten items, and every line of each names a test', () => {
    assert.deepEqual(
      items.map(item => item.split(' ')[0]),
      Array.from({ length: 10 }, (_, i) => `API${i + 1}`),
    )
    const lines = items.flatMap(item => item.split('\n').filter(line => line.startsWith('- ')))
    assert.ok(lines.length >= 40)
    assert.deepEqual(
      lines.filter(line => !/`[^`]+\.test\.ts`: "/.test(line)),
      [],
    )
  })

  it('names tests that exist', () => {
    const missing = named.filter(({ path, title }) => !titlesOf(read(path)).includes(title))
    assert.deepEqual(missing, [])
  })

  it('has a table of ASVS in which every requirement that is met names a test that exists', () => {
    const missing = testsIn(asvs).filter(({ path, title }) => !titlesOf(read(path)).includes(title))
    assert.deepEqual(missing, [])
    const rows = asvs.split('\n').filter(line => /^\| \d/.test(line))
    assert.ok(rows.length > 80)
    const unproven = rows.filter(row => / (yes|partly) \| /.test(row) && testsIn(row).length === 0)
    assert.deepEqual(unproven, [])
  })

  it('names every claim that is run here', () => {
    const [, claims = ''] = read(OWN).split(/^describe\('the claims', /m)
    const cited = named.filter(({ path }) => path === OWN).map(({ title }) => title)
    assert.deepEqual(titlesOf(claims).sort(), [...new Set(cited)].sort())
  })
})

/** Returns the tests that the document names: a file, a colon, and quoted titles. */
function testsIn(text: string): { path: string; title: string }[] {
  const named = text.matchAll(/`([^`]+\.test\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)
  return [...named].flatMap(([, path = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ path, title })),
  )
}

const titlesOf = (source: string): string[] =>
  [...source.matchAll(/\b(?:it|itOnce|test|describe|forEachStorage)\(\s*(['"`])((?:(?!\1).)+)\1/g)].map(
    ([, , title = '']) => title,
  )

describe('the claims', () => {
  let server: EmbeddedApp
  let authorization: string
  before(async () => {
    // The general rule allows 60 requests per minute, and more routes than that have no limit of their own.
    const limits = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_DEFAULT_REQUESTS: '120' }
    server = await startEmbedded(await openFreshSqlite(), limits)
    authorization = `Bearer ${(await server.join()).access_token}`
  })
  after(() => server.close())

  const post = (path: string, body: string, headers: Record<string, string> = { authorization }) =>
    server.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

  it('every route requires a token, except those that declare otherwise', async () => {
    const all = Object.values<RouteGroup>({ ...routes, ...signInRoutes }).flatMap(group =>
      Object.values<Route>(group),
    )
    const statusOf = async (route: Route) => {
      const path = fullPath(route).replace(/\{\w+\}/g, ID)
      return (await server.fetch(path, { method: route.method })).status
    }
    const guarded = all.filter(route => route.auth !== 'none')
    assert.ok(guarded.length > 40, `${guarded.length} routes`)
    for (const route of guarded)
      assert.equal(await statusOf(route), 401, `${route.method} ${fullPath(route)}`)
    assert.deepEqual(
      all.filter(route => route.auth === 'none').map(route => `${route.method} ${fullPath(route)}`),
      OPEN,
    )
  })

  it('a request cannot set fields that its schema does not have', async () => {
    const group = await post('/v1/tags/groups', JSON.stringify({ name: 'Work', color: '#112233' }))
    const { id: tag_group_id } = (await group.json()) as { id: string }
    const forged = {
      owner_id: 'somebody else',
      created_at: '2000-01-01T00:00:00Z',
      updated_at: '2000-01-01T00:00:00Z',
      is_shared: true,
      version: 99,
    }
    const response = await post('/v1/todos', JSON.stringify({ title: 'T', tag_group_id, ...forged }))
    assert.equal(response.status, 201)
    const todo = (await response.json()) as Record<string, unknown>
    for (const [name, value] of Object.entries(forged)) assert.notEqual(todo[name], value, name)
  })

  it('no request schema has the owner or the times of a record', () => {
    const found: string[] = []
    for (const group of Object.values<RouteGroup>({ ...routes, ...signInRoutes })) {
      for (const route of Object.values<Route>(group)) {
        const names = route.body ? propertiesIn(route.body) : []
        found.push(...names.filter(name => FORBIDDEN.test(name)).map(name => `${fullPath(route)} ${name}`))
      }
    }
    assert.deepEqual(found, [])
    assert.ok(
      propertiesIn(Type.Object({ a: Type.Array(Type.Object({ owner_id: Type.String() })) })).includes(
        'owner_id',
      ),
    )
  })

  it('a response with a field that its schema does not declare fails the tests', async () => {
    const app = Fastify()
    const answers = Type.Object({ id: Type.String() })
    app.get('/good', { config: { answers } }, async () => ({ id: 'x' }))
    app.get('/leaky', { config: { answers } }, async () => ({ id: 'x', password_hash: 'y' }))
    watchAnswers(app)
    assert.equal((await app.inject('/good')).statusCode, 200)
    const leaky = await app.inject('/leaky')
    assert.equal(leaky.statusCode, 500)
    assert.match(leaky.payload, /password_hash, which is not declared/)
    await app.close()
  })

  it('sizes are limited as the page says', async () => {
    const sized = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
    assert.equal((await post('/v1/todos', sized(1_048_576))).status, 422)
    assert.equal((await post('/v1/todos', sized(1_048_577))).status, 413)
    const list = async (limit: number) =>
      (await server.fetch(`/v1/todos?limit=${limit}`, { headers: { authorization } })).status
    assert.deepEqual([await list(500), await list(501)], [200, 422])
    assert.deepEqual([MAX_ITEMS, MAX_FRAME_BYTES], [10_000, 65_536])
    assert.match(page, /Bodies have at most 1 MiB, socket frames 64 KiB, lists 10,000 items and pages 500/)
  })

  it('friend requests are limited to 20 a minute', async () => {
    const { access_token } = await server.join()
    const ask = () =>
      post('/v1/friends/requests', JSON.stringify({ email: 'x@example.org' }), {
        authorization: `Bearer ${access_token}`,
      })
    for (let i = 0; i < 20; i++) assert.equal((await ask()).status, 202)
    assert.equal((await ask()).status, 429)
  })

  it('nothing but the outbound door and commands contacts other servers', () => {
    const sources = globSync('server/src/**/*.ts', { cwd: root }).filter(path => !path.endsWith('.test.ts'))
    assert.ok(sources.length > 150, `${sources.length} files`)
    // `fetch` with an object and methods of this name belong to the door.
    const outgoing =
      /(?<!\.)\bfetch\((?!\{)|from 'node:https'|from 'undici'|\b(?:http|https)\.(?:get|request)\(/
    const files = sources.filter(path => outgoing.test(read(path))).sort()
    assert.deepEqual(files, [
      // The doctor, an operator command, uses this module.
      'server/src/commands/checks/services-check.ts',
      'server/src/platform/outbound/exchange.ts',
      'server/src/platform/outbound/outbound.ts',
      // This script runs in the browser of the person who signs in.
      'server/src/protocols/oauth/pages/passkey-script.ts',
    ])
  })

  it('the defaults are safe', async () => {
    const config = readConfig({})
    assert.equal(config.HOST, '127.0.0.1')
    assert.deepEqual(
      [config.RATE_LIMIT_ENABLED, config.WS_RATE_LIMIT_ENABLED, config.METRICS_ENABLED],
      [true, true, false],
    )
    assert.equal(config.ACCOUNTS_TRUST_EMAIL, false)
    assert.deepEqual(config.CORS_ALLOWED_ORIGINS, [])
    assert.equal((await server.fetch('/metrics')).status, 404)
  })

  it('responses of the API have the protective headers, rejections too', async () => {
    const answers = [
      await server.fetch('/v1/todos', { headers: { authorization } }),
      await server.fetch('/v1/todos'),
      await server.fetch('/v1/nothing', { headers: { authorization } }),
      await post('/v1/todos', '{'),
      await server.post('/auth/token', { refresh_token: 'x' }),
    ]
    assert.deepEqual(
      answers.map(answer => answer.status),
      [200, 401, 404, 422, 401],
    )
    for (const { headers } of answers) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('x-frame-options'), 'DENY')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    }
  })

  it('pages run scripts of this server only', async () => {
    for (const path of ['/docs', '/docs/socket', '/docs/graphql']) {
      const { status, headers } = await server.fetch(path)
      assert.equal(status, 200)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self';/)
      assert.doesNotMatch(policy, /unsafe-eval|script-src[^;]*unsafe-inline/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
    const web = read('server/src/protocols/web/web.ts')
    assert.match(web, /"img-src 'self' data: https:"/)
  })
})

/** These paths need no token. Each new path here must be a deliberate decision. */
const OPEN = [
  'POST /v1/account/verify/confirm',
  'POST /v1/account/reset',
  'POST /v1/account/reset/confirm',
  'GET /v1/polls/{link}',
  'GET /v1/polls/{link}/ics',
  'POST /v1/polls/{link}/answers',
  'GET /v1/polls/{link}/answers/{edit_token}',
  'PUT /v1/polls/{link}/answers/{edit_token}',
  'DELETE /v1/polls/{link}/answers/{edit_token}',
  'GET /v1/holidays',
  'POST /auth/sign-up',
  'POST /auth/sign-in',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'POST /auth/token',
  'POST /auth/sign-out',
  'GET /config.json',
  'GET /health',
  'GET /health/ready',
]

const FORBIDDEN = /^(owner_id|user_id|account_id|requester_id|created_at|updated_at|deleted_at|last_used_at)$/

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' && typeof value === 'object' && value !== null
      ? [...Object.keys(value), ...Object.values(value).flatMap(propertiesIn)]
      : propertiesIn(value),
  )
}
