// Tests optimistic changes before and after the server's response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { answered, shownOf, staysInPlace, withTodo } from './change.ts'

const todo = (id: string, more: Partial<Todo> = {}) => ({ id, title: id, parent_id: null, ...more }) as Todo

test('one changes, the others stay the same objects', () => {
  const before = [todo('a'), todo('b')]
  const after = withTodo(before, 'b', each => ({ ...each, ...shownOf({ status: 'DONE' }) }))
  assert.equal(after[0], before[0])
  assert.deepEqual(after[1], todo('b', { status: 'DONE' }))
})

test('null is a value, absent is none', () => {
  assert.deepEqual(shownOf({ parent_id: null }), { parent_id: null })
  assert.deepEqual(shownOf({}), {})
})

test('the answer of the server does not say why the row is shown', () => {
  assert.equal(answered(todo('a', { include_reason: 'ANCESTOR' }), todo('a')).include_reason, 'ANCESTOR')
})

test('whether the rest of the list is concerned', () => {
  assert.equal(staysInPlace({ status: 'DONE', title: 'x' }), true)
  assert.equal(staysInPlace({ parent_id: null }), true)
  assert.equal(staysInPlace({ status: 'DONE', deadline: null }), false)
  assert.equal(staysInPlace({ tag_ids: [] }), false)
})
