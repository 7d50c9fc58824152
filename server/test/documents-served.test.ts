import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, test } from 'node:test'
import fastify from 'fastify'
import { folderFiles } from '../src/platform/program/files.ts'
import { html, pagePolicy, renderPage } from '../src/protocols/oauth/pages/layout.ts'
import { serveWeb } from '../src/protocols/web/web.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { openFreshSqlite } from './support/sqlite.ts'

const DOCUMENTS = [
  '/openapi.json',
  '/asyncapi.json',
  '/calendar.graphql',
  '/docs',
  '/docs/socket',
  '/docs/graphql',
  '/docs/start.js',
  '/docs/reference.css',
  '/docs/swagger-ui.css',
  '/docs/swagger-ui-bundle.js',
  '/ws-playground',
  '/v1/graphql',
]

describe('documents', () => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await openFreshSqlite())
  })
  after(() => server.close())

  for (const path of DOCUMENTS) {
    it(`${path} is not sent again to a client that has it`, async () => {
      const first = await server.fetch(path)
      assert.equal(first.status, 200)
      const etag = first.headers.get('etag') ?? ''
      assert.match(etag, /^"[\w-]{43}"$/)
      assert.notEqual(first.headers.get('cache-control'), 'no-store')
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await server.fetch(path, { headers: { 'if-none-match': known } })
        assert.equal(again.status, 304, known)
        assert.equal(again.headers.get('etag'), etag)
        assert.equal(
          again.headers.get('content-security-policy'),
          first.headers.get('content-security-policy'),
        )
        assert.equal(await again.text(), '')
      }
      const other = await server.fetch(path, { headers: { 'if-none-match': '"other"' } })
      assert.equal(other.status, 200)
      assert.equal(await other.text(), await first.text())
    })
  }

  it('they need no token, and an invalid one does not matter', async () => {
    const answer = await server.fetch('/openapi.json', { headers: { authorization: 'Bearer x.y.z' } })
    assert.equal(answer.status, 200)
  })
})

describe('the limit of paths outside the API', () => {
  let server: TestApp
  before(async () => {
    server = await startTestApp(await openFreshSqlite(), { RATE_LIMIT_ENABLED: 'true' })
    server.clock.freeze()
  })
  after(() => server.close())

  it('is generous, counts all paths together, and is announced only when it is used up', async () => {
    const paths = ['/docs', '/openapi.json', '/nowhere', '/config.json']
    let answer = await server.fetch('/health')
    let passed = 0
    for (; answer.status !== 429; passed++) {
      for (const name of ['limit', 'remaining', 'reset'])
        assert.equal(answer.headers.get(`x-ratelimit-${name}`), null)
      answer = await server.fetch(paths[passed] ?? '/health')
    }
    assert.equal(passed, 3_000)
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 60)
    assert.deepEqual(await answer.json(), {
      detail: `Too many requests. Try again in ${seconds} s.`,
      retry_after: seconds,
    })
    assert.equal(answer.headers.get('x-ratelimit-limit'), null)
    assert.equal((await server.fetch('/v1/users/me')).status, 401, 'the API has limits of its own')
    server.clock.advance(seconds * 1_000)
    assert.equal((await server.fetch('/health')).status, 200)
  })
})

test('readiness is checked at most once a second, however many requests there are', async () => {
  const storage = await openFreshSqlite()
  let checks = 0
  const counting = {
    ...storage,
    check: () => {
      checks++
      return storage.check()
    },
  }
  const server = await startTestApp(counting)
  try {
    const ask = async () => (await server.fetch('/health/ready')).status
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 50 }, ask))), new Set([200]))
    assert.equal(checks, 1)
    server.clock.advance(1_000)
    assert.equal(await ask(), 200)
    assert.equal(checks, 2)
  } finally {
    await server.close()
  }
})

test('every page of the web app can be opened and reloaded by its address', async () => {
  const source = await readFile(new URL('../../web/src/shell/pages.tsx', import.meta.url), 'utf8')
  const pages = [...source.matchAll(/entry\('\w+', '([^']+)'/g)].map(([, path = '']) => path)
  assert.ok(pages.includes('/todos'), 'the list of pages was found')
  const folder = await mkdtemp(join(tmpdir(), 'web-'))
  const app = fastify()
  try {
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    await serveWeb(app, { files: folderFiles({ web: () => folder }) })
    for (const url of [...pages, '/today', '/day', '/day/2026-03-05', '/sign-in', '/sign-up', '/callback'])
      assert.equal((await app.inject({ url })).statusCode, 200, url)
    assert.equal((await app.inject({ url: '/nowhere' })).statusCode, 404)
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})

test('pages of the provider in Korean load the Korean font of the web app', async () => {
  const page = (language: 'en' | 'ko') =>
    renderPage({ language, title: 'Daymark', publicUrl: 'https://daymark.example', body: html`` })
  assert.doesNotMatch(page('en'), /korean-font/)
  assert.match(page('ko'), /href="https:\/\/daymark\.example\/korean-font\.css"/)
  assert.match(pagePolicy('https://daymark.example/'), /font-src 'self' https:\/\/daymark\.example;/)

  const folder = await mkdtemp(join(tmpdir(), 'web-'))
  const app = fastify()
  try {
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    await writeFile(join(folder, 'assets/korean-font-1a2b3c.css'), '@font-face {}')
    await serveWeb(app, { files: folderFiles({ web: () => folder }) })
    const { headers } = await app.inject({ url: '/korean-font.css' })
    assert.equal(headers.location, '/assets/korean-font-1a2b3c.css')
    assert.equal((await app.inject({ url: headers.location })).body, '@font-face {}')
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
