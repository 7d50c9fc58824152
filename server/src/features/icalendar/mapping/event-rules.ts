// Reads the rule that Daymark models, and expands further rules and EXRULE to dates.
import { firstStarts, isOccurrence, startFollowsRule, startsIn } from '@daymark/recurrence/recurrence'
import { parseRule, withPart } from '@daymark/recurrence/rule'
import { DAY_MS } from '@daymark/recurrence/year'
import { hasTimesOfDay } from '../../planning/schedules/all-day/rule.ts'
import { allOf, type Component, firstOf, type Property } from '../text/content-line.ts'
import { type EventModel, ObjectFault, ruleValue } from './model.ts'

export const MAX_EXCEPTIONS = 3_000
export const tooManyExceptions = () =>
  new ObjectFault(`A series may have at most ${MAX_EXCEPTIONS} changed or deleted occurrences.`)

/** Counts the dates before they are parsed, because parsing takes much longer. */
export function requireFewExceptions(master: Component, overrides: number): void {
  let count = overrides
  for (const { name, value } of master.properties) {
    if (name !== 'EXDATE' && name !== 'RDATE') continue
    for (let at = 0; at >= 0 && count <= MAX_EXCEPTIONS; at = value.indexOf(',', at + 1)) count++
  }
  if (count > MAX_EXCEPTIONS) throw tooManyExceptions()
}

/** The rule of a single event with additional dates. */
export const ONCE = 'FREQ=DAILY;COUNT=1'

/**
 * Returns the occurrences after `at` that a change of "this and all following" affects. Limited to three years, and to
 * half the number of exceptions that a series may have.
 */
export function laterStarts(model: EventModel, rule: string, at: number): number[] {
  const window = { from: at + 1, to: at + 3 * 366 * DAY_MS }
  return startsIn({ ...seriesOf(model, rule), end_time: model.start }, window).starts.slice(
    0,
    MAX_EXCEPTIONS / 2,
  )
}

/** Returns the series without its occurrences after `at`. */
export const endingAt = (model: EventModel, at: number): EventModel =>
  model.rule === null || at === Number.POSITIVE_INFINITY
    ? model
    : {
        ...model,
        rule: ruleValue({ ...seriesOf(model, model.rule), recurrence_end: Math.max(at, model.start) }),
      }

export const seriesOf = (model: EventModel, rule: string) => ({
  start_time: model.start,
  end_time: model.end,
  all_day: model.all_day,
  timezone: model.timezone || 'UTC',
  recurrence_rule: rule,
  recurrence_end: null,
})

/** True if the rule produces this occurrence. Other occurrences need an RDATE. */
export const followsRule = (model: EventModel, at: number): boolean =>
  model.rule !== null && isOccurrence(seriesOf(model, model.rule), at)

/** RFC 5545 allows several rules, but Daymark models one. Further rules become single dates, up to these limits. */
const MAX_FURTHER_RULES = 2
const MAX_FURTHER_DATES = 500

/** Returns the dates that further rules add to the series. */
export const addedDates = (master: Component, model: EventModel): number[] =>
  datesOf(allOf(master, 'RRULE').slice(1), model).filter(at => !followsRule(model, at))

/** Returns the dates that EXRULE removes from the series. */
export const excludedDates = (master: Component, model: EventModel): number[] =>
  datesOf(allOf(master, 'EXRULE'), model)

const datesOf = (rules: readonly Property[], model: EventModel): number[] =>
  rules.slice(0, MAX_FURTHER_RULES).flatMap(({ value }) => {
    const parsed = parseRule(value)
    if (!parsed.ok || (model.all_day && hasTimesOfDay(parsed.rule))) return []
    const { text, count } = parsed.rule
    if (startFollowsRule(seriesOf(model, text))) return firstStarts(seriesOf(model, text), MAX_FURTHER_DATES)
    // `firstStarts` always begins with the start of the series, which this rule does not produce.
    const rest = count === null ? text : withPart(text, 'COUNT', String(count + 1))
    return firstStarts(seriesOf(model, rest), MAX_FURTHER_DATES).slice(1)
  })

export function ruleOf(
  component: Component,
  { start, all_day, timezone }: { start: number; all_day: boolean; timezone: string },
): string | null {
  const written = firstOf(component, 'RRULE')?.value
  if (written === undefined) return null
  const parsed = parseRule(written)
  if (!parsed.ok) throw new ObjectFault(parsed.message)
  return ruleValue({
    start_time: start,
    all_day,
    timezone: timezone || 'UTC',
    recurrence_rule: parsed.rule.text,
    recurrence_end: null,
  })
}
