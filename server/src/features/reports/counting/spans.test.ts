import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SpanReader } from './spans.ts'

test('a malformed history does not affect the histories after it', () => {
  const good = '[["start",1767222446400],["stop",1767223646400]]'
  const spans = [1767222446400, 1767223646400]
  for (const bad of [
    '',
    '[',
    '[]',
    '[["start"',
    '[["start",1767222446400',
    '[["stop",1767222446400]',
    'x',
    good,
  ]) {
    const reader = new SpanReader({ from: 0, to: 2_000_000_000_000 }, 0)
    const text = [good, bad, good, good].join('\n')
    const found = Array.from({ length: 4 }, (_, at) => reader.read(text, at === 0 ? 0 : reader.end + 1))
    assert.deepEqual([found[0], found[2], found[3]], [spans, spans, spans], bad)
    assert.equal(reader.end, text.length)
    assert.deepEqual(found[1], bad === good ? spans : reader.read(bad), bad)
  }
})
