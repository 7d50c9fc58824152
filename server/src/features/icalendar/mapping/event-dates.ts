// Writes the dates of a VEVENT: its times, RDATE, EXDATE, RECURRENCE-ID and canceled occurrences.
import { allOf, type Component, firstOf, type Property, property } from '../text/content-line.ts'
import { durationText, firstOfTwo, localText, momentText } from '../text/value.ts'
import { set } from './component-text.ts'
import { cancelsFuture, changesFuture, isCanceled } from './event-reader.ts'
import { ruleOf } from './event-rules.ts'
import type { ChangedOccurrence, EventModel } from './model.ts'

const timeProperty = (name: string, at: number, series: EventModel): Property => {
  const { params, value } = momentText(at, series)
  return property(name, value, params)
}

/** Writes the original start of an occurrence. The first occurrence's start is written like DTSTART. */
const startInSeries = (name: string, at: number, series: EventModel): Property => {
  const { params, value } = (at === series.start ? localText : momentText)(at, series)
  return property(name, value, params)
}

/** Rewrites an override's original start as a date or a time, to match its series. */
export const setOriginalStart = (override: Component, at: number, series: EventModel): void =>
  set(override, 'RECURRENCE-ID', [startInSeries('RECURRENCE-ID', at, series)])

export function rdate(
  { at, start, end }: ChangedOccurrence,
  series: EventModel,
  isPeriod: boolean,
): Property {
  const { params, value } = momentText(at, series)
  if (!isPeriod || series.all_day || end - start === series.end - series.start)
    return property('RDATE', value, params)
  return property('RDATE', `${value}/${durationText(end - start)}`, `;VALUE=PERIOD${params}`)
}

export function setSpan(component: Component, start: number, end: number, series: EventModel): void {
  const isSeries = series.rule !== null && !firstOf(component, 'RECURRENCE-ID')
  set(component, 'DTSTART', [(isSeries ? startInSeries : timeProperty)('DTSTART', start, series)])
  set(component, 'DURATION', [])
  // A series starts at a local time. If that time occurs twice, it means the first instant, so DTEND is relative to
  // the first instant.
  const from = isSeries ? firstOfTwo(start, series) : start
  set(component, 'DTEND', end === start ? [] : [timeProperty('DTEND', from + end - start, series)])
}

export const setExdates = (master: Component, { deleted, ...series }: EventModel): void =>
  set(
    master,
    'EXDATE',
    deleted.map(at => startInSeries('EXDATE', at, { deleted, ...series })),
  )

/** Creates an override as a copy of the series, without the properties that only a series has. */
export function copyForOverride(master: Component, at: number, series: EventModel): Component {
  const own = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID'])
  const properties = master.properties.filter(({ name }) => !own.has(name))
  const uid = properties.findIndex(({ name }) => name === 'UID')
  properties.splice(uid + 1, 0, startInSeries('RECURRENCE-ID', at, series))
  return { name: master.name, properties, components: structuredClone(master.components) }
}

export const hasFurtherRules = (master: Component): boolean =>
  allOf(master, 'RRULE').length > 1 || firstOf(master, 'EXRULE') !== undefined

/** Removes EXRULE and all rules but the first. Writes the dates of EXRULE as EXDATE. The caller writes the RDATEs. */
export function dropFurtherRules(master: Component, series: EventModel): void {
  set(master, 'RRULE', allOf(master, 'RRULE').slice(0, 1))
  if (!firstOf(master, 'EXRULE')) return
  set(master, 'EXRULE', [])
  setExdates(master, series)
}

/** Limits a change of "this and all following" occurrences to the occurrence that the override names. */
export function withoutRange(override: Component): void {
  const id = firstOf(override, 'RECURRENCE-ID')
  if (id) set(override, id.name, [{ ...id, params: id.params.replace(/;RANGE=(?:"[^"]*"|[^;"]*)/gi, '') }])
}

/** True if the series ends before its stored rule does, because an override cancels all following occurrences. */
export function endsEarlier(
  master: Component,
  series: EventModel,
  overrides: ReadonlyMap<number, Component>,
): boolean {
  const ends = firstOf(master, 'RRULE') && [...overrides.values()].some(cancelsFuture)
  return ends === true && ruleOf(master, series) !== series.rule
}

/**
 * Updates the occurrences that were canceled before this change, and removes them from `overrides`:
 *
 * - An occurrence that stays deleted stays in the text. If its cancellation also covered the following occurrences and
 *   one of those was restored, it covers only itself from now on.
 * - The component of a restored occurrence is removed from the calendar.
 * - `master` may itself be a canceled occurrence, if the text has no series. It stays in `overrides`, and is no longer
 *   canceled if it was restored or becomes the series.
 *
 * Returns the original starts of the occurrences that stay deleted.
 */
export function settleCanceled(
  calendar: Component,
  { master, isSeries }: { master: Component; isSeries: boolean },
  overrides: Map<number, Component>,
  before: EventModel | null,
  after: EventModel,
): Set<number> {
  const canceled = new Set<number>()
  const deleted = new Set(before?.all_day === after.all_day ? after.deleted : [])
  for (const at of before?.deleted ?? []) {
    const component = overrides.get(at)
    if (!component || !isCanceled(component)) continue
    if (component === master && (isSeries || !deleted.has(at))) {
      set(component, 'STATUS', [])
      setSpan(component, at, at + after.end - after.start, after)
      continue
    }
    overrides.delete(at)
    if (!deleted.has(at)) {
      remove(calendar, component)
      continue
    }
    canceled.add(at)
    const isBack = before?.deleted.some(later => later > at && !deleted.has(later))
    if (isBack && changesFuture(component)) withoutRange(component)
  }
  return canceled
}

export const remove = (calendar: Component, component: Component): void => {
  calendar.components = calendar.components.filter(each => each !== component)
}
