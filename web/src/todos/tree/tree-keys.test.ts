import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { toRows } from './tree.ts'
import { actionOf, type TreeMoves } from './tree-keys.ts'

const todo = (id: string, parent_id: string | null = null, is_shared = false) =>
  ({ id, parent_id, is_shared }) as Todo
const rows = toRows([todo('a'), todo('b', 'a'), todo('c'), todo('theirs', null, true)], new Set())

/** Returns the actions that a key triggers on a row. */
function press(
  key: string,
  at: number,
  held: 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | '' = '',
  isManual = false,
): string[] {
  const log: string[] = []
  const moves: TreeMoves = {
    go: index => log.push(`go ${index}`),
    toggle: row => log.push(`toggle ${row.todo.id}`),
    rename: row => log.push(`rename ${row.todo.id}`),
    details: row => log.push(`details ${row.todo.id}`),
    finish: row => log.push(`finish ${row.todo.id}`),
    remove: row => log.push(`remove ${row.todo.id}`),
    nest: (row, parent) => log.push(`nest ${row.todo.id} under ${parent}`),
  }
  if (isManual) moves.place = (row, beside, edge) => log.push(`${row.todo.id} ${edge} ${beside.todo.id}`)
  const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
  const action = actionOf({ ...none, key, ...(held && { [held]: true }) }, rows, at, moves)
  if (!action) return ['left to the browser']
  action()
  return log
}

test('Tab leaves the tree', () => {
  assert.deepEqual(press('Tab', 2), ['left to the browser'])
  assert.deepEqual(press('Tab', 1, 'shiftKey'), ['left to the browser'])
})

test('Alt and Ctrl combinations indent and outdent', () => {
  assert.deepEqual(press('ArrowRight', 2, 'altKey'), ['nest c under a'])
  assert.deepEqual(press(']', 2, 'ctrlKey'), ['nest c under a'])
  assert.deepEqual(press('ArrowLeft', 1, 'altKey'), ['nest b under null'])
  assert.deepEqual(press('[', 1, 'metaKey'), ['nest b under null'])
})

test('arrows move, expand and collapse', () => {
  assert.deepEqual(press('ArrowDown', 0), ['go 1'])
  assert.deepEqual(press('ArrowLeft', 0), ['toggle a'])
  assert.deepEqual(press('ArrowLeft', 1), ['go 0'])
  assert.deepEqual(press('End', 0), ['go 3'])
})

test('own todos can be renamed, done and deleted; others only opened', () => {
  assert.deepEqual(press('Enter', 0), ['rename a'])
  assert.deepEqual(press(' ', 0), ['finish a'])
  assert.deepEqual(press('Delete', 0), ['remove a'])
  assert.deepEqual(press('Enter', 3), ['details theirs'])
  assert.deepEqual(press(' ', 3), ['left to the browser'])
  assert.deepEqual(press('Delete', 3), ['left to the browser'])
  assert.deepEqual(press('ArrowRight', 3, 'altKey'), [], 'nothing, but the browser does not go back either')
})

test('keys with a modifier are left to the browser', () => {
  assert.deepEqual(press('Delete', 0, 'ctrlKey'), ['left to the browser'])
  assert.deepEqual(press('Enter', 0, 'metaKey'), ['left to the browser'])
})

test('Alt+Up and Alt+Down move among siblings, only in the manual order', () => {
  assert.deepEqual(press('ArrowUp', 2, 'altKey', true), ['c before a'])
  assert.deepEqual(press('ArrowDown', 0, 'altKey', true), ['a after c'])
  assert.deepEqual(press('ArrowUp', 1, 'altKey', true), [])
  assert.deepEqual(press('ArrowUp', 2, 'altKey'), ['left to the browser'])
})
