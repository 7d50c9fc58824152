// Tests which lists are patched and which are reloaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveChange } from '@daymark/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
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

test('a list that was being reloaded does not go back to the state before the change', async () => {
  const { queries } = cached()
  const responses = [Promise.withResolvers<object[]>(), Promise.withResolvers<object[]>()]
  let requests = 0
  const list = new QueryObserver(queries, {
    queryKey: ['todos', 'list', 'g'],
    queryFn: () => responses[requests++]?.promise,
    retry: false,
  })
  const stop = list.subscribe(() => {})
  assert.equal(requests, 1)
  const done = { ...todo, status: 'DONE', version: 5 }
  const applied = applyBatch(queries, batch({ resource: done }))
  responses[0]?.resolve([todo])
  responses[1]?.resolve([done])
  await applied
  assert.deepEqual(queries.getQueryData(['todos', 'list', 'g']), [done])
  stop()
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
