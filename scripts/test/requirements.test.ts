import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { type Requirements, requirementsOf } from './requirements.ts'

const readsPostgres = `export const url = process.env['TEST_${'POSTGRES_URL'}']`
const readsChromium = `export const path = process.env['${'CHROMIUM'}_PATH']`

/** Returns what the test `start.ts` requires, given the contents of all files. */
function needs(files: Record<string, string>): Requirements {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-requirements-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return requirementsOf(folder)('start.ts')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a module without effects needs nothing', () => {
  const found = needs({
    'start.ts': "import assert from 'node:assert'\nimport { a } from './a.ts'",
    'a.ts': 'export const a = 1',
  })
  assert.deepEqual(found, { kind: 'unit', services: new Set() })
})

test('services are found through imports of any form, even in cycles', () => {
  const found = needs({
    'start.ts': "import {\n  a,\n  type B,\n} from './a.ts'\nexport * from './chromium.ts'",
    'a.ts': "import './b.ts'\nimport './start.ts'",
    'b.ts': `${readsPostgres}\nimport './a.ts'`,
    'chromium.ts': readsChromium,
  })
  assert.deepEqual(found, { kind: 'browser', services: new Set(['postgres', 'chromium']) })
})

test('modules that are imported for their types, or only when called, do not count', () => {
  const found = needs({
    'start.ts': "import type { B } from './b.ts'\nexport const later = () => import('./b.ts')",
    'b.ts': readsPostgres,
  })
  assert.equal(found.kind, 'unit')
})

test('a process, a database or an open port is an effect; arithmetic on addresses is not', () => {
  const kindOf = (text: string) => needs({ 'start.ts': text }).kind
  assert.equal(kindOf("import { spawn } from 'node:child_process'"), 'integration')
  assert.equal(kindOf("import { DatabaseSync } from 'node:sqlite'"), 'integration')
  assert.equal(kindOf("import fastify from 'fastify'"), 'integration')
  assert.equal(kindOf("process.argv = ['node', 'backup']"), 'integration')
  assert.equal(kindOf("import { connect, createServer } from 'node:net'"), 'integration')
  assert.equal(kindOf("import { BlockList } from 'node:net'"), 'unit')
})

test('a broken import fails with both names', () => {
  assert.throws(() => needs({ 'start.ts': "import './gone.ts'" }), /start\.ts imports gone\.ts/)
})

test('some tests of this checkout have the expected requirements', () => {
  const requirements = requirementsOf(resolve(import.meta.dirname, '../..'))
  assert.deepEqual(requirements('contract/src/validation/email.test.ts'), {
    kind: 'unit',
    services: new Set(),
  })
  assert.deepEqual(requirements('conformance/tags.test.ts'), { kind: 'integration', services: new Set() })
  assert.deepEqual(requirements('e2e/todos.browser.test.ts').services, new Set(['chromium']))
})
