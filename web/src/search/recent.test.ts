import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseRecent, withRecent } from './recent.ts'

it('puts the newest search first, once, and keeps six', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduce(withRecent, [] as string[])
  assert.deepEqual(all, ['g', 'f', 'e', 'd', 'c', 'b'])
  assert.deepEqual(withRecent(['Plan', 'x'], ' plan '), ['plan', 'x'])
  assert.deepEqual(withRecent(['x'], '  '), ['x'])
})

it('reads damaged values as an empty list', () => {
  assert.deepEqual(parseRecent('{"a":1}'), [])
  assert.deepEqual(parseRecent('["a",1]'), ['a'])
  assert.deepEqual(parseRecent('['), [])
  assert.deepEqual(parseRecent(undefined), [])
})
