// The history still knows an item's name after another device has deleted the item.
import { bulkOf, type Client, type OutboxEntry, singleEntries } from '@daymark/client'
import { effectOf } from '@daymark/client/outbox/entry'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../session/provider.tsx'

/** Returns undefined if the name is unknown or the write creates the item. */
export function useItemName(entry: OutboxEntry): string | undefined {
  const client = useClient()
  const queries = useQueryClient()
  const id = namedId(entry)
  const cached = id === undefined ? namesOfMany(queries, entry) : cachedName(queries, id)
  const { data } = useQuery({
    ...nameInHistory(client, id),
    // Looks up only failed writes on the server. Its rate limit also counts the waiting writes.
    enabled: id !== undefined && cached === undefined && entry.error !== null,
  })
  return cached ?? data ?? undefined
}

/** Like `useItemName`, but for use outside components. Also asks the server about writes that have not failed. */
export async function itemName(
  entry: OutboxEntry,
  client: Client,
  queries: QueryClient,
): Promise<string | undefined> {
  const id = namedId(entry)
  if (id === undefined) return namesOfMany(queries, entry)
  return cachedName(queries, id) ?? (await queries.fetchQuery(nameInHistory(client, id))) ?? undefined
}

const NAMED: ReadonlySet<string> = new Set(['todo', 'schedule', 'timer', 'tag', 'tag_group', 'meeting'])

/**
 * Returns the id of the existing item that the write changes. If the operation has no known effect, takes it from the
 * path.
 */
function namedId({ kind, id, operation, params }: OutboxEntry): string | undefined {
  if (kind !== null)
    return NAMED.has(kind) && effectOf(operation)?.action !== 'create' ? (id ?? undefined) : undefined
  const given = params['schedule_id'] ?? params['meeting_id'] ?? params['resource_id']
  return typeof given === 'string' ? given : undefined
}

const nameInHistory = (client: Client, id = '') => ({
  queryKey: ['history', 'name', id],
  queryFn: async () => {
    const [batch] = await client.history.list({ query: { resource_id: id, limit: 1 } })
    return batch?.entries.find(entry => entry.id === id)?.title ?? null
  },
})

/** Messages about a bulk change name at most this many items. */
export const MOST_NAMED = 3

/** Searches only cached lists, because each other name would need a request. */
function namesOfMany(queries: QueryClient, entry: OutboxEntry): string | undefined {
  if (!bulkOf(entry)) return undefined
  const all = singleEntries([entry])
  const names = all.slice(0, MOST_NAMED).flatMap(({ id }) => (id && cachedName(queries, id)) || [])
  if (names.length === 0) return undefined
  return names.join(', ') + (names.length < all.length ? ', …' : '')
}

interface Item {
  id: string
  title?: string | null
  name?: string
  /** The series of an occurrence. An occurrence has the title of its series unless it was renamed. */
  parent_id?: string | null
}

function cachedName(queries: QueryClient, id: string): string | undefined {
  const lists = queries.getQueryCache().getAll()
  const items = lists.flatMap(({ state }) => (Array.isArray(state.data) ? (state.data as Item[]) : []))
  const item =
    items.find(each => each?.id === id) ??
    items.find(each => each?.parent_id === id && 'instance_start' in each)
  return item?.title ?? item?.name
}
