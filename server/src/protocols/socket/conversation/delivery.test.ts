// The bus in these tests loses, repeats and delays notices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from '../../../../../scripts/test/properties.ts'
import { growingLog, OWNER } from '../../../../test/support/growing-log.ts'
import type { DeliveredChange } from '../../../features/history/delivered.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { naiveUtc } from '../../../platform/kernel/time/zone.ts'
import { catchUpWith } from './catch-up.ts'
import { Delivery, type DeliveryParts, type Line } from './delivery.ts'

interface Sent {
  seq: number
  reply_to?: string | undefined
}

const frameOf = ({ seq }: DeliveredChange, reply_to: string | undefined) => JSON.stringify({ seq, reply_to })

function lineTo(sent: Sent[]): Line {
  const send = (data: Buffer | string) => void sent.push(JSON.parse(String(data)) as Sent)
  return {
    actor: { id: OWNER } as Actor,
    zone: naiveUtc,
    isOpen: true,
    send,
    sendPaced: async data => send(data),
    close: () => assert.fail('It must not be closed.'),
  }
}

type Step = { kind: 'grow'; notices: number; late: boolean } | { kind: 'pause' | 'resume' | 'flush' | 'fail' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('grow' as const),
      notices: fc.nat({ max: 2 }),
      late: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>(
      { kind: 'pause' },
      { kind: 'resume' },
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
      const log = growingLog()
      for (let i = 0; i < startAt; i++) log.grow()
      const sent: Sent[][] = [[], []]
      const catchUp = catchUpWith({ log, logger: { error: () => {} }, retry_ms: 1 })
      const deliveries = sent.map(each => {
        const parts: DeliveryParts = { log, frameOf, catchUp: () => catchUp(OWNER, [delivery]) }
        const delivery: Delivery = new Delivery(lineTo(each), parts)
        return delivery
      })
      for (const delivery of deliveries) await delivery.reach(startAt)
      let late = 0
      for (const each of steps) {
        if (each.kind === 'grow') {
          log.grow()
          if (each.late) late += each.notices
          else for (let i = 0; i < each.notices; i++) catchUp(OWNER, deliveries)
        } else if (each.kind === 'flush') {
          for (; late > 0; late--) catchUp(OWNER, deliveries)
          await nextTurn()
        } else if (each.kind === 'fail') log.fail(2)
        else if (each.kind === 'pause') deliveries[0]?.pause()
        else deliveries[0]?.resume()
      }
      for (const delivery of deliveries) delivery.resume()
      catchUp(OWNER, deliveries)
      await until(() => deliveries.every(delivery => delivery.position === log.length))
      const expected = Array.from({ length: log.length - startAt }, (_, i) => startAt + i + 1)
      for (const each of sent) {
        assert.deepEqual(
          each.map(message => message.seq),
          expected,
        )
      }
    }),
    { numRuns: 300 },
  )
})

test('an answer is sent in order, and again if the message is repeated', async () => {
  const log = growingLog()
  const sent: Sent[] = []
  const delivery = new Delivery(lineTo(sent), {
    log,
    frameOf,
    catchUp: () => assert.fail('Nothing is missing.'),
  })
  await delivery.reach(0)
  const [first, second] = [log.grow(), log.grow()]
  await delivery.answer(second, 'mine')
  await delivery.answer(first, 'again')
  delivery.resume()
  assert.deepEqual(
    sent.map(({ seq, reply_to }) => [seq, reply_to]),
    [
      [1, undefined],
      [2, 'mine'],
      [1, 'again'],
    ],
    'what it had missed came from the log',
  )
})

test('a connection that the log can no longer serve is closed, and the others are served', async () => {
  const log = growingLog()
  const catchUp = catchUpWith({ log, logger: { error: (_, message) => assert.fail(message) } })
  let closed = 0
  const sent: Sent[] = []
  const late: Line = { ...lineTo([]), close: () => void closed++ }
  const deliveries = [late, lineTo(sent)].map(line => new Delivery(line, { log, frameOf, catchUp: () => {} }))
  for (let i = 0; i < 6; i++) log.grow()
  await deliveries[0]?.reach(0)
  await deliveries[1]?.reach(4)
  for (const delivery of deliveries) delivery.resume()
  log.forgetBefore(4)
  catchUp(OWNER, deliveries)
  await until(() => closed === 1 && sent.length === 2)
})

test('a change that cannot be sent closes its connection and leaves the others alone', async () => {
  const log = growingLog()
  const failures: object[] = []
  const catchUp = catchUpWith({ log, logger: { error: details => failures.push(details) } })
  const sent: Sent[] = []
  const closed: number[] = []
  const broken: Line = {
    ...lineTo([]),
    send: () => {
      throw new Error('The connection is broken.')
    },
    close: code => closed.push(code),
  }
  const deliveries = [broken, lineTo(sent)].map(
    line => new Delivery(line, { log, frameOf, catchUp: () => {} }),
  )
  for (const delivery of deliveries) {
    await delivery.reach(0)
    delivery.resume()
  }
  log.grow()
  catchUp(OWNER, deliveries)
  await until(() => sent.length === 1)
  assert.deepEqual(closed, [1011])
  assert.equal(failures.length, 1)
})
