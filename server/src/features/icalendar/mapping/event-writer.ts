// Writes a schedule as a VEVENT, either from scratch or by replacing only the changed properties of the stored text.
import {
  ENTRY_TEXT_NAMES,
  ENTRY_TEXTS,
  type EntryText,
  type EntryTexts,
  perText,
} from '@daymark/contract/planning/entry-texts'
import { type Component, firstOf, property } from '../text/content-line.ts'
import { firstOfTwo } from '../text/value.ts'
import { type AlarmTarget, meanings, setReminders } from './alarm.ts'
import { entryTextOf, set, setCategories, setText } from './component-text.ts'
import {
  copyForOverride,
  dropFurtherRules,
  endsEarlier,
  hasFurtherRules,
  rdate,
  remove,
  setExdates,
  setOriginalStart,
  setSpan,
  settleCanceled,
  withoutRange,
} from './event-dates.ts'
import {
  alarmTarget,
  cancelsFuture,
  changesFuture,
  masterOf,
  occurrenceAt,
  repeatsSeries,
} from './event-reader.ts'
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

/** Applies the differences between `before`, which the stored calendar describes, and `after`. */
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
  const overrides = overridesOf(calendar, before, context)
  const isCut = before !== null && endsEarlier(master, before, overrides)
  // The written rule ends at the canceled occurrence, so the cancellation does not have to cover the following ones.
  if (isCut) for (const each of overrides.values()) if (cancelsFuture(each)) withoutRange(each)
  const hasOtherRule = isCut || (before?.rule !== after.rule && !(before === null && after.rule === null))
  // `master` may be an occurrence without its series. It is written like a series if, for example, its times or its
  // rule change.
  const isEmpty = after.changed.length === 0 && after.deleted.includes(after.start)
  const isSeries =
    moved || hasOtherRule || after.rule === null || isEmpty || !firstOf(master, 'RECURRENCE-ID')
  const canceled = settleCanceled(calendar, { master, isSeries }, overrides, before, after)
  if (isSeries) {
    // An occurrence that becomes the series gets the times of the series, because it may have been moved.
    const isFirst = firstOf(master, 'RECURRENCE-ID') && (hasOtherRule || after.rule !== null)
    if (isFirst) set(master, 'RECURRENCE-ID', [])
    const isSecondOfTwo = firstOfTwo(after.start, after) !== after.start
    if (moved || isFirst || (hasOtherRule && isSecondOfTwo)) setSpan(master, after.start, after.end, after)
    if (hasOtherRule) set(master, 'RRULE', after.rule === null ? [] : [property('RRULE', after.rule)])
    applyFields(master, before, after, target(before ?? after), target(after))
    if (otherKind || isFirst || isCut || String(before?.deleted ?? []) !== String(after.deleted))
      setExdates(master, { ...after, deleted: after.deleted.filter(at => !canceled.has(at)) })
    stamp(master, facts)
  }
  if (isSeries) for (const [at, each] of overrides) if (each === master) overrides.delete(at)
  const changedBefore = new Map(before?.changed.map(each => [each.at, each]))
  const old: typeof changedBefore = otherKind ? new Map() : changedBefore
  const extra = (each: ChangedOccurrence) => !followsRule(after, each.at)
  const isKnown = (each: ChangedOccurrence) => JSON.stringify(old.get(each.at)) === JSON.stringify(each)
  // The length of an occurrence without an override is stored only in its RDATE.
  const isPeriod = (each: ChangedOccurrence) => !overrides.has(each.at) && isKnown(each)
  const extras = after.changed.filter(extra).map(each => each.at)
  const known = before?.changed.filter(each => !followsRule(before, each.at)).map(each => each.at)
  const kept = new Set(after.changed.map(each => each.at))
  const deleted = new Set(after.deleted)
  const isBack = before?.deleted.some(at => !deleted.has(at))
  const isLost = known?.some(at => !kept.has(at) && !deleted.has(at))
  const drops = before !== null && (moved || hasOtherRule || isBack || isLost) && hasFurtherRules(master)
  if (isSeries && (drops || moved || hasOtherRule || String(known) !== String(extras)))
    set(
      master,
      'RDATE',
      after.changed.filter(extra).map(each => rdate(each, after, isPeriod(each))),
    )
  if (isSeries && drops) dropFurtherRules(master, after)
  if (!calendar.components.includes(master)) calendar.components.push(master)
  // Copies the "this and all following" changes before they are modified below, the latest first.
  const futures = [...overrides]
    .filter(([, each]) => changesFuture(each))
    .sort(([a], [b]) => b - a)
    .map(([at, each]) => [at, structuredClone(each)] as const)
  const futureOf = (each: ChangedOccurrence) => futures.find(([at]) => at < each.at)
  const isEnding = [...old.keys()].some(at => !kept.has(at) && !deleted.has(at) && followsRule(after, at))
  const valid = new Set(isEnding ? [] : after.changed.filter(isKnown).map(each => each.at))
  const isImplied = (each: ChangedOccurrence) => valid.has(futureOf(each)?.[0] ?? Number.NaN)
  const isWritten = (each: ChangedOccurrence) =>
    isKnown(each) && (overrides.has(each.at) || extra(each) || isImplied(each))
  for (const [at] of futures) if (!valid.has(at)) withoutRange(overrides.get(at) ?? master)
  for (const [at, component] of overrides) {
    if (kept.has(at)) continue
    const known = old.get(at)
    const isGone = otherKind || deleted.has(at) || !followsRule(after, at)
    if (isGone || (known && component !== master)) remove(calendar, component)
    else if (before) {
      // After this change, the override differs from the series only in properties that Daymark does not model.
      const from = known ?? occurrenceOf(before, at)
      const to = occurrenceOf(after, at)
      const fields = { ...to, ...ownTexts(component, texts, from) }
      applyFields(component, from, fields, target(before, from), target(after, to))
      if (from.start !== at || from.end !== to.end || before.timezone !== after.timezone)
        setSpan(component, at, to.end, after)
      if (known) stamp(component, facts)
    }
  }
  for (const each of after.changed) {
    const known = old.get(each.at)
    if (isWritten(each)) continue
    const found = overrides.get(each.at)
    if (!found && extra(each) && repeatsSeries(each, after)) continue
    const [from, source] = futureOf(each) ?? []
    const component = found ?? copyForOverride(source ?? master, each.at, after)
    const repeated = found && before ? occurrenceOf(before, each.at) : after
    const copied = (found ? changedBefore.get(each.at) : old.get(from ?? Number.NaN)) ?? repeated
    const own = found && known && before ? inherited(before, known, after, each) : []
    const kept = found && known ? ownTexts(found, texts, known, own) : {}
    const oldTarget = target((found && before) || after, copied)
    applyFields(component, copied, { ...each, ...kept }, oldTarget, target(after, each))
    if (found && otherKind) setOriginalStart(found, each.at, after)
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
 * Finds the texts in which an override differs from its series in the stored calendar, and returns their values in the
 * model. The model may not contain the difference, because an earlier version did not read these texts.
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

/** Returns the texts that an occurrence inherits from its series, both before and after a change. */
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

/** Returns the unchanged occurrence with this original start. */
const occurrenceOf = (series: EventModel, at: number): EventFields & Span => ({
  ...series,
  start: at,
  end: at + series.end - series.start,
})

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
