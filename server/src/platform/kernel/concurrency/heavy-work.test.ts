import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { Problem } from '../errors.ts'
import { HeavyWork, type Place } from './heavy-work.ts'

const isBusy = (error: unknown) =>
  error instanceof Problem && error.kind === 'unavailable' && error.retry_after === 10

/** Work that runs until the test ends it. */
function held(heavy: HeavyWork, person: string, signal?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = { isRunning: false, place: undefined as Place | undefined, end: resolve, done: promise }
  const done = heavy.run(
    person,
    async place => {
      work.place = place
      work.isRunning = true
      await promise
      work.isRunning = false
    },
    signal,
  )
  return Object.assign(work, { done })
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

describe('heavy work', () => {
  it('never exceeds either limit and runs everything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom('ann', 'bob', 'cleo'), { maxLength: 30 }),
        fc.scheduler(),
        async (at_once, people, scheduler) => {
          const heavy = new HeavyWork({ at_once })
          const running: string[] = []
          let done = 0
          const all = people.map(person =>
            heavy.run(person, async () => {
              running.push(person)
              assert.ok(running.length <= at_once)
              assert.ok(running.filter(each => each === person).length <= 2)
              await scheduler.schedule(Promise.resolve())
              running.splice(running.indexOf(person), 1)
              done++
            }),
          )
          await scheduler.waitFor(Promise.all(all))
          assert.equal(done, people.length)
        },
      ),
    )
  })

  it('runs two requests of one person, although more cores are free', async () => {
    const heavy = new HeavyWork({ at_once: 4 })
    const ann = Array.from({ length: 5 }, () => held(heavy, 'ann'))
    const bob = held(heavy, 'bob')
    await settled()
    assert.deepEqual(
      ann.map(each => each.isRunning),
      [true, true, false, false, false],
    )
    assert.ok(bob.isRunning)
    for (const each of [...ann, bob]) each.end()
    await Promise.all([...ann, bob].map(each => each.done))
  })

  it('serves people in turns, however many requests one of them has in line', async () => {
    const heavy = new HeavyWork({ at_once: 1 })
    const order: string[] = []
    const all = ['ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'cleo'].map(person =>
      heavy.run(person, async () => {
        order.push(person)
        await settled()
      }),
    )
    await Promise.all(all)
    assert.deepEqual(order, ['ann', 'ann', 'bob', 'cleo', 'ann', 'bob', 'ann'])
  })

  it('refuses a request that waits too long, and its place in line is free', async () => {
    const heavy = new HeavyWork({ at_once: 1, wait_ms: 5 })
    const first = held(heavy, 'ann')
    await assert.rejects(
      heavy.run('bob', async () => {}),
      isBusy,
    )
    first.end()
    await first.done
    assert.equal(await heavy.run('bob', async () => 'yes'), 'yes')
  })

  it('lets background work wait as long as it takes', async () => {
    const heavy = new HeavyWork({ at_once: 1, wait_ms: 5 })
    const first = held(heavy, 'ann')
    const patient = heavy.enter('bob', undefined, true)
    await assert.rejects(heavy.enter('cleo'), isBusy)
    first.end()
    ;(await patient).leave()
  })

  it('refuses the 31st waiting request of a person at once', async () => {
    const heavy = new HeavyWork({ at_once: 1 })
    const all = Array.from({ length: 31 }, () => held(heavy, 'ann'))
    await assert.rejects(
      heavy.run('ann', async () => {}),
      isBusy,
    )
    for (const each of all) each.end()
    await Promise.all(all.map(each => each.done))
  })

  it('an aborted request leaves the line', async () => {
    const heavy = new HeavyWork({ at_once: 1 })
    const first = held(heavy, 'ann')
    const gone = new AbortController()
    const second = held(heavy, 'ann', gone.signal)
    gone.abort(new Error('gone'))
    await assert.rejects(second.done, /gone/)
    first.end()
    await first.done
    assert.equal(second.place, undefined)
    await assert.rejects(
      heavy.run('ann', async () => {}, gone.signal),
      /gone/,
    )
  })

  it('a failure frees the place', async () => {
    const heavy = new HeavyWork({ at_once: 1 })
    await assert.rejects(
      heavy.run('ann', async () => {
        throw new Error('no')
      }),
      /no/,
    )
    assert.equal(await heavy.run('ann', async () => 'yes'), 'yes')
  })

  it('long work lets others pass between its steps', async () => {
    const heavy = new HeavyWork({ at_once: 1 })
    const order: string[] = []
    const long = heavy.run('ann', async place => {
      for (let step = 0; step < 3; step++) {
        order.push(`ann ${step}`)
        await settled()
        await place.pass()
      }
    })
    const other = heavy.run('bob', async () => void order.push('bob'))
    await Promise.all([long, other])
    assert.deepEqual(order, ['ann 0', 'bob', 'ann 1', 'ann 2'])
  })

  it('a slow reader of a stream holds no core, but its person stays within the limit', async () => {
    const heavy = new HeavyWork({ at_once: 1, wait_ms: 5 })
    async function* source() {
      yield 1
      yield 2
    }
    const read = async () => (await heavy.enter('ann')).stream(source())
    const one = await read()
    assert.deepEqual(await one.next(), { value: 1, done: false })
    const second = await read()
    assert.deepEqual(await second.next(), { value: 1, done: false })
    await assert.rejects(heavy.enter('ann'), isBusy)
    assert.equal(await heavy.run('bob', async () => 'yes'), 'yes')
    await one.return(undefined)
    assert.equal(await heavy.run('ann', async () => 'yes'), 'yes')
    assert.deepEqual(await second.next(), { value: 2, done: false })
    assert.deepEqual(await second.next(), { value: undefined, done: true })
  })
})
