import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { boardIn, inView, type SmartView, urlOf, viewIn } from './views.ts'

const todo = (id: string, deadline_date: string | null, more: Partial<Todo> = {}) =>
  ({
    id,
    deadline: null,
    deadline_date,
    status: 'UNSCHEDULED',
    priority: 0,
    schedules: [],
    parent_id: null,
    ...more,
  }) as unknown as Todo

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

test('the inbox has todos that nobody has planned yet', () => {
  const entry = { id: 'entry' } as Todo['schedules'][number]
  const todos = [
    todo('dated', '2026-03-12'),
    todo('below a dated one', null, { parent_id: 'dated' }),
    todo('in the calendar', null, { schedules: [entry] }),
    todo('free', null),
    todo('below a free one', null, { parent_id: 'free' }),
    todo('of a parent in another view', null, { parent_id: 'unknown' }),
  ]
  assert.deepEqual(
    inView(todos, 'inbox', '2026-03-10').map(({ id }) => id),
    ['free', 'below a free one', 'of a parent in another view'],
  )
})

test('the view and the board are in the URL', () => {
  assert.equal(boardIn('board=tag&todo=1'), 'tag')
  assert.equal(boardIn('board=other'), undefined)
  assert.equal(urlOf('inbox', 'status'), '/todos/inbox?board=status')
  assert.equal(urlOf('inbox', undefined), '/todos/inbox')
  assert.equal(viewIn('/todos/today'), 'today')
  assert.equal(viewIn('/todos'), undefined)
})
