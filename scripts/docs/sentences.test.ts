import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './blocks.ts'

const guide = readFileSync(join(ROOT, 'docs/guides/troubleshooting.md'), 'utf8')
const sources = globSync(['server/src/**/*.ts', 'scripts/check-node.sh'], { cwd: ROOT })
  .filter(path => !path.endsWith('.test.ts'))
  .map(path => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n')

const sentences = [...guide.matchAll(/^\| (?:[^`|]*)`([^`]+)`[^|]*\|/gm)].map(([, text = '']) => text)

/** Messages in these files explain a failed start or a refused command. */
const EXPLAINING = [
  'server/src/config/environment.ts',
  'server/src/config/settings-file.ts',
  'server/src/failure.ts',
  'server/src/features/accounts/keys/secret.ts',
  'server/src/platform/storage/copies/archive/claim.ts',
  'server/src/platform/storage/open-failure.ts',
  'server/src/platform/storage/schema/migrate.ts',
  'server/src/platform/storage/schema/schema-state.ts',
  'server/src/platform/storage/sqlite/sqlite-lock.ts',
]

test('every message about a failed start is in the guide', () => {
  const messages = EXPLAINING.flatMap(path =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/`([^`\n]{40,})`/g)].map(([, text = '']) => text),
  )
  // A complete sentence ends with a period, or with an inserted remedy or reason. Other long texts are SQL or parts
  // of messages.
  const complete = messages.filter(
    text => /^(?!select|Run this|Daymark cannot start)[^=]*[.}]$/.test(text) && / [a-z]+ /.test(text),
  )
  assert.ok(complete.length > 25, `${complete.length} messages`)
  const missing = complete.filter(text => !sentences.some(sentence => text.includes(sentence)))
  assert.deepEqual(missing, [])
})

test('every sentence in the first column is in the code', () => {
  assert.ok(sentences.length > 15, `${sentences.length} sentences`)
  // Skips requests and commands, because the program does not print them.
  const missing = sentences.filter(text => !/^(?:GET|npm) /.test(text) && !sources.includes(text))
  assert.deepEqual(missing, [])
})
