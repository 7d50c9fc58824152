// The committed OpenAPI document is the one of the contract, and its references lead somewhere.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openApiDocument } from '@daymark/contract/openapi'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test('docs/openapi.json is up to date (npm run openapi writes it)', () => {
  const fresh = JSON.parse(JSON.stringify(openApiDocument(read('package.json').version)))
  assert.deepEqual(read('docs/openapi.json'), fresh)
})

test('every reference leads to a component and every operation is named once', () => {
  const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
  const document = JSON.parse(text) as { components: { schemas: object } }
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(match => match[1] ?? '')
  assert.ok(names.length > 20)
  for (const name of names) assert.ok(name in document.components.schemas, name)
  const operations = [...text.matchAll(/"operationId": "([^"]+)"/g)].map(match => match[1])
  assert.equal(new Set(operations).size, operations.length)
})
