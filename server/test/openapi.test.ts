// The committed OpenAPI document is the one of the contract, and its references lead somewhere.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { asyncApiDocument } from '@daymark/contract/asyncapi'
import { calendarSdl } from '@daymark/contract/calendar'
import { openApiDocument } from '@daymark/contract/openapi'
import { startTestApp } from './support/app.ts'
import { openFreshSqlite } from './support/storages.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('docs/openapi.json is up to date (npm run openapi writes it)', () => {
  const fresh = JSON.parse(JSON.stringify(openApiDocument(read('package.json').version)))
  assert.deepEqual(read('docs/openapi.json'), fresh)
})

test('docs/asyncapi.json and docs/calendar.graphql are up to date (npm run openapi writes them)', () => {
  const fresh = JSON.parse(JSON.stringify(asyncApiDocument(read('package.json').version)))
  assert.deepEqual(read('docs/asyncapi.json'), fresh)
  assert.equal(readFileSync(join(root, 'docs/calendar.graphql'), 'utf8').trim(), calendarSdl.trim())
})

test('every reference leads to a component and every operation is named once', () => {
  for (const file of ['docs/asyncapi.json', 'docs/openapi.json']) {
    const { components } = read(file) as { components: { schemas: object } }
    const references = readFileSync(join(root, file), 'utf8').matchAll(/"#\/components\/schemas\/(\w+)"/g)
    const names = [...references].map(match => match[1] ?? '')
    assert.ok(names.length > 3, file)
    for (const name of names) assert.ok(name in components.schemas, name)
  }
  const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
  const operations = [...text.matchAll(/"operationId": "([^"]+)"/g)].map(match => match[1])
  assert.equal(new Set(operations).size, operations.length)
})

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
