// The words after `npm test --` choose the test files.
import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { chooseFiles, selectTests } from './select-tests.ts'

const ROOT = resolve(import.meta.dirname, '..')
const ALL = [
  'server/src/features/todos/b.test.ts',
  'client/src/a.test.ts',
  'server/src/features/tags/c.test.ts',
]

test('no words choose every file, in order', () => {
  assert.deepEqual(chooseFiles(ALL, []), [
    'client/src/a.test.ts',
    'server/src/features/tags/c.test.ts',
    'server/src/features/todos/b.test.ts',
  ])
})

test('a folder, a part of a name and a pattern choose what they match, and a stranger nothing', () => {
  assert.deepEqual(chooseFiles(ALL, ['server/src/features/tags']), ['server/src/features/tags/c.test.ts'])
  assert.deepEqual(chooseFiles(ALL, ['todos', 'client']), [
    'client/src/a.test.ts',
    'server/src/features/todos/b.test.ts',
  ])
  assert.deepEqual(chooseFiles(ALL, ['server/**/c.test.ts']), ['server/src/features/tags/c.test.ts'])
  assert.deepEqual(chooseFiles(ALL, ['nothing-like-it']), [])
})

test('in this checkout: flags go to the runner, paths may be absolute, installed packages are not ours', async () => {
  const own = 'scripts/select-tests.test.ts'
  const chosen = await selectTests(ROOT, ['--test-name-pattern=x', join(ROOT, own)])
  assert.deepEqual(chosen, { files: [own], flags: ['--test-name-pattern=x'] })
  const { files } = await selectTests(ROOT, [])
  assert.ok(files.includes(own))
  assert.deepEqual(
    files.filter(file => file.includes('node_modules')),
    [],
  )
})
