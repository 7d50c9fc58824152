import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { endingFlags } from './endings.ts'

const REPORTER = join(import.meta.dirname, 'summary.ts')

function outputOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-load-'))
  const file = join(folder, 'one.test.mjs')
  writeFileSync(file, text)
  // Removes this variable, because otherwise Node refuses to run tests inside a test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    const flags = [...endingFlags(), `--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout']
    return spawnSync(process.execPath, ['--test', ...flags, file], { encoding: 'utf8', env }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('prints why a file could not be loaded, and nothing about failures of its tests', () => {
  const broken = outputOf(`import './missing.ts'`)
  assert.match(broken, /one\.test\.mjs failed outside a test:\n[\s\S]*ERR_MODULE_NOT_FOUND[\s\S]*missing\.ts/)
  assert.equal(outputOf(`import { test } from 'node:test'\ntest('no', () => { throw new Error('no') })`), '')
})

test('repeats long diagnostics of tests', () => {
  const texts = `import { test } from 'node:test'\ntest('yes', t => { t.diagnostic('short'); t.diagnostic('a\\nb') })`
  assert.equal(outputOf(texts), '\na\nb\n')
})
