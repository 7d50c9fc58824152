import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CachedResponse, ResponseCache } from './response-cache.ts'

const response = (text: string): CachedResponse => ({ text, etag: 'W/"1"', next: undefined })

/** Answers a request as the server does: returns a cached response or computes one. */
function answer(cache: ResponseCache, key: string, position: string, text: string): string {
  const found = cache.find(key, position)
  if (found) return found.text
  cache.note(key, position, () => response(text))
  return text
}

test('caches a response from the second request on', () => {
  const cache = new ResponseCache(10_000)
  assert.equal(cache.knows('a'), false)
  assert.equal(answer(cache, 'a', '1', 'first'), 'first')
  assert.equal(cache.knows('a'), true)
  assert.equal(answer(cache, 'a', '1', 'second'), 'second')
  assert.equal(answer(cache, 'a', '1', 'third'), 'second')
})

test('forgets a response as soon as the log has grown', () => {
  const cache = new ResponseCache(10_000)
  for (const text of ['old', 'old']) answer(cache, 'a', '1', text)
  assert.equal(answer(cache, 'a', '2', 'new'), 'new')
  assert.equal(cache.find('a', '1'), undefined)
  assert.equal(answer(cache, 'a', '2', 'newer'), 'newer')
  assert.equal(answer(cache, 'a', '2', 'newest'), 'newer')
})

test('caches a response of the second request if the first one did not look up the position', () => {
  const cache = new ResponseCache(10_000)
  cache.note('a', undefined, () => response('unused'))
  cache.note('a', '7', () => response('cached'))
  assert.equal(cache.find('a', '7')?.text, 'cached')
})

test('does not compute a text that it will not cache', () => {
  const cache = new ResponseCache(10_000)
  cache.note('a', '1', () => assert.fail())
  cache.note('a', '2', () => assert.fail())
})

test('drops the least recently used responses when the memory is full', () => {
  const cache = new ResponseCache(10_000)
  const text = 'x'.repeat(300)
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] // fill the memory
  for (const key of keys) for (const _ of [1, 2]) answer(cache, key, '1', text)
  assert.ok(cache.find('a', '1'))
  for (const key of ['l', 'm']) for (const _ of [1, 2]) answer(cache, key, '1', text)
  assert.ok(cache.find('a', '1'), 'was used last')
  assert.equal(cache.find('b', '1'), undefined)
  assert.equal(cache.find('c', '1'), undefined)
  assert.ok(cache.find('m', '1'))
})

test('caches no response to a very long request', () => {
  const cache = new ResponseCache(1_000_000)
  const key = 'k'.repeat(2_049)
  for (const _ of [1, 2]) answer(cache, key, '1', 'x')
  assert.equal(cache.knows(key), false)
})

test('caches neither a response that fills too much of the memory, nor anything without memory', () => {
  for (const [bytes, length] of [
    [10_000, 1_200],
    [0, 1],
  ] as const) {
    const cache = new ResponseCache(bytes)
    for (const _ of [1, 2]) answer(cache, 'a', '1', 'x'.repeat(length))
    assert.equal(cache.find('a', '1'), undefined)
  }
})
