import { bulkOf, type OutboxEntry, withEntries } from '@daymark/client'
import type { ChangeKind, ChangeResources } from '@daymark/contract/changes'
import type { Tag, TagGroup } from '@daymark/contract/planning/tags'

export type TagOf = (id: string) => Tag | undefined

interface Options<T> {
  tag?: TagOf
  /** Returns true if an item belongs in the list. If a write affects the list, existing items are checked too. */
  accepts?: (item: T) => boolean
}

/** Applies pending writes. Returns the same list if none of them affects this kind. New items come first. */
export function listWith<K extends ChangeKind, T extends ChangeResources[K]>(
  kind: K,
  list: readonly T[],
  entries: readonly OutboxEntry[],
  { tag = () => undefined, accepts = () => true }: Options<T> = {},
): readonly T[] {
  if (!entries.some(entry => entry.kind === kind || bulkOf(entry)?.kind === kind)) return list
  const idOf = (item: T) => String((item as Record<string, unknown>)[ID_FIELDS[kind] ?? 'id'])
  const known = new Map(list.map(item => [idOf(item), item]))
  const shown = withEntries(kind, known, entries, { tag }) as ReadonlyMap<string, T>
  if (shown === known) return list
  const added = [...shown].filter(([id]) => !known.has(id)).map(([, item]) => item)
  const kept = list.flatMap(item => shown.get(idOf(item)) ?? [])
  return [...added.reverse(), ...kept].filter(accepts)
}

interface Loading<T> {
  data: readonly T[] | undefined
  fetchStatus: 'fetching' | 'paused' | 'idle'
}

/** Returns an empty list if the list cannot load but has pending writes, so that items added offline are visible. */
export const loadedOr = <T>(
  { data, fetchStatus }: Loading<T>,
  kind: ChangeKind,
  entries: readonly OutboxEntry[],
): readonly T[] | undefined =>
  data ?? (fetchStatus !== 'fetching' && entries.some(entry => entry.kind === kind) ? NONE : undefined)

const NONE: readonly never[] = []

const ID_FIELDS: { [K in ChangeKind]?: string } = { friend: 'friendship_id', block: 'user_id' }

/** Applies pending writes. If any of them affects groups or tags, sorts both by name. */
export function groupsWith(
  groups: readonly TagGroup[],
  entries: readonly OutboxEntry[],
): readonly TagGroup[] {
  const shown = listWith('tag_group', groups, entries)
  const tags = groups.flatMap(group => group.tags)
  const shownTags = listWith('tag', tags, entries)
  if (shown === groups && shownTags === tags) return groups
  return shown
    .map(group => ({ ...group, tags: shownTags.filter(tag => tag.group_id === group.id).toSorted(byName) }))
    .toSorted(byName)
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name)

export const tagFinder = (groups: readonly TagGroup[]): TagOf => {
  const tags = new Map(groups.flatMap(group => group.tags).map(tag => [tag.id, tag]))
  return id => tags.get(id)
}
