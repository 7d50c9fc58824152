import type { Holiday } from '@daymark/contract/planning/holidays'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { addDays, isWholeDays, localOf, startOfDay } from '../../session/region/zone-time.ts'
import { entrySpan } from '../entries/span.ts'
import { besideEachOther, type Part, type Placed } from '../grid/columns.ts'
import { holidayEvents } from '../grid/events.ts'

export interface WholeDays {
  key: string
  title: string
  /** Undefined for a holiday. */
  entry: Schedule | undefined
  /** The first day, as a zero-based index in the week. */
  first: number
  /** Exclusive. */
  end: number
  lane: number
}

/** `from` and `until` are minutes since midnight. */
export interface Block extends Part, Placed {
  entry: Schedule
}

export interface WeekLayout {
  days: { date: string; blocks: Block[] }[]
  whole: WholeDays[]
  /** `until` is exclusive. */
  hours: { from: number; until: number }
}

const DAY_MINUTES = 1440
/** A shorter block would not fit one line of text. */
const LEAST_MINUTES = 25
const USUAL_HOURS = { from: 8, until: 18 }

export const datesFrom = (first: string): string[] => [0, 1, 2, 3, 4, 5, 6].map(day => addDays(first, day))

export function layoutWeek(
  first: string,
  entries: readonly Schedule[],
  holidays: readonly Holiday[],
  zone: string,
): WeekLayout {
  const isWhole = (entry: Schedule) => {
    const { start, end } = entrySpan(entry, zone)
    return entry.all_day || isWholeDays(start, end, zone)
  }
  const days = datesFrom(first).map(date => ({
    date,
    blocks: besideEachOther(
      entries.filter(entry => !isWhole(entry)).flatMap(entry => partOf(entry, date, zone)),
      LEAST_MINUTES,
    ),
  }))
  const whole = [
    ...holidayEvents(holidays).map(({ id, title, start, end }) => ({
      key: String(id),
      title: String(title),
      entry: undefined,
      dates: [String(start), String(end)] as const,
    })),
    ...entries.filter(isWhole).map(entry => {
      const { start, end } = entrySpan(entry, zone)
      const dates = [localOf(start, zone).date, localOf(end, zone).date] as const
      return { key: entry.id, title: entry.title, entry, dates }
    }),
  ]
  return { days, whole: inLanes(whole, first), hours: hoursOf(days.flatMap(({ blocks }) => blocks)) }
}

function partOf(entry: Schedule, date: string, zone: string): Pick<Block, 'entry' | 'from' | 'until'>[] {
  const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)]
  const { start, end } = entrySpan(entry, zone)
  if (start >= to || (end <= from && start < from)) return []
  const minute = (ms: number) => {
    const [hours = 0, minutes = 0] = localOf(ms, zone).time.split(':').map(Number)
    return hours * 60 + minutes
  }
  const begin = start < from ? 0 : minute(start)
  if (end >= to) return [{ entry, from: begin, until: DAY_MINUTES }]
  // When clocks are set back, an entry may end at an earlier local time than it starts.
  const length = (end - Math.max(start, from)) / 60_000
  return [{ entry, from: begin, until: minute(end) < begin ? begin + length : minute(end) }]
}

type Dated = Omit<WholeDays, 'first' | 'end' | 'lane'> & { dates: readonly [string, string] }

function inLanes(whole: readonly Dated[], monday: string): WholeDays[] {
  const days = datesFrom(monday)
  const ends: number[] = []
  return whole
    .map(({ dates: [start, end], ...each }) => ({
      ...each,
      first: days.filter(day => day < start).length,
      end: days.filter(day => day < end).length,
    }))
    .filter(({ first, end }) => first < end)
    .map(each => {
      const free = ends.findIndex(end => end <= each.first)
      const lane = free < 0 ? ends.length : free
      ends[lane] = each.end
      return { ...each, lane }
    })
}

function hoursOf(blocks: readonly Block[]): WeekLayout['hours'] {
  return {
    from: Math.min(USUAL_HOURS.from, ...blocks.map(({ from }) => Math.floor(from / 60))),
    until: Math.max(USUAL_HOURS.until, ...blocks.map(({ until }) => Math.ceil(until / 60))),
  }
}
