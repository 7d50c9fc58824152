import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { elapsedMs, type History } from '../timer.ts'
import {
  closedSegments,
  historyOf,
  joinTouching,
  measuredMs,
  type Segment,
  segmentFaults,
  segmentsOf,
} from './segments.ts'

const DAY = 86_400_000

/** Generates ordered segments with gaps of at least `least.gap` and lengths of at least 1. */
const segmentList = (least: { gap: number }): fc.Arbitrary<Segment[]> =>
  fc
    .array(fc.tuple(fc.integer({ min: least.gap, max: 5_000 }), fc.integer({ min: 1, max: 9_000 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map(steps => {
      let at = 1_000_000
      return steps.map(([gap, length]) => {
        const start = at + gap
        at = start + length
        return { start, end: at }
      })
    })

/** Generates any history that commands can produce, including empty segments and pauses. */
const anyHistory = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 14 }).map((steps): History => {
  let at = 50
  return steps.map((step, index) => {
    at += step
    return { action: index === 0 ? 'start' : index % 2 === 1 ? 'pause' : 'resume', at }
  })
})

test('a history is read as segments; the running one has no end', () => {
  const history: History = [
    { action: 'start', at: 0 },
    { action: 'pause', at: 10 },
    { action: 'resume', at: 20 },
  ]
  assert.deepEqual(segmentsOf(history), [
    { start: 0, end: 10 },
    { start: 20, end: null },
  ])
  assert.deepEqual(segmentsOf([...history, { action: 'stop', at: 25 }]).at(-1), { start: 20, end: 25 })
  assert.deepEqual(segmentsOf([]), [])
})

test('empty segments are left out and empty pauses joined', () => {
  const at = (action: 'start' | 'pause' | 'resume' | 'stop', moment: number) => ({ action, at: moment })
  assert.deepEqual(segmentsOf([at('start', 5), at('stop', 5)]), [])
  const blink = [at('start', 0), at('pause', 5), at('resume', 5), at('pause', 9), at('resume', 9)]
  assert.deepEqual(segmentsOf(blink), [{ start: 0, end: null }])
})

test('a timer that ended in a pause keeps the pause', () => {
  const segments = [{ start: 0, end: 10 }]
  const actions = (history: History) => history.map(({ action, at }) => `${action} ${at}`)
  assert.deepEqual(actions(historyOf(segments, { action: 'stop' })), ['start 0', 'stop 10'])
  assert.deepEqual(actions(historyOf(segments, { action: 'pause' })), ['start 0', 'pause 10'])
  assert.deepEqual(actions(historyOf(segments, { action: 'cancel', at: 15 })), [
    'start 0',
    'pause 10',
    'cancel 15',
  ])
})

test('segments become a history and back, and their sum is the measured time', () => {
  fc.assert(
    fc.property(
      segmentList({ gap: 1 }),
      fc.constantFrom('pause' as const, 'stop' as const, 'cancel' as const),
      (segments, action) => {
        const history = historyOf(segments, { action })
        assert.deepEqual(closedSegments(history), segments)
        assert.equal(elapsedMs(history, Number.MAX_SAFE_INTEGER), measuredMs(segments))
        assert.equal(history.at(-1)?.action, action)
      },
    ),
  )
})

test('no history measures more or less than its segments', () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(20), (history, later) => {
      const now = (history.at(-1)?.at ?? 0) + later
      const segments = segmentsOf(history).map(({ start, end }) => ({ start, end: end ?? now }))
      assert.equal(measuredMs(segments), elapsedMs(history, now))
      const closed = closedSegments(history)
      assert.deepEqual(closed.length > 0 ? segmentFaults(closed, now) : [], [], 'can be sent back')
      assert.deepEqual(joinTouching(closed), closed)
    }),
  )
})

test('joining keeps the sum and leaves no adjacent segments', () => {
  fc.assert(
    fc.property(segmentList({ gap: 0 }), segments => {
      const joined = joinTouching(segments)
      assert.equal(measuredMs(joined), measuredMs(segments))
      for (const [index, { start }] of joined.entries()) assert.notEqual(joined[index - 1]?.end, start)
    }),
  )
})

test('segments that overlap, are empty, end in the future or span too long have their own errors', () => {
  const paths = (segments: Segment[], now = 100 * DAY) => segmentFaults(segments, now).map(each => each.path)
  assert.deepEqual(paths([{ start: 5, end: 5 }]), ['segments.0.end'])
  assert.deepEqual(paths([{ start: 5, end: 4 }]), ['segments.0.end'])
  assert.deepEqual(paths([{ start: 5, end: 11 }], 10), ['segments.0.end'])
  assert.deepEqual(paths([{ start: 5, end: 10 }], 10), [])
  const touching = { start: 10, end: 20 }
  assert.deepEqual(paths([{ start: 5, end: 10 }, touching]), [])
  assert.deepEqual(paths([{ start: 5, end: 11 }, touching]), ['segments.1.start'])
  assert.deepEqual(paths([touching, { start: 5, end: 9 }]), ['segments.1.start'], 'not in order')
  assert.deepEqual(paths([{ start: 0, end: 31 * DAY }]), [])
  assert.deepEqual(paths([{ start: 0, end: 31 * DAY + 1 }]), ['segments'])
})
