// Compares the expansion with three others: rrule (UTC only), rrule-temporal, and our own slow reference.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import rrule from 'rrule'
import { RRuleTemporal } from 'rrule-temporal'
import fc, { fixed, runs } from '../../scripts/test/properties.ts'
import { ruleText } from '../test/recurrence-rules.ts'
import { slowStarts } from '../test/slow-recurrence.ts'
import { expand, firstStarts, isOccurrence, startBefore } from './recurrence.ts'

const ZONES = ['America/New_York', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe']
const DAY = 86_400_000
const COUNT = 40
const end = fc.constantFrom('', '', `COUNT=${COUNT}`)
const start = fc
  .integer({ min: Date.UTC(2018, 0, 1) / 1_000, max: Date.UTC(2021, 0, 1) / 1_000 })
  .map(s => s * 1_000)

function seriesOf(recurrence_rule: string, start_time: number, timezone: string) {
  return { start_time, end_time: start_time, timezone, recurrence_rule, recurrence_end: null }
}

function starts(rule: string, from: number, to: number, zone: string): number[] {
  return expand(seriesOf(rule, from, zone), { from, to }).occurrences.map(each => each.start_time)
}

/** Adds the series start to another library's result and applies COUNT, because libraries differ in both. */
function completed(rule: string, from: number, generated: readonly number[]): number[] {
  const all = [from, ...new Set(generated.filter(instant => instant > from))]
  return all.slice(0, rule.includes('COUNT') ? COUNT : 10_000)
}

const withoutCount = (rule: string) => rule.replace(/;COUNT=\d+/, '')

/** These rules come from a fixed seed, so every disagreement fails the test. */
const FIXED = { seed: 5545, disagree: (error: unknown): void => assert.fail(error as Error) }

/**
 * A random seed may hit an unknown bug in the other library. The test therefore fails only if our slow reference
 * disagrees with the fast expansion too.
 */
const FRESH = {
  disagree(error: unknown, rule: string, from: number, zone: string): void {
    const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
    const to = Temporal.ZonedDateTime.from({ timeZone: zone, year: first.year + 1, month: 12, day: 25 })
    const slow = slowStarts(rule, first, to.year).filter(instant => instant < to.epochMilliseconds)
    assert.deepEqual(starts(rule, from, to.epochMilliseconds, zone), slow, error as Error)
  },
}

type Judge = (typeof FIXED | typeof FRESH)['disagree']

function agrees(judge: Judge, rule: string, from: number, zone: string, compare: () => void): void {
  try {
    compare()
  } catch (error) {
    judge(error, rule, from, zone)
  }
}

const rruleAgrees = (judge: Judge) =>
  fc.property(ruleText({ end, common: true }), start, (rule, from) => {
    const to = from + 400 * DAY
    const endless = withoutCount(rule)
    // Skips rules without a later occurrence, because rrule would search for one until the year 9999.
    fc.pre(starts(endless, from, to + 800 * DAY, 'UTC').some(instant => instant >= to))
    const theirs = rrule.rrulestr(`RRULE:${endless}`, { dtstart: new Date(from) })
    const generated = theirs.between(new Date(from), new Date(to - 1), true).map(Number)
    // In the first week, rrule's BYSETPOS does not count the days before the start, so this week is not compared.
    const settled = /WEEKLY.*BYSETPOS/.test(rule) ? from + 7 * DAY : from
    const inBoth = (rule: string) => starts(rule, from, to, 'UTC').filter(instant => instant >= settled)
    agrees(judge, rule, from, 'UTC', () => {
      if (settled > from) {
        assert.deepEqual(
          inBoth(endless),
          [...new Set(generated)].filter(instant => instant >= settled),
        )
      } else assert.deepEqual(inBoth(rule), completed(rule, from, generated))
    })
  })

/** rrule-temporal gets some rules that match this pattern wrong, for example hourly rules across DST changes. */
const FAULTY = /HOURLY|BYYEARDAY|BYWEEKNO|YEARLY.*BYMONTHDAY.*BYDAY/

const temporalAgrees = (judge: Judge) => {
  const rules = ruleText({ end, common: true }).filter(text => !FAULTY.test(text))
  return fc.property(rules, start, fc.constantFrom(...ZONES), (rule, from, zone) => {
    const to = from + 400 * DAY
    const dtstart = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
    const until = Temporal.Instant.fromEpochMilliseconds(to - 1).toZonedDateTimeISO(zone)
    const theirs = new RRuleTemporal({ rruleString: withoutCount(rule), dtstart, maxIterations: 100_000 })
    const generated = theirs.between(dtstart, until, true).map(each => each.epochMilliseconds)
    agrees(judge, rule, from, zone, () =>
      assert.deepEqual(starts(rule, from, to, zone), completed(rule, from, generated)),
    )
  })
}

describe('expansion agrees', () => {
  for (const [which, { disagree, ...seed }] of Object.entries({ fixed: FIXED, fresh: FRESH })) {
    const count = which === 'fixed' ? fixed : runs
    test(`with rrule, in UTC, on ${which} rules`, () => {
      fc.assert(rruleAgrees(disagree), {
        numRuns: count(which === 'fixed' ? 375 : 750),
        maxSkipsPerRun: 10,
        ...seed,
      })
    })

    test(`with rrule-temporal, in zones with DST, on ${which} rules`, () => {
      fc.assert(temporalAgrees(disagree), { numRuns: count(100), ...seed })
    })
  }

  for (const zone of ZONES) {
    test(`with a slow expansion, in ${zone}`, () => {
      const property = fc.property(ruleText({ end }), start, fc.boolean(), (rule, some, atNight) => {
        const someTime = Temporal.Instant.fromEpochMilliseconds(some).toZonedDateTimeISO(zone)
        // Half of the series start at 2 a.m., because that is when DST begins in many zones.
        const first = atNight ? someTime.with({ hour: 2 }) : someTime
        const from = first.epochMilliseconds
        const year = first.year + (/HOURLY|DAILY/.test(rule) ? 0 : 1)
        // Stops on December 25, because the slow expansion may cut off the last week of the year.
        const to = Temporal.ZonedDateTime.from({ timeZone: zone, year, month: 12, day: 25 })
        const slow = slowStarts(rule, first, to.year).filter(instant => instant < to.epochMilliseconds)
        assert.deepEqual(starts(rule, from, to.epochMilliseconds, zone), slow)
      })
      fc.assert(property, { numRuns: runs(20) })
    })
  }
})

test('every window, backward search and single lookup agrees with the full expansion', () => {
  const windows = fc.tuple(fc.integer({ min: -40, max: 700 }), fc.integer({ min: 0, max: 90 }), fc.nat(80))
  const property = fc.property(ruleText({ end }), start, windows, (rule, from, [offset, days, hours]) => {
    const series = { ...seriesOf(rule, from, 'America/New_York'), end_time: from + hours * 3_600_000 }
    const length = series.end_time - from
    const window = { from: from + offset * DAY, to: from + (offset + days) * DAY + 1 }
    const all = firstStarts(series, 20_000)
    const inside = all.filter(
      each => each < window.to && (length === 0 ? each >= window.from : each + length > window.from),
    )
    assert.deepEqual(
      expand(series, window).occurrences.map(each => each.start_time),
      inside,
    )
    for (const each of inside.slice(0, 5)) {
      assert.ok(isOccurrence(series, each))
      assert.equal(isOccurrence(series, each + 1), false)
      assert.equal(startBefore(series, each), all[all.indexOf(each) - 1] ?? null)
    }
  })
  fc.assert(property, { numRuns: runs(400) })
})
