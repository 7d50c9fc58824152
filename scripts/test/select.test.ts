import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { chooseFiles, selectTests } from './select.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ALL = [
  'server/src/features/todos/b.test.ts',
  'client/src/a.test.ts',
  'server/src/features/tags/c.test.ts',
]

test('without arguments, every file is selected, in order', () => {
  assert.deepEqual(chooseFiles(ALL, []), [
    'client/src/a.test.ts',
    'server/src/features/tags/c.test.ts',
    'server/src/features/todos/b.test.ts',
  ])
})

test('a folder, a part of a name or a pattern selects the matching files', () => {
  assert.deepEqual(chooseFiles(ALL, ['server/src/features/tags']), ['server/src/features/tags/c.test.ts'])
  assert.deepEqual(chooseFiles(ALL, ['todos', 'client']), [
    'client/src/a.test.ts',
    'server/src/features/todos/b.test.ts',
  ])
  assert.deepEqual(chooseFiles(ALL, ['server/**/c.test.ts']), ['server/src/features/tags/c.test.ts'])
  assert.deepEqual(chooseFiles(ALL, ['nothing-like-it']), [])
})

test('in this checkout: kinds and flags are distinguished from paths, which may be absolute', async () => {
  const own = 'scripts/test/select.test.ts'
  const chosen = await selectTests(ROOT, ['--unit', '--test-name-pattern=x', join(ROOT, own)])
  assert.deepEqual(chosen, {
    files: [own],
    kinds: ['unit'],
    quick: false,
    onPostgres: false,
    flags: ['--test-name-pattern=x'],
  })
  const { files } = await selectTests(ROOT, [])
  assert.ok(files.includes(own))
  assert.deepEqual(
    files.filter(file => file.includes('node_modules')),
    [],
  )
})

test('watch mode without a path runs unit tests only', async () => {
  assert.deepEqual((await selectTests(ROOT, ['--watch'])).kinds, ['unit'])
  assert.deepEqual((await selectTests(ROOT, ['--watch', 'scripts'])).kinds, [])
})
