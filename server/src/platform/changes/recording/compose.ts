// Composes change log entries from the net row changes of a transaction: one entry per resource in each owner's log.

import { eachInTurns, mapInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { Row } from '../../storage/captured-row.ts'
import {
  type ChangeKind,
  CONCEALED_COLUMNS,
  isDerived,
  isRootKind,
  KINDS_WITHOUT_HISTORY,
  ROOTS,
} from '../../storage/tracked-tables.ts'
import type { ChangeAction, Draft, StoredRow } from '../change.ts'
import { growthOf, NO_GROWTH } from '../growth.ts'
import { withoutUnchangedParts } from '../lists.ts'
import { columnValue, type NetRow, storedImages } from './net-rows.ts'

/** Computes the `detail` of an entry from the main row of its resource. */
export type DetailOf = (before: Row | null, after: Row | null) => unknown

/** A draft whose owner and title may be unknown until they are looked up. */
export interface OpenDraft extends Omit<Draft, 'owner_id' | 'title'> {
  readonly owner_id: string | null
  readonly title: string | null
}

interface Group {
  kind: ChangeKind
  id: string
  owner_id: string | null
  rows: NetRow[]
  /**
   * The rows that change the owner's totals. A part that moved to another resource, such as an exception of a split
   * series, is counted once, by the resource that it left.
   */
  counted: NetRow[]
}

export async function composeEntries(
  rows: readonly NetRow[],
  details: Partial<Record<ChangeKind, DetailOf>> = {},
): Promise<OpenDraft[]> {
  const groups = new Map<string, Group>()
  await eachInTurns(rows, row => {
    for (const [at, { kind, id, owner_id }] of subjectsOf(row).entries()) {
      const name = isRootKind(kind) ? `${kind} ${id}` : `${kind} ${id} ${owner_id}`
      const group = groups.get(name) ?? { kind, id, owner_id, rows: [], counted: [] }
      group.owner_id ??= owner_id
      group.rows.push(row)
      if (at === 0) group.counted.push(row)
      groups.set(name, group)
    }
  })
  return mapInTurns([...groups.values()], group => toDraft(group, details))
}

interface Subject {
  kind: ChangeKind
  id: string
  /** Null if the row does not contain the owner. */
  owner_id: string | null
}

const rootOf = Object.fromEntries(Object.entries(ROOTS).map(([kind, { table }]) => [table, kind])) as Record<
  string,
  ChangeKind | undefined
>

interface Part {
  kind: ChangeKind
  column: string
}

/** Tables that store parts of a resource, with the kind of the resource and the column that contains its id. */
const PARTS: Record<string, Part | undefined> = {
  todo_tags: { kind: 'todo', column: 'todo_id' },
  schedule_tags: { kind: 'schedule', column: 'schedule_id' },
  schedule_exceptions: { kind: 'schedule', column: 'series_id' },
  schedule_exception_tags: { kind: 'schedule', column: 'series_id' },
  timer_tags: { kind: 'timer', column: 'timer_id' },
  meeting_participants: { kind: 'meeting', column: 'meeting_id' },
  meeting_guests: { kind: 'meeting', column: 'meeting_id' },
}

function subjectsOf({ table, key, before, after, changed }: NetRow): Subject[] {
  const root = rootOf[table]
  if (root) return [{ kind: root, id: String(key['id']), owner_id: String(key['owner_id']) }]
  const part = PARTS[table]
  if (part) return partSubjects(part, key, before, after)
  if (table.startsWith('visibility')) {
    return [{ kind: key['resource_type'] as ChangeKind, id: String(key['resource_id']), owner_id: null }]
  }
  if (table === 'blocks') {
    return [{ kind: 'block', id: String(key['blocked_id']), owner_id: String(key['blocker_id']) }]
  }
  if (table === 'friends') {
    return [{ kind: 'friend', id: String(key['friendship_id']), owner_id: String(key['user_id']) }]
  }
  if (table === 'friendships') return requestSubjects(key, before, after)
  if (table === 'email_requests') {
    if (changed.every(name => CONCEALED_COLUMNS.has(name))) return []
    return [{ kind: 'friend_request', id: String(key['id']), owner_id: String(key['requester_id']) }]
  }
  return []
}

/** A part that moved, such as an exception of a series that was split, concerns two resources. */
function partSubjects({ kind, column }: Part, key: Row, before: Row | null, after: Row | null): Subject[] {
  const id = String(columnValue(column, before ?? after, key))
  const now = before && after ? String(columnValue(column, after, key)) : id
  const subject = { kind, id, owner_id: null }
  return now === id ? [subject] : [subject, { kind, id: now, owner_id: null }]
}

/** Both people see a pending request, so both get an entry. An accepted request is no longer a request. */
function requestSubjects(key: Row, before: Row | null, after: Row | null): Subject[] {
  if (before?.['status'] !== 'pending' && after?.['status'] !== 'pending') return []
  return [key['requester_id'], key['addressee_id']].map(owner => ({
    kind: 'friend_request',
    id: String(key['id']),
    owner_id: String(owner),
  }))
}

function toDraft(group: Group, details: Partial<Record<ChangeKind, DetailOf>>): OpenDraft {
  const { kind, id, owner_id, rows, counted } = group
  const root = isRootKind(kind) ? rows.find(row => row.table === ROOTS[kind].table) : undefined
  const titleColumn = isRootKind(kind) ? ROOTS[kind].title : null
  return {
    owner_id,
    kind,
    id,
    action: isRootKind(kind) ? rootAction(root) : simpleAction(kind, rows),
    instance_start: instanceOf(rows),
    title: root && titleColumn !== null ? titleOf(root, titleColumn) : null,
    at: timeOf(root),
    detail: root ? (details[kind]?.(root.before, root.after) ?? null) : null,
    rows: KINDS_WITHOUT_HISTORY.has(kind) ? null : rows.map(toStored),
    growth: isRootKind(kind) ? growthOf(counted) : NO_GROWTH,
  }
}

const titleOf = ({ key, before, after }: NetRow, column: string): string | null =>
  (columnValue(column, after ?? before, key) as string | null) ?? null

const toStored = (row: NetRow): StoredRow => ({
  table: row.table,
  key: row.key,
  ...withoutUnchangedParts(row.table, storedImages(row)),
})

/** Returns `updated_at` if it changed. Services set it with every write, but a cascade leaves the old value. */
function timeOf(root: NetRow | undefined): number | null {
  const at = root?.after?.['updated_at']
  return typeof at === 'number' && root?.changed.includes('updated_at') ? at : null
}

function rootAction(root: NetRow | undefined): ChangeAction {
  if (root?.before === null) return 'created'
  return root?.after === null ? 'deleted' : 'updated'
}

function simpleAction(kind: ChangeKind, [row]: readonly NetRow[]): ChangeAction {
  if (!row) return 'updated'
  const exists = (image: Row | null) => image !== null && isShown(kind, row.table, image)
  if (!exists(row.before)) return 'created'
  return exists(row.after) ? 'updated' : 'deleted'
}

/** A friendship counts as a friend request only while it is pending. */
function isShown(kind: ChangeKind, table: string, image: Row): boolean {
  if (kind === 'friend_request' && table === 'friendships') return image['status'] === 'pending'
  return true
}

/** Returns the original start if exactly one occurrence of a series changed, apart from derived columns. */
function instanceOf(rows: readonly NetRow[]): number | null {
  const starts = new Set<number>()
  for (const { table, key, changed, after, before } of rows) {
    if (table.startsWith('schedule_exception')) starts.add(Number(key['original_start']))
    else if (before === null || after === null || changed.some(name => !isDerived(table, name))) return null
  }
  const [start] = starts
  return starts.size === 1 && start !== undefined ? start : null
}
