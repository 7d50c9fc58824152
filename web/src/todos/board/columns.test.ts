import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { columnsOf, moveBetween, NO_TAG } from './columns.ts'

const WORDS = {
  statuses: { UNSCHEDULED: 'Open', SCHEDULED: 'Scheduled', DONE: 'Done', CANCELLED: 'Canceled' },
  noTag: 'No tag',
}
const tag = (id: string) => ({ id, name: id, color: '#112233' })
const todo = (id: string, status: Todo['status'], tags: string[] = [], more: Partial<Todo> = {}): Todo =>
  ({ id, status, tags: tags.map(tag), is_shared: false, include_reason: 'MATCH', ...more }) as Todo
const shape = (columns: ReturnType<typeof columnsOf>) =>
  columns.map(({ id, todos }) => `${id}: ${todos.map(each => each.id).join()}`)

it('has a column for each status, and one for canceled todos only if there are any', () => {
  const todos = [todo('a', 'UNSCHEDULED'), todo('b', 'DONE'), todo('c', 'UNSCHEDULED')]
  assert.deepEqual(shape(columnsOf('status', todos, [], WORDS)), [
    'UNSCHEDULED: a,c',
    'SCHEDULED: ',
    'DONE: b',
  ])
  assert.deepEqual(shape(columnsOf('status', [todo('a', 'CANCELLED')], [], WORDS)).at(-1), 'CANCELLED: a')
})

it('has a column for each tag of the list and for used tags; open todos only', () => {
  const todos = [
    todo('a', 'UNSCHEDULED'),
    todo('b', 'SCHEDULED', ['x', 'y']),
    todo('c', 'DONE', ['x']),
    todo('d', 'UNSCHEDULED', ['x'], { include_reason: 'ANCESTOR' }),
    todo('e', 'UNSCHEDULED', ['x'], { is_shared: true }),
  ]
  assert.deepEqual(shape(columnsOf('tag', todos, [tag('x'), tag('z')], WORDS)), [
    'none: a',
    'x: b',
    'z: ',
    'y: b',
  ])
})

it('a move replaces the status or the tag of the column, and keeps other tags', () => {
  const both = todo('b', 'UNSCHEDULED', ['x', 'y'])
  assert.deepEqual(moveBetween('status', both, 'UNSCHEDULED', 'DONE'), { status: 'DONE' })
  assert.deepEqual(moveBetween('tag', both, 'x', 'z'), { tag_ids: ['y', 'z'] })
  assert.deepEqual(moveBetween('tag', both, 'x', 'y'), { tag_ids: ['y'] })
  assert.deepEqual(moveBetween('tag', both, 'x', NO_TAG), { tag_ids: ['y'] })
  assert.deepEqual(moveBetween('tag', todo('a', 'UNSCHEDULED'), NO_TAG, 'x'), { tag_ids: ['x'] })
  assert.equal(moveBetween('tag', both, 'x', 'x'), undefined)
})
