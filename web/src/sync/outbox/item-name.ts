// Finds the name of the item that a write changes, also after the item was deleted on another device.
import type { OutboxEntry } from '@daymark/client'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../session/provider.tsx'

/** Returns undefined if the name is not known, or if the write creates the item. */
export function useItemName({ kind, id, operation, error }: OutboxEntry): string | undefined {
  const client = useClient()
  const queries = useQueryClient()
  const isNamed = id !== null && kind !== null && NAMED.has(kind) && !/^POST |^timer.create$/.test(operation)
  const cached = isNamed ? cachedName(queries, id) : undefined
  const { data } = useQuery({
    queryKey: ['history', 'name', id],
    queryFn: async () => {
      const [batch] = await client.history.list({ query: { resource_id: id ?? '', limit: 1 } })
      return batch?.entries.find(entry => entry.id === id)?.title ?? null
    },
    // The server limits requests per minute, and waiting writes need them to be sent.
    enabled: isNamed && cached === undefined && error !== null,
  })
  return cached ?? data ?? undefined
}

const NAMED: ReadonlySet<string> = new Set(['todo', 'schedule', 'timer', 'tag', 'tag_group', 'meeting'])

interface Item {
  id: string
  title?: string | null
  name?: string
}

function cachedName(queries: QueryClient, id: string): string | undefined {
  const lists = queries.getQueryCache().getAll()
  const items = lists.flatMap(({ state }) => (Array.isArray(state.data) ? (state.data as Item[]) : []))
  const item = items.find(each => each?.id === id)
  return item?.title ?? item?.name
}
