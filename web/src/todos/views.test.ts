// Tests which todos the smart views contain, and in which order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { inView, type SmartView, viewIn } from './views.ts'

const todo = (id: string, deadline_date: string | null, more: Partial<Todo> = {}) =>
  ({ id, deadline: null, deadline_date, status: 'UNSCHEDULED', priority: 0, ...more }) as Todo

test('today has due and overdue todos, upcoming later ones, and all has every one', () => {
  const todos = [
    todo('later', '2026-03-12'),
    todo('none', null),
    todo('today', '2026-03-10'),
    todo('urgent', '2026-03-10', { priority: 3 }),
    todo('overdue', '2026-03-01'),
    todo('done long ago', '2026-03-01', { status: 'DONE' }),
    todo('tomorrow', '2026-03-11'),
  ]
  const ids = (view: SmartView) => inView(todos, view, '2026-03-10').map(({ id }) => id)
  assert.deepEqual(ids('today'), ['overdue', 'urgent', 'today'])
  assert.deepEqual(ids('upcoming'), ['tomorrow', 'later'])
  assert.equal(ids('all').length, todos.length)
})

test('the view is in the URL', () => {
  assert.equal(viewIn('/todos/today'), 'today')
  assert.equal(viewIn('/todos'), undefined)
})
