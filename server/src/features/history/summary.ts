// Summarizes a batch in one short sentence. Pure.
import type { StoredRow } from '../../platform/changes/change.ts'
import { isDerived } from '../../platform/storage/tracked-tables.ts'
import type { BatchEntry } from './store.ts'

/** What people call an item of each kind. */
export const NOUNS: Record<string, string> = {
  tag_group: 'tag group',
  tag: 'tag',
  todo: 'todo',
  schedule: 'calendar entry',
  timer: 'timer',
  meeting: 'poll',
  focus: 'focus run',
  friend: 'friend',
  friend_request: 'friend request',
  block: 'block',
}

const TIMER_VERBS: Record<string, string> = {
  start: 'Started',
  pause: 'Paused',
  resume: 'Resumed',
  stop: 'Stopped',
  cancel: 'Canceled',
}

/**
 * Kinds that concern another person. If a batch has several, the first of this list is the action, and the others are
 * its side effects.
 */
const PEOPLE = ['block', 'friend', 'friend_request']
const PEOPLE_PHRASES: Record<string, string> = {
  'block created': 'Blocked a person',
  'block deleted': 'Unblocked a person',
  'friend created': 'Added a friend',
  'friend deleted': 'Removed a friend',
}

/** `isDate` is true if the instant is midnight UTC and represents a date. */
export type FormatDay = (instant: number, isDate: boolean) => string

/** `omitted` is the number of further entries. */
export function summarize(
  via: string,
  entries: readonly BatchEntry[],
  formatDay: FormatDay,
  omitted = 0,
): string {
  const own = entries.filter(entry => !entry.follow_up)
  const [first] = own.toSorted((a, b) => rank(a) - rank(b))
  if (!first) return 'Updated related items'
  const split = own.length === 2 && first.action === 'created' ? own.find(isCorrection) : undefined
  const isUndo = via === 'undo'
  const did = split
    ? `Split ${nameOf(split)}`
    : `${phrase(first, isUndo ? 'Restored' : 'Added', formatDay)}${others(first, own.length + omitted)}`
  // Begins with the result, because "Undid a change: added ..." could also mean that adding was undone.
  return isUndo ? `${did} by undoing a change` : did
}

/** Returns a lower number for the resource that the person changed than for its side effects. */
function rank({ action, kind, rows }: BatchEntry): number {
  if (kind === 'focus') return -1
  if (PEOPLE.includes(kind)) return PEOPLE.indexOf(kind) - PEOPLE.length
  const kinds = ['tag_group', 'todo', 'schedule', 'meeting', 'tag', 'timer']
  const place = kinds.indexOf(kind)
  // Puts a closed todo or a changed deadline first, because closing a repeating todo also creates the next one, and a
  // new deadline also changes the linked schedule.
  if (kind === 'todo' && action === 'updated' && rows?.some(row => isClosing(row) || isDue(row))) return 0
  const group = action === 'updated' && rows?.length === 1 && isLinkOnly(rows[0]?.after) ? 20 : 0
  return group + (action === 'deleted' ? 0 : action === 'created' ? 1 : 2) * 6 + (place < 0 ? 6 : place)
}

const isClosing = ({ table, after }: Pick<StoredRow, 'table' | 'after'>): boolean =>
  table === 'todos' && (after?.['status'] === 'DONE' || after?.['status'] === 'CANCELLED')

/** True if the change sets or removes the deadline. */
const isDue = ({ table, after }: Pick<StoredRow, 'table' | 'after'>): boolean =>
  table === 'todos' && after !== null && ('deadline' in after || 'deadline_date' in after)

const LINKS = new Set(['parent_id', 'todo_id', 'schedule_id', 'source_todo_id', 'updated_at'])
const isLinkOnly = (after: object | null | undefined): boolean =>
  after !== null && after !== undefined && Object.keys(after).every(name => LINKS.has(name))

/**
 * Does not count the items that are no longer shared after a friendship ends, because "Removed a friend and 2 more"
 * reads like three friends.
 */
function others(first: BatchEntry, all: number): string {
  const count = PEOPLE.includes(first.kind) ? 0 : all - 1
  return count === 0 ? '' : ` and ${count} more`
}

const nounOf = ({ kind }: BatchEntry): string => NOUNS[kind] ?? kind
const nameOf = (entry: BatchEntry): string =>
  entry.title === null ? `a ${nounOf(entry)}` : `'${entry.title}'`

