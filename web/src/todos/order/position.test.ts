import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { between, inManualOrder, moveTo, type Placed } from './position.ts'

test('a position lies between its neighbors', () => {
  assert.equal(between('', undefined), 'V')
  for (const [before, after] of [
    ['', 'V'],
    ['', '1'],
    ['', '01'],
    ['V', undefined],
    ['z', undefined],
    ['a', 'b'],
    ['a', 'a1'],
    ['Zz', 'a0V'],
  ] as const) {
    const position = between(before, after) ?? ''
    assert.ok(
      position > before && (after === undefined || position < after),
      `${before} ${position} ${after}`,
    )
  }
})

test('there is no position between unsorted, equal or invalid ones', () => {
  assert.equal(between('b', 'a'), undefined)
  assert.equal(between('a', 'a'), undefined)
  assert.equal(between('a!', undefined), undefined)
  assert.equal(between('', '0'), undefined)
  assert.equal(between(null, 'a'), undefined)
})

test('the manual order puts items without a position last and keeps ties in order', () => {
  const items = [
    { id: 'x', position: null },
    { id: 'b', position: 'b' },
    { id: 'y', position: null },
    { id: 'a', position: 'Z' },
  ]
  assert.deepEqual(
    inManualOrder(items).map(({ id }) => id),
    ['a', 'b', 'x', 'y'],
  )
})

test('the first move numbers all siblings, a later one changes one item', () => {
  const none = ['a', 'b', 'c'].map(id => ({ id, position: null }))
  assert.equal(moveTo(none, 'new', 2).length, 4)
  assert.deepEqual(moveTo(none, 'new', 0), [{ id: 'new', position: 'V' }])
  const some = [
    { id: 'a', position: 'F' },
    { id: 'b', position: 'V' },
  ]
  assert.equal(moveTo(some, 'new', 1).length, 1)
})

test('random moves lead to the intended order', () => {
  const positions = fc.array(fc.option(fc.constantFrom('a', 'a0', 'b', '!', 'V', '0001')), {
    minLength: 1,
    maxLength: 8,
  })
  const moves = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 60 })
  fc.assert(
    fc.property(positions, moves, (start, all) => {
      let items: Placed[] = inManualOrder(start.map((position, n) => ({ id: `${n}`, position })))
      for (const [which, to] of all) {
        const item = items[which % items.length]
        assert.ok(item)
        const others = items.filter(each => each !== item)
        const index = to % items.length
        const expected = others.toSpliced(index, 0, item).map(({ id }) => id)
        const changed = new Map(moveTo(others, item.id, index).map(({ id, position }) => [id, position]))
        items = inManualOrder(
          items.map(each => ({ ...each, position: changed.get(each.id) ?? each.position })),
        )
        assert.deepEqual(
          items.map(({ id }) => id),
          expected,
        )
        for (const { position } of items) assert.match(position ?? 'a', /^[!-~]{1,255}$/)
      }
    }),
  )
})
