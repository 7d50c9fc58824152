// The API reference as a server serves it: from this machine alone, and the same as the committed files.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestApp } from './support/app.ts'
import { openFreshSqlite } from './support/storages.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('the reference is served from this machine alone', async () => {
  const server = await startTestApp(await openFreshSqlite())
  try {
    const page = await server.fetch('/docs')
    assert.equal(page.status, 200)
    const html = await page.text()
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1] ?? '')
    assert.ok(sources.length > 3)
    for (const source of sources) {
      assert.match(source, /^\//, source)
      if (source.startsWith('/docs')) assert.equal((await server.fetch(source)).status, 200, source)
    }
    assert.deepEqual(await (await server.fetch('/openapi.json')).json(), read('docs/openapi.json'))
    assert.deepEqual(await (await server.fetch('/asyncapi.json')).json(), read('docs/asyncapi.json'))
  } finally {
    await server.close()
  }
})
