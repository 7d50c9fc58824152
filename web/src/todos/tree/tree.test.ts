import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { mayMoveUnder, parentWhenIndented, parentWhenOutdented, toRows } from './tree.ts'

const todo = (id: string, parent_id: string | null = null) => ({ id, parent_id }) as Todo
const todos = [todo('a'), todo('b', 'a'), todo('c', 'a'), todo('d', 'c'), todo('e'), todo('f', 'elsewhere')]
const rows = toRows(todos, new Set())
const at = (id: string) => rows.findIndex(row => row.todo.id === id)

test('returns rows in reading order with their levels', () => {
  assert.deepEqual(
    rows.map(row => `${row.todo.id}${row.level}`),
    ['a1', 'b2', 'c2', 'd3', 'e1', 'f1'],
  )
  assert.deepEqual([rows[0]?.children, rows[0]?.place, rows[0]?.siblings], [2, 1, 3])
})

test('a collapsed todo hides its subtodos', () => {
  assert.deepEqual(
    toRows(todos, new Set(['a'])).map(row => row.todo.id),
    ['a', 'e', 'f'],
  )
})

test('indenting goes under the sibling above', () => {
  assert.equal(parentWhenIndented(rows, at('c')), 'b')
  assert.equal(parentWhenIndented(rows, at('e')), 'a')
  assert.equal(parentWhenIndented(rows, at('b')), undefined)
  assert.equal(parentWhenIndented(rows, at('a')), undefined)
})

test('outdenting goes next to the parent', () => {
  assert.equal(parentWhenOutdented(rows, at('d')), 'a')
  assert.equal(parentWhenOutdented(rows, at('b')), null)
  assert.equal(parentWhenOutdented(rows, at('a')), undefined)
})

test('a todo cannot move below itself', () => {
  assert.equal(mayMoveUnder(todos, 'a', 'd'), false)
  assert.equal(mayMoveUnder(todos, 'a', 'a'), false)
  assert.equal(mayMoveUnder(todos, 'd', 'b'), true)
  assert.equal(mayMoveUnder(todos, 'd', null), true)
})
