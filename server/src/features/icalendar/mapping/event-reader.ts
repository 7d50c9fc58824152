// Reads a VEVENT, with its overrides, EXDATE and RDATE, as a schedule with its exceptions.
import type { ScheduleState } from '@daymark/contract/planning/schedule'
import { DAY_MS } from '@daymark/recurrence/year'
import { toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'
import { allOf, type Component, firstOf, type Property, paramOf } from '../text/content-line.ts'
import {
  addDuration,
  type Moment,
  readDuration,
  readMoment,
  readPeriods,
  ZONE_OF_UTC,
} from '../text/value.ts'
import { type AlarmTarget, reminderField, remindersOf, sameReminders } from './alarm.ts'
import { entryTextOf, tagsOf, textOf, titleOf } from './component-text.ts'
import {
  addedDates,
  endingAt,
  excludedDates,
  followsRule,
  laterStarts,
  MAX_EXCEPTIONS,
  ONCE,
  requireFewExceptions,
  ruleOf,
  tooManyExceptions,
} from './event-rules.ts'
import {
  type ChangedOccurrence,
  type EventFields,
  type EventModel,
  modelTexts,
  ObjectFault,
  type ReadingContext,
  sameTexts,
} from './model.ts'

/** Limits "this and all following" changes, because each one may affect more than a thousand occurrences. */
const MAX_FUTURE_CHANGES = 10
const STATES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED'] as const

/** Returns the component without RECURRENCE-ID, or the first one if a client stored only occurrences. */
export const masterOf = (components: readonly Component[]): Component | undefined =>
  components.find(each => !firstOf(each, 'RECURRENCE-ID')) ?? components[0]

export function readEvent(components: readonly Component[], context: ReadingContext): EventModel {
  const master = masterOf(components)
  if (!master) throw new ObjectFault('The object contains no VEVENT.')
  const { start, end } = spanOf(master, context)
  const all_day = start.is_date
  const timezone = all_day ? '' : (start.zone ?? context.ownerZone)
  const repeats = ['RRULE', 'RDATE', 'RECURRENCE-ID'].some(name => firstOf(master, name))
  const target = { start: start.at, end, all_day, repeats }
  const fields = fieldsOf(master, context, alarmTarget(target, context.ownerZone))
  const rule = ruleOf(master, { start: start.at, all_day, timezone })
  const model: EventModel = {
    ...fields,
    start: start.at,
    end,
    all_day,
    timezone,
    rule,
    deleted: [],
    changed: [],
  }
  // The series may be missing, because a person who is invited to some occurrences receives only those.
  const first = occurrenceAt(master, model, context)
  if (first !== undefined && components.length === 1 && !isCanceled(master)) return model
  requireFewExceptions(master, components.length)
  const series = first === undefined ? model : { ...model, start: first, end: first + end - start.at }
  return withExceptions(series, fields, master, components, context)
}

function withExceptions(
  series: EventModel,
  fields: EventFields,
  master: Component,
  components: readonly Component[],
  context: ReadingContext,
): EventModel {
  const ends = series.rule === null ? [] : components.filter(cancelsFuture)
  const last = Math.min(...ends.map(each => occurrenceAt(each, series, context) ?? Number.POSITIVE_INFINITY))
  const model = endingAt(series, last)
  const length = model.end - model.start
  const datesIn = (name: string) =>
    allOf(master, name).flatMap(each =>
      readPeriods(each, context.findZone, context.ownerZone).map(period => ({
        at: asStart(period, model, context.ownerZone),
        length: period.end === undefined ? length : Math.max(0, period.end - period.at),
      })),
    )
  const deleted = new Set(datesIn('EXDATE').map(({ at }) => at))
  const changed = new Map<number, ChangedOccurrence>()
  const added = addedDates(master, model).map(at => ({ at, length }))
  for (const { at, length } of [...added, ...datesIn('RDATE')])
    if (at !== model.start) changed.set(at, { at, start: at, end: at + length, ...fields })
  for (const at of excludedDates(master, model))
    if (changed.has(at) || followsRule(model, at)) deleted.add(at)
  const futures: ChangedOccurrence[] = []
  for (const each of components) {
    const override = readOverride(each, model, context)
    if (!override) continue
    if (isCanceled(each)) {
      const later = changesFuture(each) ? laterStarts(model, model.rule ?? ONCE, override.at) : []
      for (const at of [override.at, ...later]) deleted.add(at)
      continue
    }
    changed.set(override.at, override)
    if (changesFuture(each) && futures.length < MAX_FUTURE_CHANGES) futures.push(override)
  }
  // Applies the latest change first, because earlier changes must not override it.
  for (const future of futures.sort((a, b) => b.at - a.at)) changeFollowing(future, model, changed)
  for (const at of changed.keys()) if (at > last) deleted.add(at)
  for (const at of deleted) changed.delete(at)
  if (deleted.size + changed.size > MAX_EXCEPTIONS) throw tooManyExceptions()
  if (model.rule === null && changed.size === 0 && !deleted.has(model.start)) return model
  // An event without a rule becomes a series of one occurrence if it has RDATEs or its own date is excluded.
  const repeating = { ...model, rule: model.rule ?? ONCE }
  return {
    ...repeating,
    deleted: [...deleted].sort((a, b) => a - b),
    changed: [...changed.values()].filter(each => isChange(repeating, each)).sort((a, b) => a.at - b.at),
  }
}

/** False if the rule and the series already imply this occurrence. */
export const isChange = (series: EventModel, each: ChangedOccurrence): boolean =>
  !repeatsSeries(each, series) || !followsRule(series, each.at)

/** True if the occurrence is at its original time and has the length and the fields of the series. */
export const repeatsSeries = (each: ChangedOccurrence, series: EventModel): boolean =>
  each.start === each.at &&
  each.end === each.at + series.end - series.start &&
  each.title === series.title &&
  sameTexts(each, series) &&
  each.state === series.state &&
  JSON.stringify(each.tags) === JSON.stringify(series.tags) &&
  sameReminders(each.reminders, series.reminders)

function readOverride(
  override: Component,
  model: EventModel,
  context: ReadingContext,
): ChangedOccurrence | undefined {
  const at = occurrenceAt(override, model, context)
  if (at === undefined) return undefined
  const span = spanOf(override, context)
  const isSameKind = span.start.is_date === model.all_day
  const start = isSameKind ? span.start.at : at
  const end = isSameKind ? span.end : at + model.end - model.start
  const target = alarmTarget({ start, end, all_day: model.all_day, repeats: true }, context.ownerZone)
  return { at, start, end, ...fieldsOf(override, context, target) }
}

/** Returns the start that RECURRENCE-ID names, or undefined if the component has none. */
export function occurrenceAt(
  component: Component,
  series: SeriesStart,
  context: Pick<ReadingContext, 'findZone' | 'ownerZone'>,
): number | undefined {
  const moment = momentOf(firstOf(component, 'RECURRENCE-ID'), context)
  return moment && asStart(moment, series, context.ownerZone)
}

/** True if a component changes this and all following occurrences. */
export function changesFuture(override: Component): boolean {
  const id = firstOf(override, 'RECURRENCE-ID')
  return id !== undefined && paramOf(id, 'RANGE')?.toUpperCase() === 'THISANDFUTURE'
}

/** True for a canceled occurrence, which Daymark models as deleted. */
export const isCanceled = (override: Component): boolean =>
  firstOf(override, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED'

/** True if the override cancels its occurrence and all following ones, so that the series ends before it. */
export const cancelsFuture = (override: Component): boolean => isCanceled(override) && changesFuture(override)

function changeFollowing(
  { at, start, end, ...fields }: ChangedOccurrence,
  model: EventModel,
  changed: Map<number, ChangedOccurrence>,
): void {
  if (model.rule === null) return
  for (const later of laterStarts(model, model.rule, at))
    if (!changed.has(later))
      changed.set(later, { at: later, start: later + start - at, end: later + end - at, ...fields })
}

type SeriesStart = Pick<EventModel, 'all_day' | 'start' | 'timezone'>

/**
 * Converts a moment to a date or a time, like the start of the series, because clients write EXDATE as a date for timed
 * series, and vice versa. A time becomes its local date. A date gets the time of day at which the series starts in its
 * zone.
 */
function asStart(moment: Moment, { all_day, start, timezone }: SeriesStart, ownerZone: string): number {
  if (moment.is_date === all_day) return moment.at
  if (all_day) return midnight(toLocal(zoneOffsets(moment.zone ?? ownerZone), moment.at))
  const zone = zoneOffsets(timezone || 'UTC')
  const local = toLocal(zone, start)
  return toInstantOrAfterGap(zone, moment.at + local - midnight(local))
}

const midnight = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS

function spanOf(component: Component, context: ReadingContext): { start: Moment; end: number } {
  const start = momentOf(firstOf(component, 'DTSTART'), context)
  if (!start) throw new ObjectFault('DTSTART is missing, or not a date or time of the years 1900 to 2200.')
  const ending = firstOf(component, 'DTEND')
  const end = momentOf(ending, context)
  if (ending && !end) throw new ObjectFault('DTEND is not a date or time of the years 1900 to 2200.')
  const zone = start.is_date ? 'UTC' : (start.zone ?? context.ownerZone)
  const duration = readDuration(firstOf(component, 'DURATION')?.value ?? '')
  const least = start.at + (start.is_date ? DAY_MS : 0)
  if (end && end.is_date === start.is_date) return { start, end: Math.max(end.at, least) }
  return { start, end: duration ? Math.max(addDuration(start.at, duration, zone), least) : least }
}

export const momentOf = (
  from: Property | undefined,
  context: Pick<ReadingContext, 'findZone' | 'ownerZone'>,
): Moment | undefined => {
  const moment =
    from && readMoment(from.value.trim(), paramOf(from, 'TZID'), context.findZone, context.ownerZone)
  const zone = from && moment?.zone === 'UTC' ? paramOf(from, ZONE_OF_UTC) : undefined
  return moment && zone !== undefined ? { ...moment, zone: context.findZone(zone) ?? 'UTC' } : moment
}

export const alarmTarget = (
  { start, end, all_day, repeats }: { start: number; end: number; all_day: boolean; repeats: boolean },
  zone: string,
): AlarmTarget => ({ at: start, is_date: all_day, start, end, repeats, zone })

const fieldsOf = (component: Component, { isTag }: ReadingContext, target: AlarmTarget): EventFields => ({
  title: titleOf(component),
  ...modelTexts(name => entryTextOf(component, name)),
  state: stateOf(component),
  tags: tagsOf(component, isTag),
  ...reminderField(remindersOf(component, target)),
})

const stateOf = (component: Component): ScheduleState => {
  const written = textOf(component, 'X-DAYMARK-STATE')?.toUpperCase()
  return STATES.find(state => state === written) ?? 'PLANNED'
}
