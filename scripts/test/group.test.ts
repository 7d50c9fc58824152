// Tests that every test file is in exactly one group.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { canShareProcess, groupNeighbors, groupTests } from './group.ts'

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-group-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `a${index}.test.ts`)

const importsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^import "file:\/\/\/root\/(.+)"$/gm)].map(([, name = '']) => name)

const imports = (count: number, most: number): string[][] =>
  inFolder(folder => groupTests(named(count), most, '/root', folder, 'unit').map(importsOf))

test('a few files share one group, many files are spread over all groups', () => {
  assert.deepEqual(imports(0, 2), [])
  assert.deepEqual(imports(3, 2), [['a0.test.ts', 'a1.test.ts', 'a2.test.ts']])
  const groups = imports(21, 2)
  assert.deepEqual(
    groups.map(({ length }) => length),
    [11, 10],
  )
  assert.equal(new Set(groups.flat()).size, 21)
})

test('neighbors share a process', () => {
  const groups = inFolder(folder => groupNeighbors(named(12), '/root', folder, 'app').map(importsOf))
  assert.deepEqual(
    groups.map(({ length }) => length),
    [5, 5, 2],
  )
  assert.deepEqual(groups.flat(), named(12))
})

test('a file shares its process only if it opens the app and leaves the process as it was', () => {
  const opens = "import { startTestApp } from '../test/support/app.ts'\n"
  const sharing = (text: string) =>
    inFolder(folder => {
      writeFileSync(join(folder, 'a.test.ts'), text)
      return canShareProcess('a.test.ts', folder)
    })
  assert.equal(sharing(`${opens}describe('x', () => {\n  before(open)\n})`), true)
  assert.equal(sharing("describe('x', () => {})"), false)
  assert.equal(sharing(`${opens}before(open)`), false)
  assert.equal(sharing(`${opens}beforeEach(open)`), false)
  assert.equal(sharing(`${opens}process.env['TZ'] = 'UTC'`), false)
  assert.equal(sharing(`${opens}mock.timers.enable()`), false)
})
