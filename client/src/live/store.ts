// The local copy of a person's data: typed collections that change batches keep up to date.
import type { ChangeKind, ChangeResources } from '@daymark/contract/changes'
import { CHANGE_KINDS } from '@daymark/contract/constants'
import { singleEntries } from '../outbox/bulk.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import type { Batch, Copy, LiveChange } from './change-log.ts'
import { Collection } from './collection.ts'
import { isShown, overlayOf } from './overlay.ts'

/** The store's state at a log position. Save it as JSON and pass it to `connect` later. */
export interface Snapshot {
  readonly seq: number
  readonly kinds: { readonly [K in ChangeKind]?: readonly (readonly [string, ChangeResources[K]])[] }
}

type Confirm = (kind: ChangeKind, confirmed: Map<string, unknown>) => Iterable<string>

export class Store {
  readonly tag_groups = new Collection<ChangeResources['tag_group']>()
  readonly tags = new Collection<ChangeResources['tag']>()
  readonly todos = new Collection<ChangeResources['todo']>()
  /** Single schedules and series. Read occurrences by range with `client.schedules.list`. */
  readonly schedules = new Collection<ChangeResources['schedule']>()
  readonly timers = new Collection<ChangeResources['timer']>()
  readonly meetings = new Collection<ChangeResources['meeting']>()
  /** Keyed by friendship id. */
  readonly friends = new Collection<ChangeResources['friend']>()
  readonly friend_requests = new Collection<ChangeResources['friend_request']>()
  /** Keyed by the blocked user's id. */
  readonly blocks = new Collection<ChangeResources['block']>()
  /** Keyed by user id; at most one item. */
  readonly preferences = new Collection<ChangeResources['preferences']>()
  readonly notifications = new Collection<ChangeResources['notification']>()
  /** The current focus run, and runs that have ended since the last load. Ended runs have `ended_at`. */
  readonly focus = new Collection<ChangeResources['focus']>()

  #entries: readonly OutboxEntry[] = []

  of<K extends ChangeKind>(kind: K): Collection<ChangeResources[K]> {
    const collection =
      kind === 'preferences' || kind === 'focus'
        ? this[kind as 'preferences' | 'focus']
        : this[`${kind as Exclude<K, 'preferences' | 'focus'>}s`]
    return collection as unknown as Collection<ChangeResources[K]>
  }

  /** For the connection only. Applies all changes in the batches and all pending writes, then calls listeners. */
  apply(batches: readonly Batch[], entries: readonly OutboxEntry[]): void {
    const changes = Map.groupBy(
      batches.flatMap(batch => batch.changes),
      change => change.kind,
    )
    this.#update(entries, (kind, confirmed) =>
      (changes.get(kind) ?? []).filter(change => take(confirmed, change)).map(change => change.id),
    )
  }

  /** For the connection only. Replaces all items of the kinds in the copy, then applies all pending writes. */
  replace(kinds: Copy['kinds'], entries: readonly OutboxEntry[]): void {
    this.#update(entries, (kind, confirmed) => {
      const list = kinds.get(kind)
      if (!list) return []
      const before = [...confirmed.keys()]
      confirmed.clear()
      for (const [id, value] of list) confirmed.set(id, value)
      return new Set([...before, ...list.keys()])
    })
  }

  snapshot(seq: number): Snapshot {
    return { seq, kinds: Object.fromEntries(CHANGE_KINDS.map(kind => [kind, [...this.of(kind).confirmed]])) }
  }

  restore({ kinds }: Snapshot): void {
    const lists = Object.entries(kinds).map(
      ([kind, pairs]) => [kind as ChangeKind, new Map<string, object>(pairs)] as const,
    )
    this.replace(new Map(lists), this.#entries)
  }

  #update(entries: readonly OutboxEntry[], confirm: Confirm): void {
    this.#entries = entries
    const shown = Map.groupBy(singleEntries(entries).filter(isShown), entry => entry.kind)
    const listeners = CHANGE_KINDS.flatMap(kind => {
      const collection = this.of(kind) as unknown as Collection<unknown>
      const waiting = (shown.get(kind) ?? []).map(({ key }) => key).join()
      return collection.update(
        waiting,
        confirmed => confirm(kind, confirmed),
        confirmed =>
          overlayOf(kind, confirmed as never, entries, { tag: id => this.tags.get(id) }) as ReadonlyMap<
            string,
            unknown
          >,
      )
    })
    for (const listener of new Set(listeners)) listener()
  }
}

/** Applies the change. Returns false if nothing changed: the stored item is newer, or the deleted item is unknown. */
function take(confirmed: Map<string, unknown>, { id, resource, seq }: LiveChange): boolean {
  const known = confirmed.get(id) as { version?: number } | undefined
  if ((known?.version ?? 0) > seq) return false
  if (resource === null) return confirmed.delete(id)
  confirmed.set(id, resource)
  return true
}
