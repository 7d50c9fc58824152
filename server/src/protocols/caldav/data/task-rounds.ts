import { startsIn } from '@daymark/recurrence/recurrence'
import { parseRule } from '@daymark/recurrence/rule'
import { masterOf, momentOf } from '../../../features/icalendar/mapping/event-reader.ts'
import type { ReadingContext } from '../../../features/icalendar/mapping/model.ts'
import { contextOf } from '../../../features/icalendar/objects/read.ts'
import {
  allOf,
  type Component,
  firstOf,
  parseCalendar,
  property,
  writeCalendar,
} from '../../../features/icalendar/text/content-line.ts'
import {
  addDuration,
  dateText,
  type Moment,
  readDuration,
  readPeriods,
  utcText,
} from '../../../features/icalendar/text/value.ts'
import { startOfDate } from '../../../features/planning/schedules/all-day/dates.ts'
import { eachInTurns } from '../../../platform/kernel/concurrency/in-turns.ts'
import type { TimeWindow } from '../time-filter.ts'

interface Round {
  task: Component
  /** The original time. Undefined for a task that does not repeat. */
  at?: Moment
  start?: Moment
  due?: Moment
}

const MAX_ROUNDS = 5_000
const DAY = 86_400_000

/** Returns the times of the rounds in the window as instants. Dates become midnights in the zone. */
export const roundTimesIn = (calendar: Component, window: TimeWindow, zone: string) =>
  roundsIn(calendar, window, zone).flatMap(({ start, due }) => {
    const [from, to] = [start ?? due, due ?? start]
    return from && to ? [{ start: instantOf(from, zone), end: instantOf(to, zone) }] : []
  })

function roundsIn(calendar: Component, window: TimeWindow, zone: string): Round[] {
  const tasks = calendar.components.filter(each => each.name === 'VTODO')
  const master = masterOf(tasks)
  const context = contextOf(calendar, zone, () => false)
  const changed = tasks.flatMap((task): Round[] => {
    const at = momentOf(firstOf(task, 'RECURRENCE-ID'), context)
    return at ? [{ task, at, ...spanOf(task, context) }] : []
  })
  const own =
    master && !firstOf(master, 'RECURRENCE-ID') ? { task: master, ...spanOf(master, context) } : null
  const excepted = new Set(changed.map(({ at }) => at?.at))
  const regular = own ? regularRounds(own, excepted, window, context) : []
  return [...regular, ...changed].filter(round => overlaps(round, window, zone))
}

function regularRounds(
  own: Round,
  excepted: ReadonlySet<number | undefined>,
  { from, to }: TimeWindow,
  context: ReadingContext,
): Round[] {
  const { task, start, due } = own
  const first = start ?? due
  const rule = firstOf(task, 'RRULE')?.value
  const moments = (name: string) =>
    allOf(task, name).flatMap(each => readPeriods(each, context.findZone, context.ownerZone))
  const dates = moments('RDATE').map(({ at }) => at)
  if (!first || (rule === undefined && dates.length === 0)) return [own]
  const length = start && due ? due.at - start.at : 0
  const series = {
    ...{ start_time: first.at, end_time: first.at, all_day: first.is_date },
    ...{ timezone: first.zone ?? context.ownerZone, recurrence_rule: rule ?? '', recurrence_end: null },
  }
  const wide = { from: from - length - DAY, to: to + DAY }
  const starts =
    rule !== undefined && parseRule(rule).ok ? startsIn(series, wide).starts.slice(0, MAX_ROUNDS) : [first.at]
  const deleted = new Set(moments('EXDATE').map(({ at }) => at))
  return [...new Set([...starts, ...dates])].flatMap(at => {
    if (excepted.has(at) || deleted.has(at)) return []
    const moved = (moment: Moment) => ({ ...moment, at: moment.at + at - first.at })
    const times = { ...(start && { start: moved(start) }), ...(due && { due: moved(due) }) }
    return [{ task, at: moved(first), ...times }]
  })
}

function spanOf(task: Component, context: ReadingContext): Pick<Round, 'start' | 'due'> {
  const start = momentOf(firstOf(task, 'DTSTART'), context)
  const duration = readDuration(firstOf(task, 'DURATION')?.value ?? '')
  const ends = start && duration
  const due =
    momentOf(firstOf(task, 'DUE'), context) ??
    (ends ? { ...start, at: addDuration(start.at, duration, start.zone ?? context.ownerZone) } : undefined)
  return { ...(start && { start }), ...(due && { due }) }
}

const instantOf = ({ at, is_date }: Moment, zone: string): number =>
  is_date ? startOfDate(at, { name: zone }) : at

/** Compares the start and due times as in RFC 4791, 9.9. A task with neither time matches every window. */
function overlaps({ start, due }: Round, { from, to }: TimeWindow, zone: string): boolean {
  const [begin, end] = [start && instantOf(start, zone), due && instantOf(due, zone)]
  if (begin !== undefined && end !== undefined)
    return (from < end || from <= begin) && (to > begin || to >= end)
  if (begin !== undefined) return from <= begin && to > begin
  return end === undefined || (from < end && to >= end)
}

const REPLACED = new Set([
  ...['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID'],
  ...['DTSTART', 'DUE', 'DURATION'],
])

/**
 * Replaces a repeating task with its rounds in the window, with times in UTC. Pauses, because there may be thousands.
 */
export async function expandedTask(text: string, window: TimeWindow, zone: string): Promise<string> {
  const calendar = parseCalendar(text)
  const moment = (name: string, at: Moment | undefined) => {
    if (!at) return []
    return [at.is_date ? property(name, dateText(at.at), ';VALUE=DATE') : property(name, utcText(at.at))]
  }
  const texts: string[] = []
  await eachInTurns(roundsIn(calendar, window, zone), ({ task, at, start, due }) => {
    const rest = task.properties.filter(({ name }) => !REPLACED.has(name))
    const times = [...moment('RECURRENCE-ID', at), ...moment('DTSTART', start), ...moment('DUE', due)]
    texts.push(
      writeCalendar({ name: task.name, properties: [...rest, ...times], components: task.components }),
    )
  })
  const [head = '', end = ''] = writeCalendar({ ...calendar, components: [] }).split('END:VCALENDAR')
  return `${head}${texts.join('')}END:VCALENDAR${end}`
}
