// Measures the uncached expansion of random and worst-case recurrence rules, and prints the slowest.

import type { Series, Window } from '@daymark/recurrence/occurrence'
import { expand } from '@daymark/recurrence/recurrence'
import { parseRule } from '@daymark/recurrence/rule'
import fc from 'fast-check'
import { ruleText } from '../recurrence/test/recurrence-rules.ts'

interface Case {
  readonly name: string
  readonly series: Series
  readonly window: Window
}

const ROUNDS = Number(process.argv[2] ?? 5)
const RANDOM_RULES = Number(process.argv[3] ?? 6_000)
const ZONES = ['America/New_York', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC']
const HOUR = 3_600_000
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const MONTH = { from: at('2026-03-01T00:00Z'), to: at('2026-04-01T00:00Z') }
const LAST_MONTH = { from: at('2200-11-01T00:00Z'), to: at('2200-12-01T00:00Z') }
const LONG = { from: at('2026-01-01T00:00Z'), to: at('2027-02-05T00:00Z') }
const upTo = (max: number, min = 0) =>
  Array.from({ length: max - min + 1 }, (_, index) => min + index).join(',')
const HOURS = `BYHOUR=${upTo(23)}`
const EVERY_DAY = 'BYDAY=MO,TU,WE,TH,FR,SA,SU'

const HOSTILE = [
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=10000',
  `FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;${HOURS}`,
  'FREQ=HOURLY;COUNT=10000',
  'FREQ=HOURLY;INTERVAL=9999;BYHOUR=3;COUNT=10000',
  'FREQ=HOURLY;INTERVAL=7;BYYEARDAY=-366;COUNT=10000',
  'FREQ=HOURLY;BYMINUTE=30;BYSETPOS=1,-1;COUNT=10000',
  `FREQ=DAILY;${HOURS}`,
  `FREQ=DAILY;COUNT=10000;${HOURS}`,
  `FREQ=DAILY;INTERVAL=100;COUNT=10000;${HOURS}`,
  'FREQ=DAILY;INTERVAL=10000;COUNT=10000',
  'FREQ=DAILY;COUNT=10000',
  `FREQ=DAILY;COUNT=10000;BYSETPOS=${upTo(24, 1)};${HOURS}`,
  `FREQ=WEEKLY;${EVERY_DAY};COUNT=10000;BYSETPOS=1;${HOURS}`,
  `FREQ=WEEKLY;${EVERY_DAY};BYMONTH=2;COUNT=10000;BYSETPOS=366`,
  `FREQ=MONTHLY;${EVERY_DAY};COUNT=10000;BYSETPOS=366,-366;${HOURS}`,
  `FREQ=MONTHLY;BYDAY=5MO;COUNT=10000;${HOURS}`,
  `FREQ=YEARLY;${EVERY_DAY};COUNT=10000;BYSETPOS=-1;${HOURS}`,
  `FREQ=YEARLY;${EVERY_DAY};COUNT=10000;BYSETPOS=${upTo(366, 1)};${HOURS}`,
  `FREQ=YEARLY;BYWEEKNO=53;COUNT=10000;${EVERY_DAY}`,
  `FREQ=YEARLY;BYWEEKNO=${upTo(53, 1)};COUNT=10000`,
  `FREQ=YEARLY;BYYEARDAY=${upTo(366, 1)};BYMONTHDAY=31;BYMONTH=2;COUNT=10000`,
  `FREQ=YEARLY;BYDAY=${['MO', 'TU', 'WE'].flatMap(day => [`53${day}`, `-53${day}`]).join(',')};COUNT=10000`,
  'FREQ=YEARLY;INTERVAL=10000;COUNT=10000',
  'FREQ=YEARLY;BYDAY=FR;BYMONTHDAY=13;COUNT=10000',
]

function hostileCases(): Case[] {
  const lengths = {
    hour: HOUR,
    century: 876_000 * HOUR,
    forever: at('2200-12-31T00:00Z') - at('1900-01-01T00:00Z'),
  }
  return HOSTILE.flatMap(rule =>
    ['1900-01-01T09:00Z', '2016-01-01T09:00Z'].flatMap(start =>
      Object.entries(lengths).flatMap(([length, ms]) =>
        Object.entries({ MONTH, LAST_MONTH, LONG }).map(([name, window]) => ({
          name: `${rule} from ${start.slice(0, 4)}, ${length} long, ${name}`,
          series: makeSeries(rule, at(start), ms, 'America/New_York'),
          window,
        })),
      ),
    ),
  )
}

function randomCases(): Case[] {
  const end = fc.constantFrom('', '', 'COUNT=10000', 'COUNT=500', 'UNTIL=20991231')
  const start = fc.integer({ min: at('1900-01-02T00:00Z') / 1_000, max: MONTH.to / 1_000 })
  const random = fc.tuple(ruleText({ end, maxInterval: 10_000 }), start, fc.constantFrom(...ZONES))
  return fc
    .sample(random, { seed: 26, numRuns: RANDOM_RULES })
    .filter(([rule]) => parseRule(rule).ok)
    .map(([rule, second, zone]) => ({
      name: `${rule} ${zone} from ${second}`,
      series: makeSeries(rule, second * 1_000, HOUR, zone),
      window: MONTH,
    }))
}

function makeSeries(recurrence_rule: string, start_time: number, length: number, timezone: string): Series {
  return { start_time, end_time: start_time + length, timezone, recurrence_rule, recurrence_end: null }
}

let fresh = 0
/** Returns the milliseconds of one expansion. Changes recurrence_end each time, so that no cached result is used. */
function time({ series, window }: Case): number {
  const recurrence_end = at('2200-12-31T00:00Z') + fresh++
  const began = performance.now()
  expand({ ...series, recurrence_end }, window)
  return performance.now() - began
}

function report(title: string, cases: readonly Case[]): void {
  const rounds = Array.from({ length: ROUNDS }, () => cases.map(time))
  const medians = cases.map((each, index) => {
    const times = rounds.map(round => round[index] ?? 0).sort((a, b) => a - b)
    return { name: each.name, ms: times[Math.floor(times.length / 2)] ?? 0, best: times[0] ?? 0 }
  })
  const slowest = medians.toSorted((a, b) => b.ms - a.ms)
  const middle = slowest[Math.floor(slowest.length / 2)]
  const worstBest = Math.max(...medians.map(each => each.best))
  const [worst] = slowest
  const figures = [middle?.ms, worst?.ms, worstBest].map(ms => ms?.toFixed(3))
  console.log(`| ${title} | ${cases.length} | ${figures.join(' | ')} | \`${worst?.name.slice(0, 70)}\` |`)
}

const coldStart = performance.now()
expand(makeSeries('FREQ=DAILY', at('2016-01-01T09:00Z'), HOUR, 'Europe/Paris'), MONTH)
const cold = (performance.now() - coldStart).toFixed(1)
console.log(
  `The first expansion, which also builds the table of its time zone: ${cold} ms. After that, ${ROUNDS} rounds each:\n`,
)
console.log('| rules | cases | median ms | slowest ms | slowest, best round | slowest rule |')
console.log('|---|---|---|---|---|---|')

report('designed to be slow', hostileCases())
report('random', randomCases())
report(
  'daily, started ten years ago',
  Array.from({ length: 100 }, (_, index) => ({
    name: `daily ${index}`,
    series: makeSeries('FREQ=DAILY', at('2016-03-01T09:00Z') + index * 60_000, HOUR, 'America/New_York'),
    window: MONTH,
  })),
)
