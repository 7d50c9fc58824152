import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, NetworkError } from '@daymark/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { refresh, refreshUntilShown } from './refresh.ts'

test('a list that was being loaded for the first time is loaded again', async () => {
  const queries = new QueryClient()
  const responses = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  let requests = 0
  const list = new QueryObserver(queries, {
    queryKey: ['todos'],
    queryFn: () => responses[requests++]?.promise,
    retry: false,
  })
  const stop = list.subscribe(() => {})
  assert.equal(requests, 1)
  const refreshed = refresh(queries)
  responses[0]?.resolve(['read before the change'])
  responses[1]?.resolve(['read after the change'])
  await refreshed
  assert.equal(requests, 2)
  assert.deepEqual(queries.getQueryData(['todos']), ['read after the change'])
  stop()
  queries.clear()
})

test('a list in the background is stale after its first load', async () => {
  const queries = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const prefetched = queries.prefetchQuery({ queryKey: ['todos'], queryFn: () => promise })
  const refreshed = refresh(queries, query => query.queryKey[0] === 'todos')
  resolve([])
  await Promise.all([prefetched, refreshed])
  assert.equal(queries.getQueryState(['todos'])?.isInvalidated, true)
  queries.clear()
})

test('a list in the background is stale after a reload that began before the change', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['todos'], [])
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const prefetched = queries.prefetchQuery({ queryKey: ['todos'], queryFn: () => promise })
  const refreshed = refresh(queries)
  resolve(['read before the change'])
  await Promise.all([prefetched, refreshed])
  assert.equal(queries.getQueryState(['todos'])?.isInvalidated, true)
  queries.clear()
})

test('other lists are not reloaded', async () => {
  const queries = new QueryClient()
  queries.setQueryData(['tags'], [])
  await refresh(queries, query => query.queryKey[0] === 'todos')
  assert.equal(queries.getQueryState(['tags'])?.isInvalidated, false)
  queries.clear()
})

function visibleList(queries: QueryClient) {
  queries.setQueryData(['todos'], [])
  const responses: PromiseWithResolvers<string[]>[] = []
  const list = new QueryObserver(queries, {
    queryKey: ['todos'],
    queryFn: () => {
      const response = Promise.withResolvers<string[]>()
      responses.push(response)
      return response.promise
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const stop = list.subscribe(() => {})
  return { responses, stop }
}

test('many changes during a reload cause exactly one more', async () => {
  const queries = new QueryClient()
  const { responses, stop } = visibleList(queries)
  const first = refresh(queries)
  assert.equal(responses.length, 1)
  let reloaded = 0
  const others = Array.from({ length: 100 }, () => refresh(queries).then(() => reloaded++))
  assert.equal(responses.length, 1, 'none of them cancels the reload')
  responses[0]?.resolve(['first'])
  await first
  assert.equal(reloaded, 0, 'the first response may be older than these changes')
  assert.deepEqual(queries.getQueryData(['todos']), ['first'])
  assert.equal(queries.getQueryState(['todos'])?.isInvalidated, true, 'it is not stored as up to date')
  while (responses.length < 2) await new Promise(resolve => setImmediate(resolve))
  responses[1]?.resolve(['second'])
  await Promise.all(others)
  assert.equal(responses.length, 2)
  assert.deepEqual(queries.getQueryData(['todos']), ['second'])
  assert.equal(queries.getQueryState(['todos'])?.isInvalidated, false)
  stop()
  queries.clear()
})

test('a change during a load that began between two reloads is followed by one more', async () => {
  const queries = new QueryClient()
  const { responses, stop } = visibleList(queries)
  const first = refresh(queries)
  const second = refresh(queries)
  responses[0]?.resolve(['first'])
  await first
  // A page opens before the second reload starts.
  const opened = queries
    .getQueryCache()
    .find({ queryKey: ['todos'] })
    ?.fetch()
  assert.equal(responses.length, 2)
  const third = refresh(queries)
  responses[1]?.resolve(['read before the last change'])
  await opened
  while (responses.length < 3) await new Promise(resolve => setImmediate(resolve))
  responses[2]?.resolve(['third'])
  await Promise.all([second, third])
  assert.deepEqual(queries.getQueryData(['todos']), ['third'])
  stop()
  queries.clear()
})

test('a change after a failed reload loads the list again', async () => {
  const queries = new QueryClient()
  const { responses, stop } = visibleList(queries)
  const first = refresh(queries)
  const second = refresh(queries)
  responses[0]?.reject(new Error('offline'))
  await first
  while (responses.length < 2) await new Promise(resolve => setImmediate(resolve))
  responses[1]?.resolve(['second'])
  await second
  assert.deepEqual(queries.getQueryData(['todos']), ['second'])
  stop()
  queries.clear()
})

test('a list that is removed while it is loading does not block the page', async () => {
  const queries = new QueryClient()
  const { responses, stop } = visibleList(queries)
  const first = refresh(queries)
  const second = refresh(queries)
  responses[0]?.resolve(['first'])
  await first
  const query = queries.getQueryCache().find({ queryKey: ['todos'] })
  assert.ok(query)
  const opened = query.fetch()
  const load = query.promise
  let reads = 0
  Object.defineProperty(query, 'promise', {
    get() {
      assert.ok(++reads < 100, 'waits again for a load that has ended')
      return load
    },
  })
  // The session ends before the second reload starts.
  stop()
  queries.clear()
  assert.equal(query.state.fetchStatus, 'fetching')
  await assert.rejects(opened)
  await second
})

test('a list that could not be reached is old until it is loaded, and a refused one is not', async () => {
  const queries = new QueryClient()
  const failures = { todos: new NetworkError('There is no network.'), tags: new ApiError(403, {}) }
  let isBack = false
  const stops = Object.entries(failures).map(([name, failure]) => {
    queries.setQueryData([name], [])
    const list = new QueryObserver(queries, {
      queryKey: [name],
      queryFn: async () => (isBack ? ['fresh'] : Promise.reject(failure)),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    })
    return list.subscribe(() => {})
  })
  let isShown = false
  const shown = refreshUntilShown(queries).then(() => {
    isShown = true
  })
  await refreshUntilShown(queries, ({ queryKey }) => queryKey[0] === 'tags')
  await refresh(queries)
  assert.equal(isShown, false)
  isBack = true
  await Promise.all([refresh(queries, ({ queryKey }) => queryKey[0] === 'todos'), shown])
  assert.deepEqual(queries.getQueryData(['todos']), ['fresh'])
  for (const stop of stops) stop()
  queries.clear()
})

test('a list that could not be reloaded is tried again although the connection stays open', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const queries = new QueryClient()
  queries.setQueryData(['todos'], [])
  let loads = 0
  const list = new QueryObserver(queries, {
    queryKey: ['todos'],
    queryFn: async () => (++loads > 2 ? ['fresh'] : Promise.reject(new NetworkError('It was lost.'))),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = list.subscribe(() => {})
  let isShown = false
  const shown = refreshUntilShown(queries).then(() => {
    isShown = true
  })
  while (!isShown) {
    await new Promise(resolve => setImmediate(resolve))
    t.mock.timers.tick(1_000)
  }
  await shown
  assert.deepEqual([loads, queries.getQueryData(['todos'])], [3, ['fresh']])
  stop()
  queries.clear()
})
