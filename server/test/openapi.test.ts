import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestApp } from './support/app.ts'
import { openFreshSqlite } from './support/sqlite.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('the reference is served from this machine alone', async () => {
  const server = await startTestApp(await openFreshSqlite())
  try {
    for (const [path, tells] of [
      ['/docs', /id="reference"/],
      ['/docs/socket', /id="timer\.friend_activity"/],
      ['/docs/graphql', /type Calendar \{/],
    ] as const) {
      const page = await server.fetch(path)
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self';/)
      const html = await page.text()
      assert.match(html, tells)
      const sources = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(match => match[1] ?? '')
      assert.ok(sources.length > 3)
      for (const source of sources) {
        assert.match(source, /^\//, source)
        if (/^\/(?:docs|\w+\.(?:json|graphql))/.test(source))
          assert.equal((await server.fetch(source)).status, 200, source)
      }
    }
    assert.deepEqual(await (await server.fetch('/openapi.json')).json(), read('docs/openapi.json'))
    assert.deepEqual(await (await server.fetch('/asyncapi.json')).json(), read('docs/asyncapi.json'))
    const sdl = await (await server.fetch('/calendar.graphql')).text()
    assert.equal(sdl.trim(), readFileSync(join(root, 'docs/calendar.graphql'), 'utf8').trim())
  } finally {
    await server.close()
  }
})
