import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepsOf, type TimedPart } from './stagger.ts'

const HOUR_MS = 3_600_000
const part = (id: string, start: number, end: number, more = {}): TimedPart => ({
  ...{ id, start: start * HOUR_MS, end: end * HOUR_MS },
  ...more,
})
const steps = (...parts: TimedPart[]) =>
  Object.fromEntries([...stepsOf(parts, 'UTC')].map(([id, { step, columns }]) => [id, `${step}/${columns}`]))

test('entries that begin at different times are moved to the right, one step for each that they cover', () => {
  const all = [part('b', 9.5, 12), part('c', 10, 10.5), part('a', 9, 11)]
  assert.deepEqual(steps(...all), { a: '0/3', b: '1/3', c: '2/3' })
})

test('entries that do not overlap stay where they are', () => {
  assert.deepEqual(steps(part('a', 9, 10), part('b', 10, 11)), {})
  const all = [part('a', 9, 11), part('b', 10, 12), part('c', 13, 14)]
  assert.deepEqual(steps(...all), { a: '0/2', b: '1/2' })
})

test('entries that begin at nearly the same time are beside each other, with all that overlap them', () => {
  assert.deepEqual(steps(part('a', 9, 11), part('b', 9.25, 12), part('c', 10, 11)), {})
  const all = [part('a', 9, 10), part('b', 9, 10), part('c', 12, 14), part('d', 13, 15)]
  assert.deepEqual(steps(...all), { c: '0/2', d: '1/2' })
})

test('what the grid orders differently is beside each other: deadlines, nights, free columns and many entries', () => {
  assert.deepEqual(steps(part('a', 9, 11), part('b', 10, 12, { isFirst: true })), {})
  assert.deepEqual(steps(part('a', 22, 25), part('b', 23, 24)), {})
  assert.deepEqual(steps(part('a', 9, 10), part('b', 9.5, 12), part('c', 10.5, 11)), {})
  const many = Array.from({ length: 5 }, (_, at) => part(String(at), 9 + at / 2, 15))
  assert.deepEqual(steps(...many), {})
  assert.equal(Object.keys(steps(...many.slice(0, 4))).length, 4)
})
