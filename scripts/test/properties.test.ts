import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import fc from './properties.ts'
import { SEED_VARIABLE, seedOf } from './seed.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('a seed is random unless it is given', () => {
  assert.equal(seedOf('5545'), 5545)
  assert.equal(seedOf('-7'), -7)
  assert.notEqual(seedOf(undefined), seedOf(undefined))
  assert.throws(() => seedOf('soon'), /PROPERTY_SEED must be a whole number/)
})

test('the whole run uses the seed that the test command has printed', () => {
  const given = process.env[SEED_VARIABLE]
  assert.ok(given, 'run the tests with "npm test"')
  assert.equal(fc.readConfigureGlobal().seed, Number(given))
})

test('every property test imports fast-check from properties.ts', () => {
  const files = globSync('{contract,client,server,web,recurrence,quick-add,conformance,scripts}/**/*.ts', {
    cwd: ROOT,
  })
  const trying = files
    .filter(file => !/node_modules|\/dist\//.test(file))
    .map(file => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ text }) => /\bfc\.assert\(/.test(text))
  assert.ok(trying.length > 30, 'they were found')
  assert.deepEqual(
    trying.filter(({ text }) => /from 'fast-check'/.test(text)).map(({ file }) => file),
    [],
  )
})
