import { repeatsIn, type Series } from './occurrence.ts'
import { firstStarts, isOccurrence, startFollowsRule } from './recurrence.ts'
import { parseRule, withPart } from './rule.ts'
import type { Rule } from './rules/rule-shape.ts'
import { dependsOnMonths, shiftedRule, untilText } from './rules/shift-rule.ts'
import { FIRST_INSTANT, LAST_INSTANT } from './year.ts'
import { toInstantOrAfterGap, toLocal, type ZoneOffsets, zoneOffsets } from './zone-offsets.ts'

export type Shift =
  | { readonly ok: true; readonly series: Series }
  | { readonly ok: false; readonly message: string }

const CANNOT_FOLLOW =
  'The recurrence rule cannot follow this move. Send a recurrence_rule for the new times too.'
const SECOND_OF_TWO =
  'This local time occurs twice because clocks are set back, and a recurring entry starts at the first of the two. Choose the first one, or change only this occurrence.'
const LEAVES_CALENDAR = 'The whole series must stay within the years 1900 to 2200.'
const COMPARED = 400

/**
 * Moves all occurrences by the same difference in local time, so that a series moved across a DST change keeps its
 * new time of day. Also adjusts weekdays, days of the month and times of day in the rule, because someone who drags
 * "every Monday" to Tuesday means every Tuesday. UNTIL and recurrence_end move too, so that no occurrence is lost.
 * The move is not exact for a rule by day of the month, because months differ in length: if the 31st moves by one
 * day, the rule becomes the 1st of every month. Fails if no rule can express the move, or if the series would begin
 * outside the supported years.
 */
export function shiftSeries(
  series: Series,
  from: number,
  to: { start_time: number; end_time: number },
): Shift {
  const parsed = parseRule(series.recurrence_rule)
  if (!parsed.ok) return parsed
  const zone = zoneOffsets(repeatsIn(series))
  const local = toLocal(zone, from)
  const by = toLocal(zone, to.start_time) - local
  const moved = shiftBetween(series, from, to.start_time)
  const recurrence_rule = by === 0 ? parsed.rule.text : shiftedRule(parsed.rule, { from: local, by })
  if (recurrence_rule === null) return { ok: false, message: CANNOT_FOLLOW }
  const start_time = series.start_time === from ? to.start_time : moved(series.start_time)
  if (start_time < FIRST_INSTANT || start_time > LAST_INSTANT) return { ok: false, message: LEAVES_CALENDAR }
  const shifted = {
    ...series,
    start_time,
    end_time: start_time + to.end_time - to.start_time,
    recurrence_rule: withMovedUntil(recurrence_rule, parsed.rule, moved),
    recurrence_end:
      series.recurrence_end === null ? null : Math.min(moved(series.recurrence_end), LAST_INSTANT),
  }
  const sound =
    isOccurrence(shifted, to.start_time) &&
    (startFollowsRule(shifted) || !startFollowsRule(series)) &&
    (dependsOnMonths(parsed.rule) ||
      followsExactly({ ...series, recurrence_rule: parsed.rule.text }, shifted, zone))
  if (sound) return { ok: true, series: shifted }
  // No rule for the new times helps, because a rule cannot name the second instant.
  const isSecond = toInstantOrAfterGap(zone, toLocal(zone, to.start_time)) !== to.start_time
  return { ok: false, message: isSecond ? SECOND_OF_TWO : CANNOT_FOLLOW }
}

/** Returns a function that moves instants by the local time difference between an occurrence's old and new start. */
export function shiftBetween(series: Series, from: number, to: number): (instant: number) => number {
  const zone = zoneOffsets(repeatsIn(series))
  const by = toLocal(zone, to) - toLocal(zone, from)
  return instant => (by === 0 ? instant : toInstantOrAfterGap(zone, toLocal(zone, instant) + by))
}

/** True if every occurrence has moved by the same difference, which a rule by days of the month may not allow. */
export const isExactShift = (before: Series, after: Series): boolean =>
  followsExactly(before, after, zoneOffsets(repeatsIn(before)))

function withMovedUntil(text: string, { until }: Rule, moved: (instant: number) => number): string {
  if (until === null || until.local) return text
  return withPart(text, 'UNTIL', `${untilText(moved(until.last))}Z`)
}

function followsExactly(before: Series, after: Series, zone: ZoneOffsets): boolean {
  const was = localStarts(before, zone)
  const is = localStarts(after, zone)
  const difference = (is[0] ?? 0) - (was[0] ?? 0)
  return was.length === is.length && was.every((start, at) => is[at] === start + difference)
}

/** Returns the first starts in local time, as if DST never skipped or repeated an hour and the series had no end. */
function localStarts(series: Series, zone: ZoneOffsets): number[] {
  const start_time = toLocal(zone, series.start_time)
  const endless = withPart(withPart(series.recurrence_rule, 'COUNT', null), 'UNTIL', null)
  const local = {
    start_time,
    end_time: start_time,
    timezone: 'UTC',
    recurrence_rule: endless,
    recurrence_end: null,
  }
  return firstStarts(local, COMPARED)
}
