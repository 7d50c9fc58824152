// Checks that a tag read from a JSON array equals the same tag read from columns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagColumns } from './store.ts'
import { tagReader } from './tags-of-store.ts'

test('a tag has each column under its own name', () => {
  const [read] = tagReader()(JSON.stringify([tagColumns.all]))
  assert.deepEqual(read, Object.fromEntries(tagColumns.all.map(name => [name, name])))
})
