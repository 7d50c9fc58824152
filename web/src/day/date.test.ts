import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import { plannedLength, sectionsOf } from '../calendar/drawer/sections.ts'
import { dateInPath, nameOf, pathOf } from './date.ts'

test('the address has the date, except for today', () => {
  assert.equal(dateInPath('/day/2026-05-05'), '2026-05-05')
  for (const path of ['/', '/day', '/day/2026-02-30', '/day/soon']) assert.equal(dateInPath(path), undefined)
  assert.equal(pathOf('2026-05-05', '2026-05-05'), '/')
  assert.equal(pathOf('2026-05-04', '2026-05-05'), '/day/2026-05-04')
  assert.equal(nameOf('2026-05-04', '2026-05-05'), 'yesterday')
  assert.equal(nameOf('2026-06-01', '2026-05-31'), 'tomorrow')
  assert.equal(nameOf('2026-06-02', '2026-05-31'), undefined)
})

test('todos are sorted into sections by deadline, and by priority within a date', () => {
  const todo = (title: string, deadline_date: string | null, priority = 0) =>
    ({ title, deadline_date, deadline: null, priority }) as Todo
  const sections = sectionsOf(
    [
      todo('some day', null),
      todo('important', null, 3),
      todo('late', '2026-05-01'),
      todo('later', '2026-04-01'),
      todo('now', '2026-05-05'),
      todo('soon', '2026-05-07'),
      todo('far', '2026-09-01'),
    ],
    '2026-05-05',
  )
  const titles = [...sections].map(([name, todos]) => [name, ...todos.map(({ title }) => title)])
  assert.deepEqual(titles, [
    ['overdue', 'later', 'late'],
    ['today', 'now'],
    ['noDate', 'important', 'some day'],
    ['upcoming', 'soon'],
  ])
  assert.equal(plannedLength({ estimate_minutes: 45 }), 45 * 60_000)
  assert.equal(plannedLength({ estimate_minutes: null }), 30 * 60_000)
})
