import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../scripts/test/properties.ts'
import { readMessage } from './message.ts'

const ID = '01a1dd40-93c2-7156-a99d-dae837885b29'
const read = (value: unknown) => readMessage(Buffer.from(JSON.stringify(value)), false)
const codeOf = (message: ReturnType<typeof readMessage>) => ('code' in message ? message.code : undefined)

test('a message is validated and decoded', () => {
  assert.deepEqual(read({ type: 'timer.pause', payload: { timer_id: ID.toUpperCase() }, id: 'x' }), {
    type: 'timer.pause',
    payload: { timer_id: ID },
    id: 'x',
  })
  assert.deepEqual(read({ type: 'timer.create', payload: { allocated_duration: 0.5, title: ' a ' } }), {
    type: 'timer.create',
    payload: { allocated_duration: 0.5, title: 'a' },
    id: undefined,
  })
})

test('an absent or null payload is an empty one', () => {
  for (const message of [{ type: 'timer.sync' }, { type: 'timer.sync', payload: null }]) {
    assert.deepEqual(read(message), { type: 'timer.sync', payload: {}, id: undefined })
  }
})

test('malformed messages are INVALID_MESSAGE', () => {
  const texts = [
    '',
    '{',
    '[1]',
    'null',
    '5',
    '"x"',
    '{}',
    '{"type":5}',
    '{"type":null}',
    '[]',
    'true',
    '{"type"}',
  ]
  for (const text of texts)
    assert.equal(codeOf(readMessage(Buffer.from(text), false)), 'INVALID_MESSAGE', text)
  const invalidUtf8 = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
  assert.equal(codeOf(readMessage(invalidUtf8, false)), 'INVALID_MESSAGE')
  assert.equal(codeOf(readMessage(Buffer.from('{"type":"timer.sync"}'), true)), 'INVALID_MESSAGE')
})

test('an id must be a text of 1 to 64 characters', () => {
  for (const id of ['', 'a'.repeat(65), 5, null, {}, '\u0000']) {
    assert.equal(codeOf(read({ type: 'timer.sync', id })), 'INVALID_MESSAGE', JSON.stringify(id))
  }
  for (const id of ['a', '😀'.repeat(64)]) assert.equal(read({ type: 'timer.sync', id }).id, id)
})

test('an unknown type is named, shortened, and keeps its id', () => {
  for (const type of ['', 'timer.explode', 'toString', '__proto__', 'constructor']) {
    const message = read({ type, id: 'x' })
    assert.equal(codeOf(message), 'UNKNOWN_TYPE', type)
    assert.equal(message.id, 'x')
  }
  const long = read({ type: 'x'.repeat(1_000) })
  assert.ok('message' in long && long.message.length < 120)
})

test('an invalid payload is reported separately and says what is wrong', () => {
  const bad: [string, unknown, RegExp][] = [
    ['timer.pause', {}, /timer_id is required/],
    ['timer.pause', { timer_id: 'x' }, /UUID/],
    ['timer.stop', [1], /must be an object/],
    ['timer.resume', 'x', /must be an object/],
    ['timer.create', {}, /allocated_duration is required/],
    ['timer.create', { allocated_duration: 0 }, /allocated_duration/],
    ['timer.create', { allocated_duration: -1 }, /allocated_duration/],
    ['timer.create', { allocated_duration: '5' }, /must be a number/],
    ['timer.create', { allocated_duration: 31_536_001 }, /allocated_duration/],
    ['timer.create', { allocated_duration: 1, title: ' ' }, /title/],
    ['timer.create', { allocated_duration: 1, title: 'a\u0000' }, /title/],
    ['timer.create', { allocated_duration: 1, visibility: { level: 'everyone' } }, /level/],
    ['timer.sync', { since: -1 }, /since/],
    ['timer.sync', { since: 1.5 }, /since/],
    ['timer.sync', { scope: 'none' }, /scope/],
  ]
  for (const [type, payload, fault] of bad) {
    const message = read({ type, payload })
    assert.ok('fault' in message, `${type} ${JSON.stringify(payload)}`)
    assert.match(message.fault, fault)
  }
})

test('no input makes the parser throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, binary) => {
      readMessage(Buffer.from(bytes), binary)
    }),
  )
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('timer.create', 'timer.sync', 'timer.stop'),
      (payload, type) => {
        const message = read({ type, payload })
        assert.ok('type' in message)
      },
    ),
  )
})
