import type { Holiday } from '@daymark/contract/planning/holidays'
import type { Schedule } from '@daymark/contract/planning/schedule'
import type { EventInput } from '@fullcalendar/react'
import { addDays, isWholeDays, localOf, startOfDay } from '../../session/region/zone-time.ts'
import type { Deadline } from '../deadlines/deadlines.ts'
import type { Dates } from '../entries/entries.ts'
import { entrySpan } from '../entries/span.ts'

export const UNTAGGED = 'var(--entry)'

export function eventOf(entry: Schedule, zone: string): EventInput {
  const { start, end } = entrySpan(entry, zone)
  const whole = entry.all_day || isWholeDays(start, end, zone)
  return {
    id: entry.id,
    title: entry.title,
    allDay: whole,
    start: whole ? (entry.start_date ?? localOf(start, zone).date) : new Date(start).toISOString(),
    end: whole ? (entry.end_date ?? localOf(end, zone).date) : new Date(end).toISOString(),
    color: entry.tags[0]?.color ?? UNTAGGED,
    editable: !entry.is_shared,
    interactive: true,
    className: ['entry', entry.is_shared && 'shared', entry.state === 'COMPLETED' && 'completed']
      .filter(Boolean)
      .join(' '),
    extendedProps: { entry, rank: 1 },
  }
}

/** A deadline takes no time but must be large enough to click. */
const FLAG_MS = 15 * 60_000

export function deadlineEvent({ todo, entry }: Deadline): EventInput {
  const start = Date.parse(todo.deadline ?? '')
  const isMine = entry?.is_shared !== true
  return {
    id: entry?.id ?? `deadline-${todo.id}`,
    title: todo.title,
    allDay: todo.deadline_date !== null,
    start: todo.deadline_date ?? new Date(start).toISOString(),
    end: todo.deadline_date ? addDays(todo.deadline_date, 1) : new Date(start + FLAG_MS).toISOString(),
    color: todo.tags[0]?.color ?? UNTAGGED,
    startEditable: isMine,
    durationEditable: false,
    interactive: true,
    className: todo.status === 'DONE' ? 'entry deadline completed' : 'entry deadline',
    extendedProps: { entry, todo, rank: 0, isDeadline: true },
  }
}

const known = new WeakMap<Schedule, { zone: string; event: EventInput }>()

/** Caches each conversion, because paging shows the same entries again. */
export const eventsOf = (entries: readonly Schedule[], zone: string): EventInput[] =>
  entries.map(entry => {
    const old = known.get(entry)
    if (old?.zone === zone) return old.event
    const event = eventOf(entry, zone)
    known.set(entry, { zone, event })
    return event
  })

export const subscribedEvents = (
  entries: readonly Schedule[],
  zone: string,
  colors: ReadonlyMap<string, string>,
): EventInput[] =>
  entries.map(entry => ({
    ...eventOf(entry, zone),
    color: colors.get(entry.subscription_id ?? '') ?? UNTAGGED,
    editable: false,
    className: 'entry shared',
    extendedProps: { subscribed: entry, rank: 1 },
  }))

export function within(entries: readonly Schedule[], { start, end }: Dates, zone: string): Schedule[] {
  const [from, to] = [startOfDay(start, zone), startOfDay(end, zone)]
  return entries.filter(entry => {
    const span = entrySpan(entry, zone)
    return span.start < to && (span.start >= from || span.end > from)
  })
}

export function holidayEvents(holidays: readonly Holiday[]): EventInput[] {
  const events: EventInput[] = []
  for (const { date, name, is_holiday } of holidays) {
    const last = events.at(-1)
    if (last?.['title'] === name && last['end'] === date) {
      last['end'] = addDays(date, 1)
      continue
    }
    events.push({
      id: `holiday-${date}-${name}`,
      title: name,
      allDay: true,
      start: date,
      end: addDays(date, 1),
      editable: false,
      interactive: false,
      className: is_holiday ? 'holiday' : 'holiday observance',
      extendedProps: { rank: 0, isHoliday: true },
    })
  }
  return events
}

/** Returns epoch milliseconds. */
export function spanOfEvent(
  event: { startStr: string; endStr: string; allDay: boolean },
  startOfDay: (date: string) => number,
): { start: number; end: number } {
  if (!event.allDay) return { start: Date.parse(event.startStr), end: Date.parse(event.endStr) }
  const start = event.startStr.slice(0, 10)
  return { start: startOfDay(start), end: startOfDay(event.endStr.slice(0, 10) || addDays(start, 1)) }
}
