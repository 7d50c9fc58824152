import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { statementTurns } from './sqlite-turns.ts'

function clocked() {
  const clock = { ms: 1_000 }
  return { clock, before: statementTurns(() => clock.ms) }
}

describe('turns of statements', () => {
  it('yields once a unit of work has taken 10 ms, and counts anew after that', async () => {
    const { clock, before } = clocked()
    assert.equal(before(), undefined)
    clock.ms += 10
    assert.equal(before(), undefined)
    clock.ms += 1
    const turn = before()
    assert.ok(turn)
    await turn
    assert.equal(before(), undefined)
    clock.ms += 10
    assert.equal(before(), undefined)
  })

  it('counts promises of one unit of work together', async () => {
    const { clock, before } = clocked()
    before()
    for (let statements = 0; statements < 20; statements++) await Promise.resolve()
    clock.ms += 11
    assert.ok(before())
  })

  it('does not count the time of the unit of work before', async () => {
    const { clock, before } = clocked()
    before()
    await nextTurn()
    clock.ms += 20
    assert.equal(before(), undefined)
  })

  it('continues one unit of work per iteration of the event loop', async () => {
    let iterations = 0
    const count = () => {
      iterations++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const at = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { clock, before } = clocked()
        before()
        clock.ms += 11
        await before()
        return iterations
      }),
    )
    clearImmediate(counting)
    assert.equal(new Set(at).size, 8)
  })

  it('yields after 30 ms, even if the work continues by nextTick', async () => {
    const { clock, before } = clocked()
    for (let step = 0; step < 6; step++) {
      assert.equal(before(), undefined)
      clock.ms += 5
      await new Promise<void>(resolve => process.nextTick(resolve))
    }
    assert.equal(before(), undefined)
    clock.ms += 1
    assert.ok(before())
  })
})
