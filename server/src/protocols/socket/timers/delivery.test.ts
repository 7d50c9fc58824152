// Delivery under a bus that loses, doubles and shuffles: every connection still gets every change once, in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { growingFeed, OWNER } from '../../../../test/support/growing-feed.ts'
import type { TimerChange } from '../../../features/timers/change.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { naiveUtc } from '../../../platform/kernel/zone.ts'
import { Delivery, type Line } from './delivery.ts'
import { gapRecovery } from './gap-recovery.ts'

interface Told {
  seq: number
  reply_to?: string
}

function listeningLine(told: Told[]): Line {
  const send = (data: Buffer | string) => void told.push(JSON.parse(String(data)) as Told)
  return {
    actor: { id: OWNER } as Actor,
    zone: naiveUtc,
    isOpen: true,
    send,
    sendPaced: async data => send(data),
    close: () => assert.fail('It must not be given up.'),
  }
}

type Step = { kind: 'grow'; copies: number; late: boolean } | { kind: 'hold' | 'release' | 'flush' | 'fail' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('grow' as const),
      copies: fc.nat({ max: 2 }),
      late: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>(
      { kind: 'hold' },
      { kind: 'release' },
      { kind: 'flush' },
      { kind: 'fail' },
    ),
  },
)

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn()
}

test('every change is sent once and in order, whatever the bus does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat({ max: 5 }), async (steps, startAt) => {
      const feed = growingFeed()
      for (let i = 0; i < startAt; i++) feed.grow()
      const told: Told[][] = [[], []]
      const log = { error: () => {} }
      const recoverGaps = gapRecovery({ feed, log, retry_ms: 1 })
      const deliveries = told.map(each => {
        const delivery: Delivery = new Delivery(listeningLine(each), feed, {
          gap: () => recoverGaps(OWNER, [delivery]),
          failed: assert.fail,
        })
        return delivery
      })
      for (const delivery of deliveries) await delivery.reach(startAt)
      const waiting: TimerChange[] = []
      for (const each of steps) {
        if (each.kind === 'grow') {
          const change = feed.grow()
          const copies = Array.from({ length: each.copies }, () => change)
          if (each.late) waiting.unshift(...copies)
          else for (const copy of copies) for (const delivery of deliveries) delivery.deliver(copy)
        } else if (each.kind === 'flush') {
          for (const change of waiting.splice(0)) for (const delivery of deliveries) delivery.deliver(change)
          await nextTurn()
        } else if (each.kind === 'fail') feed.fail(2)
        else if (each.kind === 'hold') deliveries[0]?.hold()
        else deliveries[0]?.release()
      }
      for (const delivery of deliveries) delivery.release()
      recoverGaps(OWNER, deliveries)
      await until(() => deliveries.every(delivery => delivery.position === feed.length))
      const expected = Array.from({ length: feed.length - startAt }, (_, i) => startAt + i + 1)
      for (const each of told) {
        assert.deepEqual(
          each.map(message => message.seq),
          expected,
        )
      }
    }),
    { numRuns: 300 },
  )
})

test('an answer comes in its place in the order, and a repeated one again', async () => {
  const feed = growingFeed()
  const told: Told[] = []
  const delivery = new Delivery(listeningLine(told), feed, {
    gap: () => assert.fail('Nothing is missing.'),
    failed: assert.fail,
  })
  await delivery.reach(0)
  const [first, second, third] = [feed.grow(), feed.grow(), feed.grow()]
  delivery.deliver(third)
  await delivery.answer(second, 'mine')
  assert.deepEqual(
    told.map(({ seq, reply_to }) => [seq, reply_to]),
    [
      [1, undefined],
      [2, 'mine'],
    ],
    'what it had not heard of came from the feed',
  )
  await delivery.answer(first, 'again')
  delivery.release()
  assert.deepEqual(
    told.slice(2).map(({ seq, reply_to }) => [seq, reply_to]),
    [
      [1, 'again'],
      [3, undefined],
    ],
  )
})

test('a connection that the feed can no longer serve is given up', async () => {
  const feed = { after: async () => [{ ...growingFeed().grow(), seq: 9 }] }
  let closed = 0
  const line = { ...listeningLine([]), close: () => void closed++ }
  const delivery = new Delivery(line, feed, { gap: () => {}, failed: assert.fail })
  await delivery.reach(3)
  delivery.release()
  const recoverGaps = gapRecovery({
    feed: { after: async (_id, since) => (since === 3 ? feed.after() : []) },
    log: { error: () => {} },
  })
  recoverGaps(OWNER, [delivery])
  await until(() => closed === 1)
})

test('a change that cannot be written ends its connection and leaves the others alone', async () => {
  const feed = growingFeed()
  const told: Told[] = []
  const closed: number[] = []
  const failures: unknown[] = []
  const events = {
    gap: () => assert.fail('Nothing is missing.'),
    failed: (error: unknown) => failures.push(error),
  }
  const broken: Line = {
    ...listeningLine([]),
    send: () => {
      throw new Error('The line is broken.')
    },
    close: code => closed.push(code),
  }
  const deliveries = [broken, listeningLine(told)].map(line => new Delivery(line, feed, events))
  for (const delivery of deliveries) {
    await delivery.reach(0)
    delivery.release()
  }
  const change = feed.grow()
  for (const delivery of deliveries) delivery.deliver(change)
  assert.deepEqual(closed, [1011])
  assert.equal(failures.length, 1)
  assert.deepEqual(
    told.map(({ seq }) => seq),
    [1],
  )
})
