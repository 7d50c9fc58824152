// Every timer gets its tags, whatever the order of the links, and timers with the same tags share a list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { TagLists } from './tag-lists.ts'

test('links in any order give each timer its tags, and links of other timers are ignored', () => {
  const link = fc.tuple(fc.nat(9), fc.constantFrom('a', 'b', 'c'))
  const links = fc.uniqueArray(link, { maxLength: 30, selector: each => each.join() })
  fc.assert(
    fc.property(fc.nat(8), links, (count, drawn) => {
      const ids = Array.from({ length: count }, (_, at) => `timer ${at}`)
      const timer_ids = drawn.map(([at]) => `timer ${at}`)
      const tag_ids = drawn.map(([, tag]) => tag)
      const lists = new TagLists().of(ids, { timer_ids, tag_ids })
      const expected = ids.map(id => tag_ids.filter((_, at) => timer_ids[at] === id))
      assert.deepEqual(lists, expected)
    }),
  )
})

test('timers with the same tags share a list, also on the next page', () => {
  const lists = new TagLists()
  const links = { timer_ids: ['1', '1', '2', '2'], tag_ids: ['a', 'b', 'a', 'b'] }
  const [first, second] = lists.of(['1', '2'], links)
  assert.equal(first, second)
  assert.equal(lists.of(['1', '2'], links)[0], first)
})
