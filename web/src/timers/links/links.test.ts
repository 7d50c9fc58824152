// Tests the suggestions for timer links.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkOf, namesOf, suggestions } from './links.ts'

const names = namesOf([
  { id: '1', title: 'Write' },
  { id: '2', title: 'Write' },
  { id: '3', title: 'Read', detail: 'Mon 9:00' },
])

test('each has a name of its own', () => {
  assert.deepEqual(
    [...names],
    [
      ['Write', '1'],
      ['Write (2)', '2'],
      ['Read, Mon 9:00', '3'],
    ],
  )
})

test('what contains the letters is suggested, and not too much of it', () => {
  assert.deepEqual(suggestions(names.keys(), ' WRI '), ['Write', 'Write (2)'])
  assert.deepEqual(suggestions(names.keys(), '', 1), ['Write'])
})

test('empty is no link, a name is its thing, anything else is nothing', () => {
  assert.equal(linkOf('  ', names), null)
  assert.equal(linkOf('Write (2)', names), '2')
  assert.equal(linkOf('Wri', names), undefined)
})
