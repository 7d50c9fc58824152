// Tests that every test file is in exactly one group.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { groupTests } from './group.ts'

function imports(count: number, most: number): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-group-'))
  const files = Array.from({ length: count }, (_, index) => `a${index}.test.ts`)
  try {
    return groupTests(files, most, '/root', folder, 'unit').map(path =>
      [...readFileSync(path, 'utf8').matchAll(/^import "file:\/\/\/root\/(.+)"$/gm)].map(
        ([, name = '']) => name,
      ),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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
