import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { below, countsOf, doneLast, visible } from './visible.ts'

const todo = (id: string, parent_id: string | null = null, status: Todo['status'] = 'UNSCHEDULED') =>
  ({ id, parent_id, status, tags: [] as Todo['tags'] }) as Todo

const tree = [todo('a'), todo('b', 'a'), todo('c', 'b'), todo('d', 'a'), todo('e')]
const shape = (todos: readonly Todo[]) => todos.map(({ id, parent_id }) => `${parent_id ?? ''}/${id}`)

test('finds all descendants', () => {
  assert.deepEqual(shape(below(tree, 'a')), ['a/b', 'a/d', 'b/c'])
  assert.deepEqual(below(tree, 'e'), [])
})

test('a done todo stays while it has open subtodos', () => {
  const done = [todo('a', null, 'DONE'), todo('b', 'a', 'CANCELLED'), todo('c', 'b'), todo('d', 'a', 'DONE')]
  assert.deepEqual(shape(visible(done)), ['/a', 'a/b', 'b/c'])
  assert.deepEqual(visible([todo('a', null, 'DONE')]), [])
})

test('done todos come last, the last completed first', () => {
  const done = (id: string, completed_at: string | null) => ({ ...todo(id, null, 'DONE'), completed_at })
  const list = [
    todo('canceled', null, 'CANCELLED'),
    done('unknown', null),
    done('first', '2026-11-14T10:00:00Z'),
    todo('open'),
    done('last', '2026-11-15T09:00:00+09:00'),
    todo('other'),
  ]
  assert.deepEqual(
    doneLast(list).map(({ id }) => id),
    ['open', 'other', 'last', 'first', 'unknown', 'canceled'],
  )
})

test('counts open and done todos without context ancestors', () => {
  const tag = (id: string) => ({ id, name: id }) as Todo['tags'][number]
  const counts = countsOf([
    { ...todo('a'), include_reason: 'ANCESTOR', tags: [tag('x')] },
    { ...todo('b'), tags: [tag('y')] },
    { ...todo('c'), tags: [tag('x'), tag('y')] },
    { ...todo('d', null, 'DONE'), tags: [tag('x')] },
  ])
  assert.deepEqual(counts, {
    open: 2,
    done: 1,
    byTag: [
      ['y', 2],
      ['x', 1],
    ],
  })
})