function phrase(entry: BatchEntry, added: string, formatDay: FormatDay): string {
  const noun = nounOf(entry)
  const name = nameOf(entry)
  if (entry.kind === 'preferences') return 'Changed your preferences'
  if (entry.kind === 'focus') return focusPhrase(entry)
  const withPerson = PEOPLE_PHRASES[`${entry.kind} ${entry.action}`]
  if (withPerson !== undefined) return withPerson
  const timerVerb = isRecord(entry) ? undefined : TIMER_VERBS[actionOf(entry.detail)]
  if (entry.kind === 'timer' && timerVerb) return `${timerVerb} ${name}`
  if (entry.action === 'created')
    return entry.title === null ? `${added} a ${noun}` : `${added} the ${noun} ${name}`
  if (entry.action === 'deleted') return entry.title === null ? `Deleted a ${noun}` : `Deleted ${name}`
  if (isCorrection(entry)) return `Corrected the time of ${name}`
  return updatePhrase(entry, name, formatDay)
}

const FOCUS_VERBS: Record<string, string> = {
  pause: 'Paused',
  resume: 'Resumed',
  skip: 'Skipped a phase of',
  stop: 'Stopped',
}

/** The log of the run contains pauses, stops and other actions, but not the phases that ended on time. */
function focusPhrase({ action, title, rows }: BatchEntry): string {
  const name = title === null ? 'a focus run' : `the focus run '${title}'`
  if (action === 'created') return `Started ${name}`
  const row = rows?.find(({ table }) => table === 'focus_runs')
  const log = row?.after?.['log']
  const pressed = typeof log === 'string' ? (JSON.parse(log) as [string, number][]).at(-1)?.[0] : undefined
  return `${FOCUS_VERBS[pressed ?? ''] ?? 'Changed'} ${name}`
}

/** True if the timer had already ended when it was created. */
const isRecord = ({ kind, action, rows }: BatchEntry): boolean =>
  kind === 'timer' &&
  action === 'created' &&
  !!rows?.some(({ table, after }) => table === 'timers' && isEnded(after?.['status']))

const isEnded = (status: unknown): boolean => status === 'COMPLETED' || status === 'CANCELLED'

const isCorrection = ({ kind, action, rows }: BatchEntry): boolean =>
  kind === 'timer' && action === 'updated' && !!rows?.some(({ after }) => after && 'corrected_at' in after)

/** True if this version of the row contains dates instead of times. */
export const isAllDay = ({ key }: StoredRow, image: StoredRow['after']): boolean =>
  Boolean(image?.['all_day'] ?? key['all_day'])

const actionOf = (detail: unknown): string =>
  typeof detail === 'object' && detail !== null && 'action' in detail ? String(detail.action) : ''

function updatePhrase({ rows }: BatchEntry, name: string, formatDay: FormatDay): string {
  const all = rows ?? []
  const before = Object.assign({}, ...all.map(row => row.before ?? {}))
  const after = Object.assign({}, ...all.map(row => row.after ?? {}))
  const fields = ['deadline', 'deadline_date', 'start_time']
  const moved = fields.find(name => typeof after[name] === 'number')
  const own = all.filter(row => !isOnlyDerived(row))
  // Requires a row, because `every` is also true for an entry without rows, such as an erased one.
  const isOnly = (table: RegExp) => own.length > 0 && own.every(row => table.test(row.table))
  const isOccurrence = isOnly(/^schedule_exception/)
  if (isOccurrence && after.deleted) return `Deleted an occurrence of ${name}`
  if (isOccurrence && before.deleted) return `Restored an occurrence of ${name}`
  if ('status' in after && after.status === 'DONE') return `Completed ${name}`
  if ('status' in after && after.status === 'CANCELLED') return `Canceled ${name}`
  if ('status' in after && before.status === 'DONE') return `Reopened ${name}`
  if (moved !== undefined) {
    const isDate =
      moved === 'deadline_date' || (moved === 'start_time' && all.some(row => isAllDay(row, row.after)))
    return `Moved ${name} to ${formatDay(after[moved], isDate)}`
  }
  if ('deadline' in after || 'deadline_date' in after) return `Removed the deadline of ${name}`
  // Requires both titles, because an occurrence without its own title shows the title of its series.
  const renamed = ['title', 'name'].find(field =>
    [before, after].every(row => typeof row[field] === 'string'),
  )
  if (renamed) return `Renamed '${before[renamed]}' to '${after[renamed]}'`
  if ('position' in after) return `Reordered ${name}`
  if (isOnly(/_tags$/)) return `Changed the tags of ${name}`
  if (all.some(row => row.table.startsWith('visibility'))) return `Changed who can see ${name}`
  if (isOccurrence) return `Changed an occurrence of ${name}`
  if (isOnly(/^meeting_(participants|guests)$/)) return `Answers to ${name} changed`
  return `Changed ${name}`
}

const isOnlyDerived = ({ table, before, after }: StoredRow): boolean =>
  before !== null && after !== null && Object.keys(after).every(name => isDerived(table, name))
