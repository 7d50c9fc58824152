import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { newestFirst, oldestFirst, type Page, pageOf } from './page.ts'

const items = fc.uniqueArray(fc.record({ id: fc.uuid(), created_at: fc.integer({ min: 0, max: 5 }) }), {
  selector: ({ id }) => id,
  maxLength: 20,
})
const order = fc.constantFrom(oldestFirst, newestFirst)

test('pages follow each other without gaps', () => {
  fc.assert(
    fc.property(items, order, fc.integer({ min: 1, max: 7 }), (list, by, limit) => {
      const walked = []
      let page: Page<(typeof list)[number]> | undefined
      do {
        page = pageOf(list, page?.next ? { limit, cursor: page.next } : { limit }, by)
        assert.ok(page.items.length <= limit)
        walked.push(...page.items)
      } while (page.next)
      assert.deepEqual(walked, pageOf(list, {}, by).items)
      const keyOf = (item: (typeof list)[number]) => `${by.value(item)} ${item.id}`
      const keys = list.map(keyOf).sort()
      assert.deepEqual(walked.map(keyOf), by.direction === 1 ? keys : keys.reverse())
    }),
  )
})

test('a page continues at its position, although the last item was deleted and another one added before it', () => {
  const item = (created_at: number) => ({
    id: `00000000-0000-4000-8000-00000000000${created_at}`,
    created_at,
  })
  const { next } = pageOf([item(2), item(4), item(6)], { limit: 2 }, oldestFirst)
  const rest = pageOf([item(1), item(2), item(6), item(7)], { limit: 2, cursor: String(next) }, oldestFirst)
  assert.deepEqual(rest.items, [item(6), item(7)])
  assert.equal(rest.next, undefined)
})

test('a cursor of another list is invalid', () => {
  for (const cursor of [
    'x',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('["a",1]').toString('base64url'),
  ])
    assert.throws(() => pageOf([], { cursor }, oldestFirst))
})
