import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { type Measured, measuredMs, totalsOf } from './totals.ts'

const todo = (id: string, parent_id: string | null, measured_seconds: number, estimate: number | null) => ({
  id,
  parent_id,
  measured_seconds,
  estimate_minutes: estimate,
})

describe('totals of todos', () => {
  it('add up what a timer ran, until now if it still runs', () => {
    const history = [
      ['start', 1_000],
      ['pause', 4_000],
      ['resume', 10_000],
    ] as const
    assert.equal(measuredMs(history, 12_500), 5_500)
    assert.equal(measuredMs(history, 9_000), 3_000, 'the clock of another server may be behind')
    assert.equal(measuredMs([...history, ['stop', 11_000]], 99_000), 4_000)
    assert.equal(measuredMs([...history.slice(0, 2), ['stop', 11_000]], 99_000), 3_000)
    assert.equal(measuredMs([], 1), 0)
  })

  it('include the todo itself and everything below it', () => {
    const totals = totalsOf([
      todo('root', 'outside', 5, null),
      todo('leaf', 'child', 7, 30),
      todo('child', 'root', 0, 15),
      todo('other', null, 1, null),
    ])
    assert.deepEqual(totals.get('root'), {
      measured_seconds: 5,
      subtree_measured_seconds: 12,
      subtree_estimate_minutes: 45,
    })
    assert.equal(totals.get('child')?.subtree_measured_seconds, 7)
    assert.deepEqual(totals.get('other'), {
      measured_seconds: 1,
      subtree_measured_seconds: 1,
      subtree_estimate_minutes: 0,
    })
  })

  it('are found however deep a tree is', () => {
    const chain = Array.from({ length: 50_000 }, (_, n) => todo(`${n}`, n === 0 ? null : `${n - 1}`, 1, 1))
    assert.equal(totalsOf(chain).get('0')?.subtree_measured_seconds, 50_000)
  })

  it('equal the definition on random trees in any order', () => {
    const forest = fc.array(
      fc.record({
        parent: fc.nat(),
        seconds: fc.nat(1000),
        estimate: fc.option(fc.integer({ min: 1, max: 600 })),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(forest, fc.infiniteStream(fc.nat()), (nodes, shuffle) => {
        const todos: Measured[] = nodes.map(({ parent, seconds, estimate }, n) =>
          todo(`${n}`, parent % (n + 1) === n ? null : `${parent % (n + 1)}`, seconds, estimate),
        )
        const mixed = todos.map(each => [shuffle.next().value ?? 0, each] as const).sort(([a], [b]) => a - b)
        const totals = totalsOf(mixed.map(([, each]) => each))
        const below = (id: string): Measured[] =>
          todos
            .filter(each => each.id === id)
            .flatMap(each => [each, ...childrenOf(id).flatMap(c => below(c.id))])
        const childrenOf = (id: string) => todos.filter(each => each.parent_id === id)
        for (const { id, measured_seconds } of todos) {
          const all = below(id)
          assert.deepEqual(totals.get(id), {
            measured_seconds,
            subtree_measured_seconds: all.reduce((sum, each) => sum + each.measured_seconds, 0),
            subtree_estimate_minutes: all.reduce((sum, each) => sum + (each.estimate_minutes ?? 0), 0),
          })
        }
      }),
    )
  })
})
