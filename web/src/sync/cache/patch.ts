// What a change does to a cached list, as far as that can be said without asking the server. Pure.
import type { LiveChange } from '@daymark/client'

interface Item {
  id?: string
  version?: number
  instance_start?: string | null
}

/** The list after the change; the same one when it does not hold the resource. Others stay the very same objects. */
export function patched(data: unknown, change: LiveChange): unknown {
  if (Array.isArray(data)) return patchedList(data as Item[], change)
  return isThat(data as Item | undefined, change) && change.resource !== null
    ? { ...(data as object), ...change.resource }
    : data
}

function patchedList(list: readonly Item[], change: LiveChange): readonly Item[] {
  if (!list.some(item => isThat(item, change))) return list
  if (change.resource === null) return list.filter(item => !isThat(item, change))
  return list.map(item => (isThat(item, change) ? { ...item, ...ownFields(change.resource, item) } : item))
}

/** An occurrence is not the resource, and something newer is not replaced by something older. */
const isThat = (item: Item | undefined, { id, seq }: LiveChange): boolean =>
  item?.id === id && (item.instance_start ?? null) === null && (item.version ?? 0) <= seq

/** Lists say why an item is in them; the log does not. */
function ownFields(resource: object | null, item: Item): object {
  const { include_reason: _, ...fields } = { ...(resource as { include_reason?: unknown } | null) }
  return 'include_reason' in item ? fields : { ...resource }
}

const IN_PLACE = new Set(['title', 'description', 'status', 'parent_id', 'updated_at', 'version'])

/** Whether every list that holds the todo is right after it was patched: nothing changed that decides about lists. */
export function staysInPlace(before: object | undefined, { kind, action, resource }: LiveChange): boolean {
  if (kind !== 'todo' || action !== 'updated' || !before || !resource) return false
  const old = before as Record<string, unknown>
  return Object.entries(resource).every(
    ([name, value]) =>
      IN_PLACE.has(name) || name === 'include_reason' || JSON.stringify(value) === JSON.stringify(old[name]),
  )
}
