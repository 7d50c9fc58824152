// An archive item is imported as a unit: its own row and the rows that belong to it.
import { createHash } from 'node:crypto'

export type Row = Record<string, unknown>

export interface ContentKind {
  kind: string
  table: string
  /** Maps each table whose rows belong to an item to the column that names the item. */
  parts: Readonly<Record<string, string>>
}

const SHARED = { visibility: 'resource_id' } as const

/** In write order: referenced kinds come first. */
export const CONTENT_KINDS = [
  { kind: 'tag_group', table: 'tag_groups', parts: {} },
  { kind: 'tag', table: 'tags', parts: {} },
  {
    kind: 'todo',
    table: 'todos',
    parts: { todo_tags: 'todo_id', ...SHARED, calendar_objects: 'resource_id' },
  },
  {
    kind: 'schedule',
    table: 'schedules',
    parts: {
      schedule_tags: 'schedule_id',
      schedule_exceptions: 'series_id',
      schedule_exception_tags: 'series_id',
      ...SHARED,
      calendar_objects: 'resource_id',
    },
  },
  { kind: 'timer', table: 'timers', parts: { timer_tags: 'timer_id', ...SHARED } },
  { kind: 'focus', table: 'focus_runs', parts: {} },
  { kind: 'meeting', table: 'meetings', parts: { meeting_participants: 'meeting_id', ...SHARED } },
  { kind: 'preferences', table: 'preferences', parts: {} },
] as const satisfies readonly ContentKind[]

export type Kind = (typeof CONTENT_KINDS)[number]['kind']
/** The imported tables with the addresses and domains that an item is shared with. They belong to its visibility. */
export const SHARING_LISTS = ['visibility_emails', 'visibility_domains'] as const

/** The archive files that are imported. Items come before their parts. */
export const CONTENT_TABLES: readonly string[] = [
  ...CONTENT_KINDS.map(({ table }) => table),
  'todo_tags',
  'schedule_tags',
  'schedule_exceptions',
  'schedule_exception_tags',
  'timer_tags',
  'meeting_participants',
  'visibility',
  ...SHARING_LISTS,
  'calendar_objects',
]

/** Used as the id of the person's preferences, because their row in an archive has no id. */
export const PREFERENCES = 'preferences'

const roots = new Map<string, Kind>(CONTENT_KINDS.map(({ table, kind }) => [table, kind]))
export const rootKind = (table: string): Kind | undefined => roots.get(table)

export const idOf = (kind: Kind, row: Row): string =>
  kind === 'preferences' ? PREFERENCES : String(row['id'])

/**
 * Returns the key of the item that a part's row belongs to, or undefined if the table or the visibility id is unknown.
 * `sharing` maps a visibility id to that key.
 */
export function ownerOf(
  table: string,
  row: Row,
  sharing: (visibilityId: string) => string | undefined,
): string | undefined {
  if (SHARING_LISTS.some(name => name === table)) return sharing(String(row['visibility_id']))
  if (table === 'visibility') return `${row['resource_type']} ${row['resource_id']}`
  if (table === 'calendar_objects') return `${row['kind']} ${row['resource_id']}`
  const found = CONTENT_KINDS.find(({ parts }) => table in parts)
  const column = found && (found.parts as Record<string, string>)[table]
  return column === undefined ? undefined : `${found?.kind} ${row[column]}`
}

/** Adds a row to an item's digest, which starts as ''. Items with equal rows in the same order have equal digests. */
export const nextDigest = (digest: string, table: string, text: string): string =>
  createHash('sha256').update(`${digest} ${table} ${text}`).digest('base64')

/** Returns a row as archive text, with its columns sorted by name. */
export const rowText = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))

export const changedAt = (row: Row): number => Number(row['updated_at'] ?? 0)

/** Longer titles and names are shortened. */
const LONGEST_TITLE = 255

export const titleOf = (row: Row): string | null => {
  const title = row['title'] ?? row['name']
  if (typeof title !== 'string') return null
  // Counts characters, not UTF-16 units. A character has at most two units.
  return [...title.slice(0, 2 * LONGEST_TITLE)].slice(0, LONGEST_TITLE).join('')
}
