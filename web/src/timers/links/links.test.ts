import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkOf, namesOf, suggestions } from './links.ts'

const names = namesOf([
  { id: '1', title: 'Write' },
  { id: '2', title: 'Write' },
  { id: '3', title: 'Read', detail: 'Mon 9:00' },
])

test('every suggestion has a unique name', () => {
  assert.deepEqual(
    [...names],
    [
      ['Write', '1'],
      ['Write (2)', '2'],
      ['Read, Mon 9:00', '3'],
    ],
  )
})

test('suggests matching items up to the maximum', () => {
  assert.deepEqual(suggestions(names.keys(), ' WRI '), ['Write', 'Write (2)'])
  assert.deepEqual(suggestions(names.keys(), '', 1), ['Write'])
})

test('empty means no link, a known name its item, anything else undefined', () => {
  assert.equal(linkOf('  ', names), null)
  assert.equal(linkOf('Write (2)', names), '2')
  assert.equal(linkOf('Wri', names), undefined)
})
