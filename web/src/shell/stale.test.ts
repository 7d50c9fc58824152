import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { staleOf } from './stale.ts'

async function reading(client: QueryClient, name: string, before: unknown, read: () => Promise<unknown>) {
  if (before !== undefined) client.setQueryData([name], before)
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: read, retry: false })
  const stop = observer.subscribe(() => {})
  await observer.refetch()
  return stop
}

test('finds only visible queries with data whose refresh failed', async () => {
  const client = new QueryClient()
  const fails = () => Promise.reject(new Error('gone'))
  const stops = [
    await reading(client, 'old', 1, fails),
    await reading(client, 'fresh', 1, async () => 2),
    await reading(client, 'none', undefined, fails),
  ]
  const unseen = await reading(client, 'unseen', 1, fails)
  unseen()
  assert.deepEqual(staleOf(client.getQueryCache().getAll()), ['["old"]'])
  for (const stop of stops) stop()
  client.clear()
})
