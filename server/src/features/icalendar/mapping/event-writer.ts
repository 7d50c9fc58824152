// Writes a schedule as a VEVENT: a new text, or the stored text with only the changed properties replaced.
import {
  ENTRY_TEXT_NAMES,
  ENTRY_TEXTS,
  type EntryText,
  type EntryTexts,
  perText,
} from '@daymark/contract/planning/entry-texts'
import { type Component, firstOf, type Property, property } from '../text/content-line.ts'
import { durationText, momentText } from '../text/value.ts'
import { type AlarmTarget, meanings, setReminders } from './alarm.ts'
import { entryTextOf, set, setCategories, setText } from './component-text.ts'
import { alarmTarget, masterOf, occurrenceAt, repeatsSeries } from './event-reader.ts'
import { followsRule } from './event-rules.ts'
import type { ChangedOccurrence, EventFields, EventModel, ReadingContext } from './model.ts'
import { type Facts, needZone, newCalendar, newComponent, stamp } from './object-text.ts'

export function newEvent(model: EventModel, facts: Facts): Component {
  const calendar = newCalendar()
  if (!model.all_day) needZone(calendar, model.timezone, model.start)
  const master = newComponent('VEVENT', facts)
  applyEvent(calendar, master, null, model, facts)
  return calendar
}

/** Updates the stored calendar from the state that it describes (`before`) to the current state. */
export function changeEvent(
  calendar: Component,
  before: EventModel,
  after: EventModel,
  facts: Facts,
  context: ReadingContext,
): void {
  const master = masterOf(calendar.components.filter(each => each.name === 'VEVENT'))
  if (!master) return
  if (!after.all_day) needZone(calendar, after.timezone, after.start)
  applyEvent(calendar, master, before, after, facts, context)
}

function applyEvent(
  calendar: Component,
  master: Component,
  before: EventModel | null,
  after: EventModel,
  facts: Facts,
  context?: ReadingContext,
): void {
  const moved =
    before?.start !== after.start ||
    before.end !== after.end ||
    before.all_day !== after.all_day ||
    before.timezone !== after.timezone
  const target = (model: EventModel, span: Span = model): AlarmTarget =>
    alarmTarget(
      { start: span.start, end: span.end, all_day: model.all_day, repeats: model.rule !== null },
      facts.zone || model.timezone || 'UTC',
    )
  const texts = perText(name => entryTextOf(master, name))
  const otherKind = before !== null && before.all_day !== after.all_day
  const hasOtherRule = before?.rule !== after.rule && !(before === null && after.rule === null)
  // Occurrences without their series stand for themselves, until they become a series with other times or another rule.
  const isSeries = moved || hasOtherRule || after.rule === null || !firstOf(master, 'RECURRENCE-ID')
  if (isSeries) {
    if (moved) setSpan(master, after.start, after.end, after)
    if (after.rule !== null) set(master, 'RECURRENCE-ID', [])
    if (hasOtherRule) set(master, 'RRULE', after.rule === null ? [] : [property('RRULE', after.rule)])
    applyFields(master, before, after, target(before ?? after), target(after))
    if (otherKind || String(before?.deleted ?? []) !== String(after.deleted)) setExdates(master, after)
    // A date that EXRULE removes was restored. The dates that it still removes have an EXDATE.
    if (before?.deleted.some(at => !after.deleted.includes(at))) set(master, 'EXRULE', [])
    stamp(master, facts)
  }
  const overrides = overridesOf(calendar, before, context)
  const old = new Map(otherKind ? [] : before?.changed.map(each => [each.at, each]))
  const extra = (each: ChangedOccurrence) => !followsRule(after, each.at)
  const isKnown = (each: ChangedOccurrence) => JSON.stringify(old.get(each.at)) === JSON.stringify(each)
  // No other component has its length.
  const isPeriod = (each: ChangedOccurrence) => !overrides.has(each.at) && isKnown(each)
  const extras = after.changed.filter(extra).map(each => each.at)
  const known = before?.changed.filter(each => !followsRule(before, each.at)).map(each => each.at)
  if (isSeries && (moved || before.rule !== after.rule || String(known) !== String(extras)))
    set(
      master,
      'RDATE',
      after.changed.filter(extra).map(each => rdate(each, after, isPeriod(each))),
    )
  if (!calendar.components.includes(master)) calendar.components.push(master)
  const kept = new Set(after.changed.map(each => each.at))
  const deleted = new Set(after.deleted)
  for (const [at, component] of overrides) {
    if (kept.has(at)) continue
    if (old.has(at) || otherKind || deleted.has(at) || !followsRule(after, at)) remove(calendar, component)
    else if (before) {
      const spanOf = ({ start, end }: EventModel) => ({ start: at, end: at + end - start })
      const targets = [target(before, spanOf(before)), target(after, spanOf(after))] as const
      followSeries(component, at, texts, before, after, targets)
    }
  }
  for (const each of after.changed) {
    const known = old.get(each.at)
    if (isKnown(each)) continue
    if (extra(each) && repeatsSeries(each, after)) continue
    const found = overrides.get(each.at)
    const component = found ?? copyForOverride(master, each.at, after)
    const copied = found && known ? known : after
    const own = found && known && before ? inherited(before, known, after, each) : []
    const kept = found && known ? ownTexts(found, texts, known, own) : {}
    applyFields(component, copied, { ...each, ...kept }, target(after, copied), target(after, each))
    if (!found || known?.start !== each.start || known.end !== each.end)
      setSpan(component, each.start, each.end, after)
    stamp(component, facts)
    if (!found) calendar.components.push(component)
  }
}

