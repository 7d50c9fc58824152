// Tests that no list keeps data that is older than a change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { refresh } from './refresh.ts'

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
