import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveChange, LiveConnection, OutboxEntry } from '@daymark/client'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Timer } from '@daymark/contract/timers/timer'
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { listWith } from '../overlay/lists.ts'
import { schedulesWith } from '../overlay/schedules.ts'
import { ACTIVE_TIMERS, applyBatch, followChanges } from './follow-changes.ts'

const SPLIT = 'POST /v1/timers/{timer_id}/split'
const SHIFT = 'POST /v1/schedules/bulk'

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

test('a response that is older than a change never shows the state before it', async () => {
  const { queries } = cached()
  queries.setQueryData(ACTIVE_TIMERS, [])
  const done = { ...todo, status: 'DONE', version: 5 }
  const timer = { id: 't', status: 'RUNNING', version: 6 }
  const lists = [
    { queryKey: ['todos', 'list', 'g'], old: [todo, { ...todo, id: 'b' }], new: [done] },
    { queryKey: ACTIVE_TIMERS, old: [], new: [timer] },
  ].map(({ queryKey, ...answers }) => {
    const responses = [Promise.withResolvers<object[]>(), Promise.withResolvers<object[]>()]
    const seen: unknown[] = []
    let requests = 0
    const list = new QueryObserver(queries, {
      queryKey,
      queryFn: () => responses[requests++]?.promise,
      retry: false,
    })
    // As in React, the listener runs after the batch of notifications, and reads the result as it is at that time.
    const look = notifyManager.batchCalls(() => seen.push(list.getCurrentResult().data))
    const stop = list.subscribe(look)
    return { responses, seen, stop, ...answers, requests: () => requests }
  })
  let onBatch: ((batch: unknown) => Promise<unknown>) | undefined
  let isApplied = false
  const stop = followChanges(
    {
      on: (name: string, listener: () => Promise<unknown>) => {
        if (name === 'batch') onBatch = listener
        return () => {}
      },
    } as unknown as LiveConnection,
    queries,
  )
  const applied = onBatch?.({
    changes: [
      { kind: 'todo', id: 'a', action: 'updated', seq: 5, resource: done },
      { kind: 'todo', id: 'b', action: 'deleted', seq: 6, resource: null },
      { kind: 'timer', id: 't', action: 'created', seq: 6, resource: timer },
    ],
  }).then(() => {
    isApplied = true
  })
  for (const { responses, old } of lists) responses[0]?.resolve(old)
  while (lists.some(({ requests }) => requests() < 2)) await new Promise(resolve => setImmediate(resolve))
  assert.equal(isApplied, false, 'the changes are not applied until the lists contain them')
  for (const { responses, new: fresh } of lists) responses[1]?.resolve(fresh)
  await applied
  for (const { seen, new: fresh } of lists) {
    const from = seen.findIndex(data => JSON.stringify(data) === JSON.stringify(fresh))
    assert.ok(from >= 0)
    for (const data of seen.slice(from)) assert.deepEqual(data, fresh)
  }
  stop()
  for (const { stop: end } of lists) end()
  queries.clear()
})