interface Span {
  start: number
  end: number
}

function applyFields(
  component: Component,
  before: EventFields | null,
  after: EventFields,
  from: AlarmTarget,
  to: AlarmTarget,
): void {
  if (before?.title !== after.title) setText(component, 'SUMMARY', after.title)
  for (const name of ENTRY_TEXT_NAMES) {
    const text = after[name] ?? null
    if ((before?.[name] ?? null) !== text) setText(component, ENTRY_TEXTS[name].property, text)
  }
  if ((before?.state ?? 'PLANNED') !== after.state)
    setText(component, 'X-DAYMARK-STATE', after.state === 'PLANNED' ? null : after.state)
  if (String(before?.tags ?? []) !== String(after.tags))
    setCategories(component, before?.tags ?? [], after.tags)
  setReminders(component, meanings(component, from), before?.reminders ?? [], after.reminders ?? [], to)
}

/**
 * The texts of an override that differ from those of the series only in the stored text, because an earlier version did
 * not support them and stored a model without them.
 */
function ownTexts(
  component: Component,
  texts: EntryTexts,
  known: EventFields,
  among: readonly EntryText[] = ENTRY_TEXT_NAMES,
): Partial<EntryTexts> {
  const own = among.filter(name => entryTextOf(component, name) !== texts[name])
  return Object.fromEntries(own.map(name => [name, known[name] ?? null]))
}

/** The texts that an occurrence has from its series, before and after a change. */
const inherited = (
  before: EventModel,
  known: EventFields,
  after: EventModel,
  next: EventFields,
): readonly EntryText[] =>
  ENTRY_TEXT_NAMES.filter(
    name =>
      (known[name] ?? null) === (before[name] ?? null) && (next[name] ?? null) === (after[name] ?? null),
  )

/** Updates an override that differs from the series only in properties that Daymark does not model. */
function followSeries(
  component: Component,
  at: number,
  texts: EntryTexts,
  before: EventModel,
  after: EventModel,
  [from, to]: readonly [AlarmTarget, AlarmTarget],
): void {
  applyFields(component, before, { ...after, ...ownTexts(component, texts, before) }, from, to)
  const length = after.end - after.start
  if (before.end - before.start !== length || before.timezone !== after.timezone)
    setSpan(component, at, at + length, after)
}

const startProperty = (name: string, at: number, series: EventModel) => {
  const { params, value } = momentText(at, series)
  return property(name, value, params)
}

function rdate({ at, start, end }: ChangedOccurrence, series: EventModel, isPeriod: boolean): Property {
  const { params, value } = momentText(at, series)
  if (!isPeriod || series.all_day || end - start === series.end - series.start)
    return property('RDATE', value, params)
  return property('RDATE', `${value}/${durationText(end - start)}`, `;VALUE=PERIOD${params}`)
}

function setSpan(component: Component, start: number, end: number, series: EventModel): void {
  set(component, 'DTSTART', [startProperty('DTSTART', start, series)])
  set(component, 'DURATION', [])
  set(component, 'DTEND', end === start ? [] : [startProperty('DTEND', end, series)])
}

const setExdates = (master: Component, { deleted, ...series }: EventModel): void =>
  set(
    master,
    'EXDATE',
    deleted.map(at => startProperty('EXDATE', at, { deleted, ...series })),
  )

/** A new override begins as a copy of the series, without the properties of a series. */
function copyForOverride(master: Component, at: number, series: EventModel): Component {
  const own = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID'])
  const properties = master.properties.filter(({ name }) => !own.has(name))
  const uid = properties.findIndex(({ name }) => name === 'UID')
  properties.splice(uid + 1, 0, startProperty('RECURRENCE-ID', at, series))
  return { name: master.name, properties, components: structuredClone(master.components) }
}

function overridesOf(
  calendar: Component,
  before: EventModel | null,
  context: ReadingContext | undefined,
): Map<number, Component> {
  const found = new Map<number, Component>()
  if (!context || !before) return found
  for (const component of calendar.components) {
    const at = component.name === 'VEVENT' ? occurrenceAt(component, before, context) : undefined
    if (at !== undefined) found.set(at, component)
  }
  return found
}

const remove = (calendar: Component, component: Component): void => {
  calendar.components = calendar.components.filter(each => each !== component)
}
