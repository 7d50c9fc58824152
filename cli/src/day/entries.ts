// Loads entries from the server, or from the local copy while offline. Adds new entries that have not been sent.

import { type Schedule, withEntries } from '@daymark/client'
import { effectOf } from '@daymark/client/outbox/entry'
import { instantOf } from '@daymark/quick-add/calendar'
import type { Session } from '../session/session.ts'
import { STORED_DAYS, storeUpcoming } from '../session/upcoming.ts'
import { addDays } from '../view/times.ts'

const DAY_MS = 86_400_000

export interface Span {
  readonly from: number
  readonly to: number
}

/** The first moment of a date in the time zone. */
export const startOf = (date: string, timezone: string): number =>
  instantOf(Date.parse(date) / DAY_MS, 0, timezone)

export interface Entries {
  readonly entries: readonly Schedule[]
  /**
   * When the stored entries were loaded, in epoch milliseconds. 0 if none are stored; undefined if the entries come
   * from the server.
   */
  readonly as_of: number | undefined
}

/** Returns the entries from `first` to `end` (exclusive): all-day entries first, then by start. */
export async function entriesBetween(session: Session, first: string, end: string): Promise<Entries> {
  const { timezone } = session.format
  const span = { from: startOf(first, timezone), to: startOf(end, timezone) }
  const known = await knownEntries(session, first, end)
  const all = [...known.entries, ...waitingEntries(session, known.entries)]
  const found = all.filter(entry => (entry.all_day ? isOn(entry, first, end) : overlaps(entry, span)))
  const start = (entry: Schedule) => (entry.all_day ? 0 : Date.parse(entry.start_time))
  return { ...known, entries: found.toSorted((a, b) => start(a) - start(b)) }
}

async function knownEntries(session: Session, first: string, end: string): Promise<Entries> {
  const { client, format, isOnline, upcoming } = session
  if (!isOnline) return { entries: upcoming?.entries ?? [], as_of: upcoming?.at ?? 0 }
  const today = session.today()
  if (first >= today && end <= addDays(today, STORED_DAYS))
    return { entries: await storeUpcoming(session), as_of: undefined }
  const query = { start_date: first, end_date: end, timezone: format.timezone }
  return { entries: await client.schedules.list.all({ query }), as_of: undefined }
}

/** Entries that were created on this computer and are not yet in the server's list. */
function waitingEntries({ live }: Session, known: readonly Schedule[]): Schedule[] {
  const listed = new Set(known.map(({ id }) => id))
  const created = live.outbox.entries.filter(({ operation }) => effectOf(operation)?.action === 'create')
  const tag = (id: string) => live.store.tags.get(id)
  return [...withEntries('schedule', new Map(), created, { tag }).values()].filter(
    ({ id }) => !listed.has(id),
  )
}

const overlaps = ({ start_time, end_time }: Schedule, { from, to }: Span): boolean =>
  Date.parse(start_time) < to && Date.parse(end_time) > from

const isOn = ({ start_date, end_date }: Schedule, first: string, end: string): boolean =>
  (start_date ?? '') < end && (end_date ?? '') > first