test('a write that cannot be applied twice is shown once while its lists are reloaded', () => {
  const queries = new QueryClient()
  const at = (hour: number, day = 1) => `2026-05-0${day}T${String(hour).padStart(2, '0')}:00:00.000Z`
  const segments = (start: number, end: number) => [{ start: at(start), end: at(end) }]
  const whole = { id: 'a', status: 'COMPLETED', ended_at: at(11), segments: segments(6, 11), version: 1 }
  const [first, second] = [
    { ...whole, ended_at: at(9), segments: segments(6, 9), version: 5 },
    { ...whole, id: 'b', segments: segments(9, 11), version: 6 },
  ]
  const entry = { id: 'x', instance_start: null, tags: [], start_time: at(9), end_time: at(10), version: 2 }
  const moved = { ...entry, start_time: at(9, 2), end_time: at(10, 2), version: 7 }
  queries.setQueryData(['timers', 'day'], [whole])
  queries.setQueryData(['schedules', 'day'], [entry])
  const writes = [
    { key: 'split', kind: 'timer', id: 'a', operation: SPLIT, body: { id: 'b', at: at(9) } },
    { key: 'shift', operation: SHIFT, body: { ids: ['x'], change: { shift_days: 1 } } },
  ]
  let shown = writes.map(
    (write, order) => ({ query: {}, state: 'sending', created_at: 0, order, ...write }) as OutboxEntry,
  )
  let onBatch: ((batch: unknown) => void) | undefined
  const on = (name: string, listener: () => void) => {
    if (name === 'batch') onBatch = listener
    return () => {}
  }
  followChanges({ on } as unknown as LiveConnection, queries)
  const expect = () => {
    const timers = listWith('timer', queries.getQueryData<Timer[]>(['timers', 'day']) ?? [], shown)
    const entries = schedulesWith(queries.getQueryData<Schedule[]>(['schedules', 'day']) ?? [], shown)
    assert.deepEqual(
      timers.flatMap(timer => timer.segments).toSorted((a, b) => a.start.localeCompare(b.start)),
      [...first.segments, ...second.segments],
    )
    assert.deepEqual(
      entries.map(({ start_time }) => start_time),
      [at(9, 2)],
    )
  }
  expect()
  const change = (kind: string, action: string, resource: { id: string; version: number }) => ({
    ...{ kind, action, resource, id: resource.id, seq: resource.version },
  })
  // The connection notes what has arrived before it tells the app.
  const arrive = (key: string, changes: ReturnType<typeof change>[]) => {
    const included = new Map(changes.map(({ id, seq }) => [id, seq]))
    shown = shown.map(entry => (entry.key === key ? { ...entry, included } : entry))
    onBatch?.({ reply_to: key, changes })
  }
  arrive('split', [change('timer', 'updated', first), change('timer', 'created', second)])
  arrive('shift', [change('schedule', 'updated', moved)])
  expect()
  queries.clear()
})

test('a list that could not be loaded is loaded again when the connection is back', async () => {
  for (const state of ['live', 'polling']) {
    const { queries } = cached()
    let requests = 0
    const list = new QueryObserver(queries, {
      queryKey: ['todos', 'list', 'g'],
      queryFn: async () => {
        if (++requests === 1) throw new Error('The server is down.')
        return []
      },
      retry: false,
    })
    const failed = Promise.withResolvers<void>()
    const loaded = Promise.withResolvers<void>()
    const unsubscribe = list.subscribe(({ error, data }) => {
      if (error) failed.resolve()
      else if ((data as unknown[]).length === 0) loaded.resolve()
    })
    let onState: ((state: string) => void) | undefined
    const live = {
      on: (name: string, listener: () => void) => {
        if (name === 'state') onState = listener
        return () => {}
      },
    } as unknown as LiveConnection
    const stop = followChanges(live, queries)
    await failed.promise
    onState?.(state)
    await loaded.promise
    assert.equal(requests, 2)
    stop()
    unsubscribe()
    queries.clear()
  }
})

test('the first reload reads no list again if nothing has ever changed', () => {
  const reloadsLists = (since: number | undefined, ...positions: number[]) => {
    const { queries, stale } = cached()
    let onReload: ((at: { seq: number }) => void) | undefined
    const live = {
      seq: since,
      on(name: string, listener: () => void) {
        if (name === 'reload') onReload = listener
        return () => {}
      },
    }
    const stop = followChanges(live as unknown as LiveConnection, queries)
    for (const seq of positions) onReload?.({ seq })
    const reloads = stale().length > 0
    stop()
    queries.clear()
    return reloads
  }
  assert.equal(reloadsLists(undefined, 0), false)
  assert.equal(reloadsLists(undefined, 3), true)
  // The server's database was restored from an older state.
  assert.equal(reloadsLists(3, 0), true)
  assert.equal(reloadsLists(undefined, 0, 0), true)
})
