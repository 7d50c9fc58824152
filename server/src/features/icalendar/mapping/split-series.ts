// Splits a series at its changes of "this and all following occurrences" (RANGE=THISANDFUTURE), because Daymark models
// such a change as a series of its own, as it does for its own edits.
import { firstStarts } from '@daymark/recurrence/recurrence'
import { isExactShift, shiftBetween, shiftSeries } from '@daymark/recurrence/shift'
import { splitSeries } from '@daymark/recurrence/split'
import { type Component, firstOf, property } from '../text/content-line.ts'
import { utcText } from '../text/value.ts'
import { set, uidOf } from './component-text.ts'
import { hasFurtherRules, rdate, setExdates, setOriginalStart, setSpan, withoutRange } from './event-dates.ts'
import { changesFuture, isCanceled, occurrenceAt, readEvent } from './event-reader.ts'
import { followsRule, seriesOf } from './event-rules.ts'
import { type EventModel, type ReadingContext, ruleValue } from './model.ts'
import { needZone } from './object-text.ts'

/** Fewer following occurrences are written as changes of single ones, so that the object stays one. */
const MOST_CHANGED = 50
/** Further changes are read as changes of one occurrence. */
const MOST_PARTS = 10

export const eventsOf = (calendar: Component): Component[] =>
  calendar.components.filter(each => each.name === 'VEVENT')

type Series = Omit<ReturnType<typeof seriesOf>, 'recurrence_end'> & { recurrence_end: number | null }

/** The occurrences of the whole series that begin in `[from, to)`. */
interface Part {
  /** Undefined before the first change. */
  from: number | undefined
  to: number
  series: Series
}

/**
 * Returns a calendar for each series, in their order. The first has the UID of the object, the others have their own.
 * Returns the calendar itself if there is nothing to split, or if no rule can express a change.
 */
export function splitCalendar(calendar: Component, context: ReadingContext): Component[] {
  const master = eventsOf(calendar).find(each => !firstOf(each, 'RECURRENCE-ID'))
  const changes = eventsOf(calendar).filter(each => changesFuture(each) && !isCanceled(each))
  if (!master || changes.length === 0 || hasFurtherRules(master)) return [calendar]
  const single = structuredClone(calendar)
  for (const each of eventsOf(single)) if (!isCanceled(each)) withoutRange(each)
  const whole = readEvent(eventsOf(single), context)
  const parts = partsOf(
    whole,
    changes.flatMap(each => occurrenceAt(each, whole, context) ?? []),
  )
  const models = parts.map(part => modelOf(part, whole))
  if (models.length === 0 || models.includes(undefined)) return [calendar]
  for (const each of eventsOf(single)) withoutRange(each)
  const overrides = new Map(eventsOf(single).map(each => [occurrenceAt(each, whole, context), each]))
  return parts.map((part, index) => {
    const model = models[index] as EventModel
    const uid = index === 0 || part.from === undefined ? undefined : ownUid(uidOf(master), part.from)
    return calendarOf(part, { whole, model, uid }, single, overrides)
  })
}

function partsOf(whole: EventModel, changes: readonly number[]): Part[] {
  if (whole.rule === null) return []
  const cuts = changes.filter(at => followsRule(whole, at)).sort((a, b) => a - b)
  const parts: Part[] = []
  let [from, series]: [number | undefined, Series] = [undefined, seriesOf(whole, whole.rule)]
  for (const [index, cut] of cuts.slice(0, MOST_PARTS).entries()) {
    const split = splitSeries(series, cut)
    if (!split) return []
    if (split.before) parts.push({ from, to: cut, series: { ...series, ...split.before } })
    from = cut
    series = { ...series, start_time: cut, end_time: cut + whole.end - whole.start, ...split.after }
    if (index === 0 && firstStarts(series, MOST_CHANGED + 1).length <= MOST_CHANGED) return []
  }
  return from === undefined ? [] : [...parts, { from, to: Number.POSITIVE_INFINITY, series }]
}

/** Returns the series of a part at the times of its change, or undefined if no rule can express them. */
function modelOf({ from, to, series }: Part, whole: EventModel): EventModel | undefined {
  const first = whole.changed.find(({ at }) => at === from)
  const times = first ? { start_time: first.start, end_time: first.end } : series
  const shift = shiftSeries(series, series.start_time, times)
  if (!shift.ok || !isExactShift(series, shift.series)) return undefined
  const shifted = { ...shift.series, all_day: series.all_day }
  const { start_time: start, end_time: end } = shifted
  const moved = shiftBetween(series, series.start_time, start)
  const isIn = (at: number) => (from === undefined || at >= from) && at < to
  return {
    ...whole,
    ...(first ?? {}),
    start,
    end,
    rule: ruleValue(shifted),
    deleted: whole.deleted.filter(isIn).map(moved),
    changed: whole.changed
      .filter(({ at }) => isIn(at) && at !== from)
      .map(each => (followsRule(whole, each.at) ? { ...each, at: moved(each.at) } : each)),
  }
}

interface Written {
  whole: EventModel
  model: EventModel
  /** Set if the part is an object of its own. */
  uid: string | undefined
}

function calendarOf(
  { from, to, series }: Part,
  { whole, model, uid }: Written,
  single: Component,
  overrides: ReadonlyMap<number | undefined, Component>,
): Component {
  const moved = shiftBetween(series, series.start_time, model.start)
  const master = structuredClone(overrides.get(from) as Component)
  const events = [master]
  const written = new Set<number>()
  for (const [at, each] of overrides) {
    if (at === undefined || at === from || at >= to || (from !== undefined && at < from)) continue
    const override = structuredClone(each)
    const next = followsRule(whole, at) ? moved(at) : at
    if (next !== at) setOriginalStart(override, next, model)
    written.add(next)
    events.push(override)
  }
  const calendar = {
    ...single,
    properties: single.properties.filter(({ name }) => name !== 'METHOD'),
    components: [...single.components.filter(each => each.name !== 'VEVENT'), ...events],
  }
  if (from !== undefined) {
    set(master, 'RECURRENCE-ID', [])
    if (!model.all_day) needZone(calendar, model.timezone, model.start)
    setSpan(master, model.start, model.end, model)
  }
  set(master, 'RRULE', model.rule === null ? [] : [property('RRULE', model.rule)])
  setExdates(master, { ...model, deleted: model.deleted.filter(at => !written.has(at)) })
  set(
    master,
    'RDATE',
    model.changed
      .filter(({ at }) => !followsRule(model, at))
      .map(each => rdate(each, model, !written.has(each.at))),
  )
  if (uid !== undefined) for (const each of events) set(each, 'UID', [property('UID', uid)])
  return calendar
}

const MOST_UID = 200

const ownUid = (uid: string, from: number): string => `${uid.slice(0, MOST_UID)}/${utcText(from)}`
