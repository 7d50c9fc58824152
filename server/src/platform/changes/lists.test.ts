// Stored list columns: only the changed end is stored, and both states can be restored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { hasValue, wholeValues, withoutUnchangedParts } from './lists.ts'

const entries = fc.array(fc.tuple(fc.constantFrom('start', 'pause', 'resume'), fc.nat(9)), { maxLength: 8 })
const text = (list: readonly unknown[]) => JSON.stringify(list)

test('the state before is rebuilt from the state after, and vice versa', () => {
  fc.assert(
    fc.property(entries, entries, entries, (start, was, is) => {
      const before = { history: text([...start, ...was]), status: 'RUNNING' }
      const after = { history: text([...start, ...is]), status: 'PAUSED' }
      const kept = withoutUnchangedParts('timers', { before, after })
      assert.deepEqual(wholeValues(kept.before ?? {}, after), before)
      assert.deepEqual(wholeValues(kept.after ?? {}, before), after)
      assert.equal(hasValue(after.history, kept.after?.['history']), true)
      assert.equal(hasValue(before.history, kept.after?.['history']), before.history === after.history)
    }),
  )
})

test('only appended entries are stored', () => {
  const long = Array.from({ length: 1_000 }, (_, at) => ['pause', at])
  const images = {
    before: { history: text(long) },
    after: { history: text([...long, ['stop', 1_000]]) },
  }
  assert.deepEqual(withoutUnchangedParts('timers', images), {
    before: { history: { keep: 1_000, rest: [] } },
    after: { history: { keep: 1_000, rest: [['stop', 1_000]] } },
  })
})

test('other columns, new rows and deleted rows stay unchanged', () => {
  const created = { before: null, after: { history: '[]' } }
  assert.equal(withoutUnchangedParts('timers', created), created)
  const renamed = { before: { title: 'a' }, after: { title: 'b' } }
  assert.equal(withoutUnchangedParts('timers', renamed), renamed)
  assert.equal(hasValue('a', 'a'), true)
  assert.equal(hasValue('a', 'b'), false)
  for (const [now, value, isSame] of [
    [true, 1, true],
    [0, false, true],
    [true, 0, false],
    [1, false, false],
    [true, false, false],
    [true, 'true', false],
    [false, null, false],
    [2, true, false],
  ] as const)
    assert.equal(hasValue(now, value), isSame, `${now} and ${value}`)
})
