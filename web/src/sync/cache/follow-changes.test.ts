// Tests which lists are patched and which are reloaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveChange } from '@daymark/client'
import { QueryClient } from '@tanstack/react-query'
import { ACTIVE_TIMERS, applyBatch } from './follow-changes.ts'

const todo = { id: 'a', title: 'old', status: 'UNSCHEDULED', tags: [], version: 1 }
const batch = (part: object) => ({
  changes: [{ kind: 'todo', id: 'a', action: 'updated', seq: 5, ...part } as LiveChange],
})

function cached() {
  const queries = new QueryClient()
  queries.setQueryData(['todos', 'list', 'g'], [todo])
  queries.setQueryData(['todos', 'list', 'h'], [])
  queries.setQueryData(['todos', 'due', 'today'], [])
  queries.setQueryData(['tags', 'groups'], [])
  const stale = () =>
    queries
      .getQueryCache()
      .getAll()
      .filter(query => query.state.isInvalidated)
      .map(query => query.queryKey.slice(0, 2).join(' '))
  return { queries, stale }
}

test('a status change does not reload thousands of todos', async () => {
  const { queries, stale } = cached()
  await applyBatch(queries, batch({ resource: { ...todo, status: 'DONE', version: 5 } }))
  assert.deepEqual(queries.getQueryData(['todos', 'list', 'g']), [{ ...todo, status: 'DONE', version: 5 }])
  assert.deepEqual(stale(), ['todos due'])
  queries.clear()
})

test('other changes reload the list', async () => {
  const { queries, stale } = cached()
  await applyBatch(queries, batch({ resource: { ...todo, tags: [{ id: 't' }], version: 5 } }))
  assert.deepEqual(stale(), ['todos list', 'todos list', 'todos due'])
  queries.clear()
})

test('active timers are added and removed without a reload', async () => {
  const { queries } = cached()
  queries.setQueryData(ACTIVE_TIMERS, [])
  const timer = { id: 'a', status: 'RUNNING', version: 5 }
  await applyBatch(queries, batch({ kind: 'timer', action: 'created', resource: timer }))
  assert.deepEqual(queries.getQueryData(ACTIVE_TIMERS), [timer])
  const ended = { ...timer, status: 'COMPLETED', version: 6 }
  await applyBatch(queries, batch({ kind: 'timer', resource: ended, seq: 6 }))
  assert.deepEqual(queries.getQueryData(ACTIVE_TIMERS), [])
  queries.clear()
})
