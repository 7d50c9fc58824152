// What is kept for the next visit fits the room, newest first, and is never worse for a failed refresh.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DehydratedState, hydrate, QueryClient } from '@tanstack/react-query'
import { boundedQueries } from './kept-data.ts'

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

describe('kept data', () => {
  it('keeps the newest that fit and leaves out what is too big', () => {
    const queries = [query('old', 'aaaa', 1), query('huge', 'b'.repeat(20), 3), query('new', 'cccc', 2)]
    assert.deepEqual(
      boundedQueries(queries, 8).map(each => each.queryHash),
      ['new', 'old'],
    )
    assert.deepEqual(
      boundedQueries(queries, 7).map(each => each.queryHash),
      ['new'],
    )
  })

  it('keeps data whose refresh has failed as good data, and nothing that never came', () => {
    const failed = query('failed', [1], 1, { status: 'error', error: new Error('gone') })
    const [kept, ...more] = boundedQueries([failed, query('pending', undefined, 0, { status: 'pending' })])
    assert.deepEqual(more, [])
    assert.equal(kept?.state.status, 'success')
    assert.equal(kept?.state.error, null)
  })

  it('is read again at the next visit, however young it is', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
    const queries = boundedQueries([query('friends', [], Date.now())])
    hydrate(client, { mutations: [], queries })
    const read = client.fetchQuery({ queryKey: ['friends'], queryFn: () => ['Ann'] })
    assert.deepEqual(await read, ['Ann'])
    client.clear()
  })
})
