// Splits bulk writes in the outbox into one write per item, so that they can be shown before the response. Pure.
import type { ChangeKind } from '@daymark/contract/changes'
import type { OutboxEntry } from './entry.ts'

const KINDS: Record<string, { kind: ChangeKind; param: string }> = {
  todos: { kind: 'todo', param: 'todo_id' },
  schedules: { kind: 'schedule', param: 'schedule_id' },
  timers: { kind: 'timer', param: 'timer_id' },
}
const BULK = /^POST \/v1\/(todos|schedules|timers)\/bulk$/

type Fields = Readonly<Record<string, unknown>>

interface BulkBody {
  ids?: string[]
  occurrences?: { id: string; instance_start: string }[]
  change?: Fields
}

/** Returns a bulk write's kind and number of items, and whether it deletes them; undefined for other writes. */
export function bulkOf({
  operation,
  body,
}: Pick<OutboxEntry, 'operation' | 'body'>):
  | { kind: ChangeKind; count: number; isDeletion: boolean }
  | undefined {
  const { kind } = KINDS[BULK.exec(operation)?.[1] ?? ''] ?? {}
  if (!kind) return undefined
  const { ids = [], occurrences = [], change } = (body ?? {}) as BulkBody
  return { kind, count: ids.length + occurrences.length, isDeletion: change?.['delete'] === true }
}

/**
 * Returns the log positions in a write's response, in ascending order: one per item for a bulk write, otherwise at
 * most one. A bulk write that changed nothing has position 0, because it adds nothing to the log.
 */
export function versionsOf(response: unknown): number[] {
  const { items } = (response ?? {}) as { items?: unknown }
  if (Array.isArray(items) && items.length === 0) return [0]
  const versions = (Array.isArray(items) ? items : [response]).map(item => item?.version)
  return versions.filter(version => typeof version === 'number').sort((a, b) => a - b)
}

/**
 * Replaces each bulk write with one write per item, in the same order. Returns the same list if there are no bulk
 * writes.
 */
export function singleEntries<E extends OutboxEntry>(entries: readonly E[]): readonly E[] {
  if (!entries.some(({ operation }) => BULK.test(operation))) return entries
  return entries.flatMap(entry => (BULK.test(entry.operation) ? split(entry) : [entry]))
}

function split<E extends OutboxEntry>(entry: E): E[] {
  const collection = BULK.exec(entry.operation)?.[1] ?? ''
  const { kind, param } = KINDS[collection] ?? { kind: null, param: '' }
  const { ids = [], occurrences = [], change = {} } = (entry.body ?? {}) as BulkBody
  const method = change['delete'] === true ? 'DELETE' : 'PATCH'
  const single = (id: string, query: Fields = {}): E => ({
    ...entry,
    operation: `${method} /v1/${collection}/{${param}}`,
    params: { [param]: id },
    query: { ...entry.query, ...query },
    body: change,
    kind,
    id,
  })
  return [
    ...ids.map(id => single(id)),
    ...occurrences.map(({ id, instance_start }) => single(id, { instance_start, apply_to: 'this' })),
  ]
}

interface Current {
  tags?: readonly { id: string }[]
  start_time?: string
  end_time?: string
  start_date?: string | null
  end_date?: string | null
}

const DAY_MS = 86_400_000

/** Converts fields that depend on the item, such as `add_tag_ids`, to PATCH fields, such as `tag_ids`. */
export function absoluteBody(body: unknown, current: Current): Fields {
  const { add_tag_ids, remove_tag_ids, shift_days, ...fields } = (body ?? {}) as Fields
  const [added, removed] = [add_tag_ids as string[] | undefined, remove_tag_ids as string[] | undefined]
  const tags = new Set([...(current.tags ?? []).map(({ id }) => id), ...(added ?? [])])
  for (const id of removed ?? []) tags.delete(id)
  return {
    ...fields,
    ...((added ?? removed) && { tag_ids: [...tags] }),
    ...(typeof shift_days === 'number' && shifted(current, shift_days * DAY_MS)),
  }
}

/**
 * Predicts the shifted times. The server's times may differ, because it keeps the local time of day across DST
 * changes.
 */
const shifted = ({ start_time, end_time, start_date, end_date }: Current, ms: number): Fields => ({
  start_time: later(start_date ?? start_time, ms),
  end_time: later(end_date ?? end_time, ms),
})

const later = (text: string | undefined, ms: number): string | undefined =>
  text === undefined
    ? undefined
    : new Date(Date.parse(text) + ms).toISOString().slice(0, text.length === 10 ? 10 : undefined)
