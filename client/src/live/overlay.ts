// Applies the outbox's pending writes to confirmed items. Pure, and usable without the store:
//
//   const shown = withEntries('todo', todosById, outbox.entries)
import type { ChangeKind, ChangeResources } from '@daymark/contract/changes'
import type { Tag } from '@daymark/contract/planning/tags'
import type { ClientMessage } from '@daymark/contract/sockets/timer-socket'
import type { Timer } from '@daymark/contract/timers/timer'
import { absoluteBody, singleEntries } from '../outbox/bulk.ts'
import { effectOf, isCommand, isContained, type OutboxEntry } from '../outbox/entry.ts'
import { correctedTimers, isCorrection } from '../timers/corrected-timers.ts'
import { withCommands } from '../timers/expected-timers.ts'
import { asRead, draftOf } from './drafts.ts'

export interface OverlayContext {
  /** Looks up a tag, because outbox entries contain only tag ids. */
  tag?(id: string): Tag | undefined
}

/** Applies the outbox entries to the items of one kind, in order. Returns the same map if no entry affects them. */
export function withEntries<K extends ChangeKind>(
  kind: K,
  known: ReadonlyMap<string, ChangeResources[K]>,
  entries: readonly OutboxEntry[],
  context: OverlayContext = {},
): ReadonlyMap<string, ChangeResources[K]> {
  const overlay = overlayOf(kind, known, entries, context)
  if (overlay.size === 0) return known
  const all = new Map(known)
  for (const [id, value] of overlay) {
    if (value === null) all.delete(id)
    else all.set(id, value)
  }
  return all
}

/** Returns only the items that the outbox entries change: the expected item by id, or null for a deletion. */
export function overlayOf<K extends ChangeKind>(
  kind: K,
  known: ReadonlyMap<string, ChangeResources[K]>,
  entries: readonly OutboxEntry[],
  { tag = () => undefined }: OverlayContext = {},
): Map<string, ChangeResources[K] | null> {
  const overlay = new Map<string, ChangeResources[K] | null>()
  const now = (id: string) => (overlay.has(id) ? (overlay.get(id) ?? undefined) : known.get(id))
  for (const entry of singleEntries(entries)) {
    if (entry.kind !== kind || entry.id === null || !isShown(entry)) continue
    const id = subjectOf(entry, known)
    if (isContained(entry, id, (known.get(id) as { version?: number } | undefined)?.version)) continue
    const current = now(id)
    const action = effectOf(entry.operation)?.action
    if (isCommand(entry)) {
      const timer = afterCommand(current as Timer | undefined, entry)
      if (timer) overlay.set(id, timer as ChangeResources[K])
    } else if (action === 'create') {
      const at = entry.server_at ?? entry.created_at
      const draft = draftOf(kind, entry.body as object as never, { account: entry.account, at, tag })
      // An item that the server has sent takes precedence over the prediction.
      if (!current && draft && !entry.isGone) overlay.set(id, draft)
    } else if (action === 'patch' && current && isCorrection(entry.operation)) {
      const at = entry.server_at ?? entry.created_at
      for (const timer of correctedTimers(current as Timer, entry.operation, entry.body, at))
        overlay.set(timer.id, timer as ChangeResources[K])
    } else if (action === 'patch' && current) {
      const body = absoluteBody(entry.body, current as object)
      const patched = { ...current, ...asRead(body, { tag }) } as ChangeResources[K]
      overlay.set(id, kind === 'todo' ? withCompletion(current as never, patched as never, entry) : patched)
    } else if (action === 'delete') {
      overlay.set(id, null)
      if (kind === 'todo') orphanChildren(id, known as never, overlay as never)
    }
  }
  return overlay
}

/**
 * Returns the id of the item that the write affects. Without `account`, a preferences write has an empty id, so the
 * id of the only known item is used.
 */
const subjectOf = ({ kind, id }: OutboxEntry, known: ReadonlyMap<string, unknown>): string =>
  (kind === 'preferences' ? id || known.keys().next().value : id) ?? ''

/**
 * False for blocked, refused and expired writes. Also false for writes to only some occurrences of a series, because
 * the store contains only whole series.
 */
export const isShown = ({ state, kind, query }: OutboxEntry): boolean =>
  (state === 'waiting' || state === 'sending' || state === 'sent') &&
  !(kind === 'schedule' && query['instance_start'] !== undefined && query['apply_to'] !== 'all')

function afterCommand(timer: Timer | undefined, entry: OutboxEntry): Timer | undefined {
  const known = new Map(timer ? [[timer.id, timer]] : [])
  const at = new Date(entry.server_at ?? entry.created_at).toISOString()
  const message = { type: entry.operation, payload: { at, ...(entry.body as object) } } as ClientMessage
  const after = withCommands(known, [message]).get(entry.id ?? '')
  return after === timer ? undefined : after
}

type Todo = ChangeResources['todo']

/**
 * Predicts `completed_at`: the time of the user's action if the write completes the todo, the known time if the todo
 * was already done, and null if the todo is not done after the write.
 */
function withCompletion<K extends ChangeKind>(
  before: Todo,
  after: Todo,
  entry: OutboxEntry,
): ChangeResources[K] {
  const at = new Date(entry.server_at ?? entry.created_at).toISOString()
  const kept = before.status === 'DONE' ? before.completed_at : at
  return { ...after, completed_at: after.status === 'DONE' ? kept : null } as ChangeResources[K]
}

function orphanChildren(
  parentId: string,
  known: ReadonlyMap<string, Todo>,
  overlay: Map<string, Todo | null>,
): void {
  for (const [id, todo] of [...known, ...overlay]) {
    const current = overlay.has(id) ? overlay.get(id) : todo
    if (current?.parent_id === parentId) overlay.set(id, { ...current, parent_id: null })
  }
}
