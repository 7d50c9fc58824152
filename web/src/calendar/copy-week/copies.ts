// Copies keep their local times across clock changes.
import type { WeekTemplateEntry } from '@daymark/contract/people/week-template'
import { type EntryTexts, perText } from '@daymark/contract/planning/entry-texts'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { addDays, instantOf, type Local, localOf, weekdayOf } from '../../session/region/zone-time.ts'

const DAYS = 7
const DAY_MINUTES = 1440
const MINUTE_MS = 60_000

export interface Copy extends EntryTexts {
  key: string
  title: string
  all_day: boolean
  tag_ids: string[]
  start_time: string
  end_time: string
  /** True if the target week already has an entry with this title and start. */
  isThere: boolean
}

/** False for shared entries, entries of todos, and series, which continue by themselves. */
const isPlanned = ({ is_shared, parent_id, recurrence_rule, source_todo_id }: Schedule): boolean =>
  !is_shared && parent_id === null && recurrence_rule === null && source_todo_id === null

export const copiesOf = (week: readonly Schedule[], next: readonly Schedule[], zone: string): Copy[] =>
  marked(
    week.filter(isPlanned).map(({ id, title, all_day, tags, ...entry }) => {
      const [start_time, end_time] = all_day
        ? [addDays(entry.start_date ?? '', DAYS), addDays(entry.end_date ?? '', DAYS)]
        : timesFrom(weekLater(entry.start_time, zone), weekLater(entry.end_time, zone), lengthOf(entry))
      const tag_ids = tags.map(tag => tag.id)
      return { key: id, title, ...textsIn(entry), all_day, tag_ids, start_time, end_time }
    }),
    next,
    zone,
  )

/** Leaves out entries that began before `first`, because they belong to the previous week. */
export const templateOf = (week: readonly Schedule[], first: string, zone: string): WeekTemplateEntry[] =>
  week.filter(isPlanned).flatMap(({ title, all_day, tags, ...entry }) => {
    const [start, end] = all_day
      ? [midnight(entry.start_date), midnight(entry.end_date)]
      : [localOf(Date.parse(entry.start_time), zone), localOf(Date.parse(entry.end_time), zone)]
    if (start.date < first) return []
    return {
      weekday: weekdayOf(start.date),
      start: start.time,
      minutes: Math.max(0, wallMinutes(end) - wallMinutes(start)),
      all_day,
      title,
      ...textsIn(entry),
      tag_ids: tags.map(({ id }) => id),
    }
  })

/** `first` is the first date of the target week. */
export const copiesOfTemplate = (
  entries: readonly WeekTemplateEntry[],
  first: string,
  week: readonly Schedule[],
  zone: string,
): Copy[] =>
  marked(
    entries.map(({ weekday, start, minutes, ...entry }, at) => {
      const date = addDays(first, (weekday - weekdayOf(first) + DAYS) % DAYS)
      const end = wallMinutes({ date, time: start }) + minutes
      const [start_time, end_time] = entry.all_day
        ? [date, addDays(date, Math.max(1, Math.round(minutes / DAY_MINUTES)))]
        : timesFrom(
            instantOf({ date, time: start }, zone),
            instantOf(wallTime(end), zone),
            minutes * MINUTE_MS,
          )
      return { ...entry, ...textsIn(entry), key: String(at), start_time, end_time }
    }),
    week,
    zone,
  )

/** Picks the text fields. A field is null if a template stored by an earlier version lacks it. */
const textsIn = (entry: Partial<EntryTexts>): EntryTexts => perText(name => entry[name] ?? null)

function marked(copies: readonly Omit<Copy, 'isThere'>[], week: readonly Schedule[], zone: string): Copy[] {
  const there = new Set(week.map(({ title, start_time }) => `${Date.parse(start_time)} ${title}`))
  return copies
    .map(copy => {
      const { all_day, start_time, title } = copy
      const start = all_day ? instantOf({ date: start_time, time: '00:00' }, zone) : Date.parse(start_time)
      return { ...copy, isThere: there.has(`${start} ${title}`) }
    })
    .toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time))
}

function weekLater(text: string, zone: string): number {
  const ms = Date.parse(text)
  const { date, time } = localOf(ms, zone)
  return instantOf({ date: addDays(date, DAYS), time }, zone) + (ms % MINUTE_MS)
}

const lengthOf = ({ start_time, end_time }: Pick<Schedule, 'start_time' | 'end_time'>): number =>
  Date.parse(end_time) - Date.parse(start_time)

/** Formats both times. Keeps the length if a clock change would move the start to or past the end. */
const timesFrom = (start: number, end: number, length: number): [string, string] => [
  new Date(start).toISOString(),
  new Date(end > start ? end : start + length).toISOString(),
]

const midnight = (date: string | null | undefined): Local => ({ date: date ?? '', time: '00:00' })

/** Converts a local time to minutes, as if every day had 24 hours. */
const wallMinutes = ({ date, time }: Local): number => Date.parse(`${date}T${time}:00Z`) / MINUTE_MS
function wallTime(minutes: number): Local {
  const text = new Date(minutes * MINUTE_MS).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}
