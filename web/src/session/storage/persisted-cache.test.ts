import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DehydratedState, hydrate, QueryClient } from '@tanstack/react-query'
import { boundedQueries } from './persisted-cache.ts'

type Query = DehydratedState['queries'][number]

const query = (name: string, data: unknown, dataUpdatedAt: number, more: object = {}): Query => ({
  dehydratedAt: 0,
  queryHash: name,
  queryKey: [name],
  state: {
    data,
    dataUpdateCount: 1,
    dataUpdatedAt,
    error: null,
    errorUpdateCount: 0,
    errorUpdatedAt: 0,
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
    isInvalidated: false,
    status: 'success',
    fetchStatus: 'idle',
    ...more,
  },
})

describe('persisted cache', () => {
  it('keeps the newest queries that fit and leaves out larger ones', () => {
    const queries = [query('old', 'aaaa', 1), query('huge', 'b'.repeat(20), 3), query('new', 'cccc', 2)]
    assert.deepEqual(
      boundedQueries(queries, { capacity: 8 }).map(each => each.queryHash),
      ['new', 'old'],
    )
    assert.deepEqual(
      boundedQueries(queries, { capacity: 7 }).map(each => each.queryHash),
      ['new'],
    )
  })

  it('keeps data whose refresh failed, and drops queries without data', () => {
    const failed = query('failed', [1], 1, { status: 'error', error: new Error('gone') })
    const [cache, ...more] = boundedQueries([failed, query('pending', undefined, 0, { status: 'pending' })])
    assert.deepEqual(more, [])
    assert.equal(cache?.state.status, 'success')
    assert.equal(cache?.state.error, null)
  })

  it('is refreshed at the next visit, however recent it is', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
    const queries = boundedQueries([query('friends', [], Date.now())])
    hydrate(client, { mutations: [], queries })
    const read = client.fetchQuery({ queryKey: ['friends'], queryFn: () => ['Ann'] })
    assert.deepEqual(await read, ['Ann'])
    client.clear()
  })

  it('is not refreshed if the change log keeps it up to date, unless it waits for a reload', () => {
    const meta = { isFollowed: true }
    const followed = { ...query('followed', [], 4), meta }
    const queries = [
      followed,
      query('other', [], 3),
      { ...query('loading', [], 2, { fetchStatus: 'fetching' }), meta },
      { ...query('outdated', [], 1, { isInvalidated: true }), meta },
    ]
    const invalidated = (position?: number) =>
      boundedQueries(queries, { position })
        .filter(({ state }) => state.isInvalidated)
        .map(({ queryHash }) => queryHash)
    assert.deepEqual(invalidated(7), ['other', 'loading', 'outdated'])
    assert.deepEqual(invalidated(undefined), ['followed', 'other', 'loading', 'outdated'])
  })
})
