import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedIds, occurrenceId, occurrenceIds } from './occurrence-id.ts'

const SERIES = '0192d3a4-7b1c-7def-8a90-123456789abc'

test('an occurrence has the UUIDv5 of its original start in the namespace of its series', () => {
  // The expected id comes from another program: uuid5(namespace, "1772359200000").
  assert.equal(occurrenceId(SERIES, 1_772_359_200_000), '28701eea-9245-5f92-ad04-dc82deaa7e33')
  assert.equal(occurrenceId(SERIES.toUpperCase(), 1_772_359_200_000), '28701eea-9245-5f92-ad04-dc82deaa7e33')
  assert.notEqual(occurrenceId(SERIES, 1), occurrenceId(SERIES, 2))
})

test('the cache is bounded, also for one series and for functions that are used later', () => {
  const other = occurrenceIds('0192d3a4-7b1c-7def-8a90-123456789abd')
  for (let at = 0; at < 10; at++) other(at)
  const idOf = occurrenceIds(SERIES)
  for (let at = 0; at < 50_000; at++) idOf(at)
  assert.ok(cachedIds() <= 20_000, `${cachedIds()} ids are cached`)
  for (let at = 0; at < 30_000; at++) other(at)
  assert.ok(cachedIds() <= 20_000, `${cachedIds()} ids are cached`)
  assert.equal(idOf(1_772_359_200_000), '28701eea-9245-5f92-ad04-dc82deaa7e33')
})
