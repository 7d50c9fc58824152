// Tests optimistic changes before and after the server's response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { answered, shownOf, staysInPlace, withTodo } from './change.ts'

const todo = (id: string, more: Partial<Todo> = {}) => ({ id, title: id, parent_id: null, ...more }) as Todo

test('changes one todo and keeps the other objects identical', () => {
  const before = [todo('a'), todo('b')]
  const after = withTodo(before, 'b', each => ({ ...each, ...shownOf({ status: 'DONE' }) }))
  assert.equal(after[0], before[0])
  assert.deepEqual(after[1], todo('b', { status: 'DONE' }))
})

test('null is a value, an absent field is not', () => {
  assert.deepEqual(shownOf({ parent_id: null }), { parent_id: null })
  assert.deepEqual(shownOf({}), {})
})

test('keeps include_reason, which the response lacks', () => {
  assert.equal(answered(todo('a', { include_reason: 'ANCESTOR' }), todo('a')).include_reason, 'ANCESTOR')
})

test('tells whether a change affects the rest of the list', () => {
  assert.equal(staysInPlace({ status: 'DONE', title: 'x' }), true)
  assert.equal(staysInPlace({ parent_id: null }), true)
  assert.equal(staysInPlace({ status: 'DONE', deadline: null }), false)
  assert.equal(staysInPlace({ tag_ids: [] }), false)
})
