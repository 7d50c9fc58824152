import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { distribute, readDurations, saveDurations } from './durations.ts'

test('without known durations, files are distributed in turn', () => {
  assert.deepEqual(distribute(['a', 'b', 'c', 'd', 'e'], 2, {}), [
    ['a', 'c', 'e'],
    ['b', 'd'],
  ])
  assert.deepEqual(distribute([], 2, {}), [[], []])
})

test('groups get about the same duration, and a new file counts as average', () => {
  const durations = { a: 10, b: 1, c: 9, d: 2, gone: 500 }
  assert.deepEqual(distribute(['a', 'b', 'c', 'd'], 2, durations), [
    ['a', 'b'],
    ['c', 'd'],
  ])
  assert.deepEqual(distribute(['a', 'b', 'c', 'd', 'new'], 2, durations), [
    ['a', 'd', 'b'],
    ['c', 'new'],
  ])
})

test('durations are kept until the file runs again', () => {
  const root = mkdtempSync(join(tmpdir(), 'daymark-durations-'))
  try {
    assert.deepEqual(readDurations(root), {})
    saveDurations(root, { a: 1, b: 2 })
    saveDurations(root, { b: 3 })
    assert.deepEqual(readDurations(root), { a: 1, b: 3 })
  } finally {
    rmSync(root, { recursive: true })
  }
})
