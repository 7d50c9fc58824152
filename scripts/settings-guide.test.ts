import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingsExample, settingsGuide } from './settings-guide.ts'

test('docs/guides/settings.md is up to date (npm run settings-guide writes it)', () => {
  const written = readFileSync(join(import.meta.dirname, '../docs/guides/settings.md'), 'utf8')
  assert.equal(written, settingsGuide())
})

test('deploy/daymark.env.example is up to date (npm run settings-guide writes it)', () => {
  const written = readFileSync(join(import.meta.dirname, '../deploy/daymark.env.example'), 'utf8')
  assert.equal(written, settingsExample())
})
