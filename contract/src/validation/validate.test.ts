import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Clearable, Color, Description, Instant, TagIds, Title, UuidIn } from '../words.ts'
import { checker, summary } from './validate.ts'

const ID = '01A1DD40-93c2-7156-a99d-dae837885b29'
const check = checker(
  Type.Object({
    title: Title,
    color: Type.Optional(Color),
    due: Clearable(Instant),
    tag_ids: Clearable(TagIds),
    parent: Clearable(UuidIn),
    description: Clearable(Description),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
)

function errorsOf(value: unknown) {
  const outcome = check(value)
  assert.equal(outcome.ok, false, JSON.stringify(value))
  return outcome.ok ? [] : outcome.errors
}

test('values arrive decoded: trimmed, deduplicated, in milliseconds', () => {
  const outcome = check({
    title: '  a ',
    color: '#abcdef',
    due: '2026-01-15T00:00:00',
    tag_ids: [ID, ID.toLowerCase()],
    parent: ID,
  })
  assert.ok(outcome.ok)
  assert.deepEqual(outcome.value, {
    title: 'a',
    color: '#ABCDEF',
    due: Date.UTC(2026, 0, 15),
    tag_ids: [ID.toLowerCase()],
    parent: ID.toLowerCase(),
  })
})

test('null stays null and absent stays absent', () => {
  const outcome = check({ title: 'a', due: null, tag_ids: null })
  assert.ok(outcome.ok)
  assert.deepEqual(outcome.value, { title: 'a', due: null, tag_ids: null })
})

test('unknown fields are dropped', () => {
  const outcome = check({ title: 'a', owner_id: 'eve', ['__proto__x']: 1 })
  assert.ok(outcome.ok)
  assert.deepEqual(Object.keys(outcome.value), ['title'])
})

test('nothing is coerced', () => {
  assert.deepEqual(errorsOf({ title: 5 }), [{ path: 'title', message: 'must be a string' }])
  assert.deepEqual(errorsOf({ title: 'a', count: '1' }), [{ path: 'count', message: 'must be an integer' }])
})

test('each error has its field and one message', () => {
  assert.deepEqual(errorsOf({}), [{ path: 'title', message: 'is required' }])
  assert.deepEqual(errorsOf({ title: '   ' }), [{ path: 'title', message: 'must have 1 to 255 characters' }])
  assert.deepEqual(errorsOf({ title: null }), [{ path: 'title', message: 'must be a string' }])
  assert.deepEqual(errorsOf({ title: 'a', color: 'blue' }), [
    { path: 'color', message: 'must be a color in the form #RRGGBB' },
  ])
  assert.deepEqual(errorsOf({ title: 'a', tag_ids: ['x'] }), [
    { path: 'tag_ids.0', message: 'must be a UUID' },
  ])
  for (const value of [null, [], 'x', 5]) assert.equal(errorsOf(value)[0]?.message, 'must be an object')
})

test('lengths count code points after trimming', () => {
  assert.equal(check({ title: ` ${'😀'.repeat(255)} ` }).ok, true)
  assert.equal(check({ title: '😀'.repeat(256) }).ok, false)
  assert.equal(check({ title: 'a', description: 'é'.repeat(10_000) }).ok, true)
  assert.equal(check({ title: 'a', description: 'é'.repeat(10_001) }).ok, false)
})

test('NUL and lone surrogates are rejected', () => {
  for (const bad of ['a\u0000b', 'a\ud800', '\udc00']) {
    assert.match(errorsOf({ title: bad })[0]?.message ?? '', /NUL|surrogate/)
    assert.match(errorsOf({ title: 'a', description: bad })[0]?.message ?? '', /NUL|surrogate/)
  }
})

test('entries are counted after deduplication', () => {
  const id = (n: number) => `01a1dd40-93c2-7156-a99d-${String(n).padStart(12, '0')}`
  const hundred = Array.from({ length: 100 }, (_, n) => id(n))
  assert.equal(check({ title: 'a', tag_ids: [...hundred, ...hundred] }).ok, true)
  assert.equal(check({ title: 'a', tag_ids: [...hundred, id(100)] }).ok, false)
})

test('the summary is one sentence', () => {
  assert.equal(summary(errorsOf({})), 'title is required.')
  assert.equal(summary(errorsOf({ title: 'a', color: 1, count: 0 })), 'color must be a string (and 1 more).')
  assert.equal(summary(errorsOf(null)), 'The request must be an object.')
})

test('unknown fields of a strict schema are named', () => {
  const strict = { additionalProperties: false }
  const check = checker(Type.Object({ a: Type.Optional(Type.Object({}, strict)) }, strict))
  const errorsOf = (value: unknown) => {
    const outcome = check(value)
    return outcome.ok ? [] : outcome.errors
  }
  assert.deepEqual(errorsOf({ foo: 1 }), [{ path: 'foo', message: 'is not a known field' }])
  assert.deepEqual(errorsOf({ a: { b: 1 } }), [{ path: 'a.b', message: 'is not a known field' }])
})

test('messages name the value that is required, and no pattern', () => {
  const check = checker(
    Type.Object({ delete: Type.Literal(true), link: Type.String({ pattern: '^[a-z]{3}$' }) }),
  )
  const outcome = check({ delete: false, link: 'A' })
  assert.deepEqual(outcome.ok ? [] : outcome.errors, [
    { path: 'delete', message: 'must be true' },
    { path: 'link', message: 'has the wrong format' },
  ])
})
