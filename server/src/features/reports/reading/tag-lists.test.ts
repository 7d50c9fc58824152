// Every timer gets its tags, whatever the order of the links, and timers with the same tags share a list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { TagLists } from './tag-lists.ts'

test('links give each timer its tags, and links of other timers are ignored', () => {
  const link = fc.tuple(fc.nat(9), fc.constantFrom('a', 'b', 'c'))
  const links = fc.uniqueArray(link, { maxLength: 30, selector: each => each.join() })
  fc.assert(
    fc.property(fc.nat(8), links, (count, drawn) => {
      const ids = Array.from({ length: count }, (_, at) => `timer ${at}`)
      const tags = ['a', 'b', 'c'].map(tag_id => ({
        tag_id,
        timer_ids: drawn.filter(([, tag]) => tag === tag_id).map(([at]) => `timer ${at}`),
      }))
      const lists = new TagLists().ofLinks(ids, tags)
      const expected = ids.map(id => tags.filter(tag => tag.timer_ids.includes(id)).map(tag => tag.tag_id))
      assert.deepEqual(lists, expected)
    }),
  )
})

test('timers with the same tags share a list, also on the next page', () => {
  const lists = new TagLists()
  const links = ['a', 'b'].map(tag_id => ({ tag_id, timer_ids: ['1', '2'] }))
  const [first, second] = lists.ofLinks(['1', '2'], links)
  assert.deepEqual(first, ['a', 'b'])
  assert.equal(first, second)
  assert.equal(lists.ofTexts(['', 'a,b'])[1], first)
})
