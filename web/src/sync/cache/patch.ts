import type { LiveChange } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'

interface Item {
  id?: string
  version?: number
  instance_start?: string | null
}

/** Applies the change to a list or an item. Returns the same object if the change does not affect it. */
export function patched(data: unknown, change: LiveChange): unknown {
  if (Array.isArray(data)) return patchedList(data as Item[], change)
  return isThat(data as Item | undefined, change) && change.resource !== null
    ? { ...(data as object), ...change.resource }
    : data
}

/** Applies the latest change of each resource in one pass, because lists can have thousands of items. */
export function patchedWithAll(data: unknown, changes: readonly LiveChange[]): unknown {
  if (!Array.isArray(data)) return changes.reduce(patched, data)
  const latest = new Map(changes.map(change => [change.id, change]))
  const items = (data as Item[]).flatMap(item => {
    const change = latest.get(item?.id ?? '')
    return change ? patchedList([item], change) : [item]
  })
  return items.length === data.length && items.every((item, at) => item === data[at]) ? data : items
}

/**
 * Adds the second timer of a split to a list that still contains the whole timer. Without this, the second timer would
 * be missing until the list reloads, because the overlay cannot split the patched timer again.
 */
export function withSplit(data: unknown, change: LiveChange, created: readonly LiveChange[]): unknown {
  if (change.kind !== 'timer' || !Array.isArray(data)) return data
  const whole: Timer | undefined = data.find(item => isThat(item, change))
  const second = created.find(({ kind, resource }) => kind === 'timer' && isSecond(resource as Timer, whole))
  if (!whole || !second || data.some(item => item?.id === second.id)) return data
  return data.flatMap(item => (item === whole ? [second.resource, item] : [item]))
}

/**
 * The second part of a split has the same end as the whole timer. A running timer is never a second part. It has no
 * end, and neither does the cached copy of a timer that was just stopped to start it.
 */
const isSecond = ({ status, ended_at }: Timer, whole: Timer | undefined): boolean =>
  status !== 'RUNNING' && ended_at === whole?.ended_at

function patchedList(list: readonly Item[], change: LiveChange): readonly Item[] {
  if (!list.some(item => isThat(item, change))) return list
  if (change.resource === null) return list.filter(item => !isThat(item, change))
  return list.map(item => (isThat(item, change) ? { ...item, ...ownFields(change.resource, item) } : item))
}

/** False for occurrences and for items newer than the change. */
const isThat = (item: Item | undefined, { id, seq }: LiveChange): boolean =>
  item?.id === id && (item.instance_start ?? null) === null && (item.version ?? 0) <= seq

/** Returns the fields to apply. Keeps the item's `include_reason`, which depends on the list's filter. */
function ownFields(resource: object | null, item: Item): object {
  const { include_reason: _, ...fields } = { ...(resource as { include_reason?: unknown } | null) }
  return 'include_reason' in item ? fields : { ...resource }
}

const IN_PLACE = new Set([
  'title',
  'description',
  'status',
  'completed_at',
  'estimate_minutes',
  'priority',
  'position',
  'parent_id',
  'updated_at',
  'version',
])

/** True for a todo update that changes only `IN_PLACE` fields, so that lists by group need no reload. */
export function staysInPlace(before: object | undefined, { kind, action, resource }: LiveChange): boolean {
  if (kind !== 'todo' || action !== 'updated' || !before || !resource) return false
  const old = before as Record<string, unknown>
  return Object.entries(resource).every(
    ([name, value]) =>
      IN_PLACE.has(name) || name === 'include_reason' || JSON.stringify(value) === JSON.stringify(old[name]),
  )
}
