import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagColumns } from './store.ts'
import { tagReader } from './tags-of-store.ts'

test('a tag has each column under its own name', () => {
  const [read] = tagReader()(JSON.stringify([tagColumns.all]))
  assert.deepEqual(read, Object.fromEntries(tagColumns.all.map(name => [name, name])))
})
