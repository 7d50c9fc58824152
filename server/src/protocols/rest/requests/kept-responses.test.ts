// A response is kept from its second request on, until the log grows or the memory is full.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeptResponse, KeptResponses } from './kept-responses.ts'

const response = (text: string): KeptResponse => ({ text, etag: 'W/"1"', link: undefined })

/** Answers a request as the server does: returns a kept response or computes one. */
function answer(kept: KeptResponses, key: string, seq: number, text: string): string {
  const found = kept.find(key, seq)
  if (found) return found.text
  kept.note(key, seq, () => response(text))
  return text
}

test('keeps a response from the second request on', () => {
  const kept = new KeptResponses(10_000)
  assert.equal(kept.knows('a'), false)
  assert.equal(answer(kept, 'a', 1, 'first'), 'first')
  assert.equal(kept.knows('a'), true)
  assert.equal(answer(kept, 'a', 1, 'second'), 'second')
  assert.equal(answer(kept, 'a', 1, 'third'), 'second')
})

test('forgets a response as soon as the log has grown', () => {
  const kept = new KeptResponses(10_000)
  for (const text of ['old', 'old']) answer(kept, 'a', 1, text)
  assert.equal(answer(kept, 'a', 2, 'new'), 'new')
  assert.equal(kept.find('a', 1), undefined)
  assert.equal(answer(kept, 'a', 2, 'newer'), 'newer')
  assert.equal(answer(kept, 'a', 2, 'newest'), 'newer')
})

test('keeps a response of the second request if the first one did not look up the position', () => {
  const kept = new KeptResponses(10_000)
  kept.note('a', undefined, () => response('unused'))
  kept.note('a', 7, () => response('kept'))
  assert.equal(kept.find('a', 7)?.text, 'kept')
})

test('does not compute a text that it will not keep', () => {
  const kept = new KeptResponses(10_000)
  kept.note('a', 1, () => assert.fail())
  kept.note('a', 2, () => assert.fail())
})

test('drops the least recently used responses when the memory is full', () => {
  const kept = new KeptResponses(10_000)
  const text = 'x'.repeat(300)
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] // fill the memory
  for (const key of keys) for (const _ of [1, 2]) answer(kept, key, 1, text)
  assert.ok(kept.find('a', 1))
  for (const key of ['l', 'm']) for (const _ of [1, 2]) answer(kept, key, 1, text)
  assert.ok(kept.find('a', 1), 'was used last')
  assert.equal(kept.find('b', 1), undefined)
  assert.equal(kept.find('c', 1), undefined)
  assert.ok(kept.find('m', 1))
})

test('keeps no response to a very long request', () => {
  const kept = new KeptResponses(1_000_000)
  const key = 'k'.repeat(2_049)
  for (const _ of [1, 2]) answer(kept, key, 1, 'x')
  assert.equal(kept.knows(key), false)
})

test('keeps neither a response that fills too much of the memory, nor anything without memory', () => {
  for (const [bytes, length] of [
    [10_000, 1_000],
    [0, 1],
  ] as const) {
    const kept = new KeptResponses(bytes)
    for (const _ of [1, 2]) answer(kept, 'a', 1, 'x'.repeat(length))
    assert.equal(kept.find('a', 1), undefined)
  }
})
