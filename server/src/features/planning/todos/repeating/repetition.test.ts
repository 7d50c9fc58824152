import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../../../../scripts/test/properties.ts'
import { newTodo } from '../todo.ts'
import {
  checkRepetition,
  followingDue,
  nextRound as nextRoundOf,
  type Repeating as RepeatingTodo,
} from './repetition.ts'

const BERLIN = 'Europe/Berlin'
const DAY = 86_400_000

/** A repeating todo that is due at a time, not on a date. */
type Repeating = Omit<RepeatingTodo, 'deadline' | 'deadline_date'> & { deadline: number }

/** Passes an arbitrary zone, because the owner's zone has no effect on todos that are due at a time. */
function nextRound(todo: Repeating, now: number) {
  const round = nextRoundOf({ ...todo, deadline_date: null }, { now, zone: 'Pacific/Kiritimati' })
  if (!round) return null
  assert.ok(round.deadline !== null && round.deadline_date === null)
  return { deadline: round.deadline, recurrence_rule: round.recurrence_rule }
}
function followingDeadline(
  deadline: number,
  from: Repeating,
  to: Pick<Repeating, 'deadline' | 'recurrence_rule'>,
) {
  const none = { deadline_date: null }
  const due = followingDue({ deadline, ...none }, { ...from, ...none }, { ...to, ...none }, 'UTC')
  return due.deadline ?? Number.NaN
}
const at = (text: string): number => Date.parse(text)
const local = (text: string, zone = BERLIN): number =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
const shown = (instant: number | undefined, zone = BERLIN): string | undefined =>
  instant === undefined
    ? undefined
    : Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString()

const repeating = (deadline: string, recurrence_rule: string, more: Partial<Repeating> = {}): Repeating => ({
  deadline: local(deadline, more.timezone),
  recurrence_rule,
  timezone: BERLIN,
  repeat_from: 'deadline',
  ...more,
})
const next = (todo: Repeating, now: string) => {
  const round = nextRound(todo, local(now, todo.timezone))
  return round && shown(round.deadline, todo.timezone)
}

describe('the next round from the deadline', () => {
  it('keeps the local time when the clocks change', () => {
    const spring = repeating('2026-03-28T09:00', 'FREQ=DAILY')
    assert.equal(next(spring, '2026-03-28T08:00'), '2026-03-29T09:00:00')
    assert.equal(nextRound(spring, spring.deadline)?.deadline, at('2026-03-29T07:00:00Z'))
    const autumn = repeating('2026-10-19T09:00', 'FREQ=WEEKLY')
    assert.equal(nextRound(autumn, autumn.deadline)?.deadline, at('2026-10-26T08:00:00Z'))
  })

  it('skips a time that does not exist because of a clock change, and continues on the next day', () => {
    assert.equal(next(repeating('2026-03-28T02:30', 'FREQ=DAILY'), '2026-03-28T02:00'), '2026-03-30T02:30:00')
  })

  it('uses the first of two equal local times', () => {
    const todo = repeating('2026-10-24T02:30', 'FREQ=DAILY')
    assert.equal(nextRound(todo, todo.deadline)?.deadline, at('2026-10-25T00:30:00Z'))
  })

  it('is after the deadline even if the todo was completed early', () => {
    assert.equal(
      next(repeating('2026-06-05T09:00', 'FREQ=WEEKLY'), '2026-06-01T12:00'),
      '2026-06-12T09:00:00',
    )
  })

  it('skips rounds whose deadline has passed', () => {
    const todo = repeating('2026-06-01T09:00', 'FREQ=DAILY')
    assert.equal(next(todo, '2026-06-04T08:59'), '2026-06-04T09:00:00')
    assert.equal(next(todo, '2026-06-04T09:00'), '2026-06-05T09:00:00')
  })

  it('follows the rule: weekdays, the last day of the month, every other week', () => {
    const weekdays = 'FREQ=WEEKLY;BYDAY=MO,WE,FR'
    assert.equal(next(repeating('2026-06-05T09:00', weekdays), '2026-06-05T09:00'), '2026-06-08T09:00:00')
    const last = 'FREQ=MONTHLY;BYMONTHDAY=-1'
    assert.equal(next(repeating('2026-01-31T09:00', last), '2026-01-31T09:00'), '2026-02-28T09:00:00')
    const fortnightly = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'
    assert.equal(next(repeating('2026-06-01T09:00', fortnightly), '2026-06-01T09:00'), '2026-06-15T09:00:00')
  })

  it('counts skipped rounds toward COUNT, and ends with the last', () => {
    const todo = repeating('2026-06-01T09:00', 'FREQ=DAILY;COUNT=3')
    const second = nextRound(todo, todo.deadline)
    assert.equal(second?.recurrence_rule, 'FREQ=DAILY;COUNT=2')
    assert.equal(nextRound(todo, local('2026-06-02T10:00'))?.recurrence_rule, 'FREQ=DAILY;COUNT=1')
    assert.equal(nextRound(todo, local('2026-06-03T10:00')), null)
    assert.equal(nextRound({ ...todo, recurrence_rule: 'FREQ=DAILY;COUNT=1' }, todo.deadline), null)
  })

  it('ends with UNTIL', () => {
    const todo = repeating('2026-06-01T09:00', 'FREQ=DAILY;UNTIL=20260602')
    assert.equal(next(todo, '2026-06-01T09:00'), '2026-06-02T09:00:00')
    assert.equal(next(todo, '2026-06-02T09:00'), null)
  })
})

describe('the next round from the completion', () => {
  const completion = (deadline: string, rule: string, more: Partial<Repeating> = {}) =>
    repeating(deadline, rule, { repeat_from: 'completion', ...more })

  it('counts from the day of completion and keeps the time of day', () => {
    const todo = completion('2026-06-01T09:00', 'FREQ=DAILY;INTERVAL=3')
    assert.equal(next(todo, '2026-06-03T15:20'), '2026-06-06T09:00:00')
    assert.equal(next(todo, '2026-06-03T08:00'), '2026-06-06T09:00:00')
    assert.equal(next(todo, '2026-05-20T23:59'), '2026-05-23T09:00:00')
  })

  it('uses the day in the zone of the todo', () => {
    const todo = completion('2026-06-01T09:00', 'FREQ=DAILY', { timezone: 'Asia/Seoul' })
    assert.equal(
      shown(nextRound(todo, at('2026-06-03T14:59:00Z'))?.deadline, 'Asia/Seoul'),
      '2026-06-04T09:00:00',
    )
    assert.equal(
      shown(nextRound(todo, at('2026-06-03T15:00:00Z'))?.deadline, 'Asia/Seoul'),
      '2026-06-05T09:00:00',
    )
  })

  it('keeps the time of day across clock changes, also when that time does not exist on the day', () => {
    assert.equal(
      next(completion('2026-03-01T09:00', 'FREQ=WEEKLY'), '2026-03-25T12:00'),
      '2026-04-01T09:00:00',
    )
    assert.equal(
      next(completion('2026-03-01T02:30', 'FREQ=DAILY'), '2026-03-29T12:00'),
      '2026-03-30T02:30:00',
    )
    assert.equal(
      next(completion('2026-03-01T02:30', 'FREQ=DAILY'), '2026-03-28T12:00'),
      '2026-03-30T02:30:00',
    )
  })

  it('follows the weekdays of the rule', () => {
    const todo = completion('2026-06-01T09:00', 'FREQ=WEEKLY;BYDAY=MO,TH')
    assert.equal(next(todo, '2026-06-02T12:00'), '2026-06-04T09:00:00')
  })

  it('counts one round at a time, and ends with the last and with UNTIL', () => {
    const todo = completion('2026-06-01T09:00', 'FREQ=DAILY;COUNT=2')
    assert.equal(nextRound(todo, local('2026-07-01T10:00'))?.recurrence_rule, 'FREQ=DAILY;COUNT=1')
    assert.equal(nextRound({ ...todo, recurrence_rule: 'FREQ=DAILY;COUNT=1' }, todo.deadline), null)
    assert.equal(next(completion('2026-06-01T09:00', 'FREQ=DAILY;UNTIL=20260610'), '2026-06-10T08:00'), null)
  })
})

describe('properties of the next round', () => {
  const zones = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Asia/Seoul', 'Australia/Lord_Howe')
  const rules = fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;BYDAY=MO,TH',
    'FREQ=WEEKLY;INTERVAL=2',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYDAY=2TU',
    'FREQ=YEARLY',
    'FREQ=DAILY;COUNT=5',
  )
  const moment = fc.integer({
    min: at('2024-01-01T00:00:00Z') / 60_000,
    max: at('2028-01-01T00:00:00Z') / 60_000,
  })
  const cases = fc.record({
    deadline: moment.map(minutes => minutes * 60_000),
    now: moment.map(minutes => minutes * 60_000),
    timezone: zones,
    recurrence_rule: rules,
    repeat_from: fc.constantFrom('deadline' as const, 'completion' as const),
  })
  const clockTime = (instant: number, zone: string) => shown(instant, zone)?.slice(11)

  it('it is in the future and keeps the time of day in its zone', () => {
    fc.assert(
      fc.property(cases, ({ now, ...todo }) => {
        const round = nextRound(todo, now)
        if (!round) return assert.match(todo.recurrence_rule, /COUNT/)
        assert.ok(round.deadline > now)
        if (todo.repeat_from === 'deadline') assert.ok(round.deadline > todo.deadline)
        assert.equal(clockTime(round.deadline, todo.timezone), clockTime(todo.deadline, todo.timezone))
      }),
    )
  })

  it('from the deadline, it skips only rounds whose deadline has passed', () => {
    fc.assert(
      fc.property(cases, ({ now, ...todo }) => {
        const round = nextRound({ ...todo, repeat_from: 'deadline' }, now)
        if (!round) return
        const soon = nextRound({ ...todo, repeat_from: 'deadline' }, todo.deadline)
        assert.ok(soon && soon.deadline <= round.deadline)
        if (soon.deadline < round.deadline) assert.ok(soon.deadline <= now)
        // Completing every round on time leads to the same deadline and rule as one late completion.
        let step: Repeating = { ...todo, repeat_from: 'deadline', ...soon }
        for (let n = 0; step.deadline < round.deadline && n < 2_000; n++) {
          const following = nextRound(step, step.deadline)
          assert.ok(following)
          step = { ...step, ...following }
        }
        assert.deepEqual([step.deadline, step.recurrence_rule], [round.deadline, round.recurrence_rule])
      }),
      { numRuns: 50 },
    )
  })

  it('subtodos keep their distance in local time', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: -20_000, max: 20_000 }), ({ now, ...todo }, minutes) => {
        const round = nextRound(todo, now)
        if (!round) return
        const below = followingDeadline(todo.deadline + minutes * 60_000, todo, round)
        assert.ok(Math.abs(below - round.deadline - minutes * 60_000) <= 2 * 3_600_000)
        if (minutes === 0) assert.equal(below, round.deadline)
      }),
    )
  })
})

describe('the next round of a todo that is due on a date', () => {
  const date = (text: string) => at(`${text}T00:00:00Z`)
  const onDate = (
    text: string,
    recurrence_rule: string,
    more: Partial<RepeatingTodo> = {},
  ): RepeatingTodo => ({
    deadline: null,
    deadline_date: date(text),
    recurrence_rule,
    timezone: 'UTC',
    repeat_from: 'deadline',
    ...more,
  })
  const nextDate = (todo: RepeatingTodo, now: string, zone = 'UTC') => {
    const round = nextRoundOf(todo, { now: at(now), zone })
    if (!round) return null
    assert.equal(round.deadline, null)
    return new Date(round.deadline_date ?? Number.NaN).toISOString().slice(0, 10)
  }

  it('is the next date of the rule, which is not over before it ends in the zone of the owner', () => {
    const daily = onDate('2026-06-01', 'FREQ=DAILY')
    assert.equal(nextDate(daily, '2026-06-01T12:00:00Z'), '2026-06-02')
    assert.equal(nextDate(daily, '2026-06-04T23:59:59Z'), '2026-06-04')
    assert.equal(nextDate(daily, '2026-06-05T00:00:00Z'), '2026-06-05')
    assert.equal(nextDate(daily, '2026-06-04T14:59:59Z', 'Asia/Seoul'), '2026-06-04')
    assert.equal(nextDate(daily, '2026-06-04T15:00:00Z', 'Asia/Seoul'), '2026-06-05')
    assert.equal(nextDate(daily, '2026-06-05T06:59:59Z', 'America/Los_Angeles'), '2026-06-04')
  })

  it('is after this one even if it is completed early', () => {
    assert.equal(nextDate(onDate('2026-06-05', 'FREQ=WEEKLY'), '2026-06-01T12:00:00Z'), '2026-06-12')
  })

  it('counts from the date of completion in the zone of the owner', () => {
    const todo = onDate('2026-06-01', 'FREQ=DAILY;INTERVAL=3', { repeat_from: 'completion' })
    assert.equal(nextDate(todo, '2026-06-03T14:59:59Z', 'Asia/Seoul'), '2026-06-06')
    assert.equal(nextDate(todo, '2026-06-03T15:00:00Z', 'Asia/Seoul'), '2026-06-07')
    assert.equal(nextDate(todo, '2026-05-20T12:00:00Z'), '2026-05-23')
  })

  it('follows COUNT and UNTIL', () => {
    const counted = onDate('2026-06-01', 'FREQ=DAILY;COUNT=2')
    const present = { now: at('2026-06-01T09:00:00Z'), zone: 'UTC' }
    assert.equal(nextRoundOf(counted, present)?.recurrence_rule, 'FREQ=DAILY;COUNT=1')
    assert.equal(nextDate(onDate('2026-06-01', 'FREQ=DAILY;COUNT=1'), '2026-06-01T09:00:00Z'), null)
    const until = onDate('2026-06-01', 'FREQ=DAILY;UNTIL=20260602')
    assert.equal(nextDate(until, '2026-06-01T09:00:00Z'), '2026-06-02')
    assert.equal(nextDate({ ...until, deadline_date: date('2026-06-02') }, '2026-06-02T09:00:00Z'), null)
    const done = { ...counted, repeat_from: 'completion' as const }
    assert.equal(nextRoundOf(done, present)?.recurrence_rule, 'FREQ=DAILY;COUNT=1')
  })

  it('ends with the supported years', () => {
    const rule = 'FREQ=YEARLY;INTERVAL=200'
    assert.equal(nextDate(onDate('2026-06-01', rule), '2026-06-01T09:00:00Z'), null)
    assert.equal(next(repeating('2026-06-01T09:00', rule), '2026-06-01T09:00'), null)
  })

  it('moves what is below by days, and times by the clock of the owner', () => {
    const from = onDate('2026-03-28', 'FREQ=DAILY;INTERVAL=2')
    const to = { deadline: null, deadline_date: date('2026-03-30'), recurrence_rule: from.recurrence_rule }
    const below = { deadline: null, deadline_date: date('2026-03-25') }
    assert.deepEqual(followingDue(below, from, to, BERLIN), {
      deadline: null,
      deadline_date: date('2026-03-27'),
    })
    const timed = { deadline: local('2026-03-27T09:00'), deadline_date: null }
    const moved = followingDue(timed, from, to, BERLIN)
    assert.equal(shown(moved.deadline ?? 0), '2026-03-29T09:00:00')
    assert.deepEqual(followingDue({ deadline: null, deadline_date: null }, from, to, BERLIN), {
      deadline: null,
      deadline_date: null,
    })
  })

  it('moves a date below a time by the days of the local clock', () => {
    const none = { deadline_date: null }
    const from = { ...repeating('2026-06-01T23:00', 'FREQ=HOURLY;INTERVAL=2'), ...none }
    const to = { deadline: local('2026-06-02T01:00'), ...none, recurrence_rule: 'FREQ=HOURLY;INTERVAL=2' }
    const below = { deadline: null, deadline_date: date('2026-06-05') }
    assert.equal(followingDue(below, from, to, 'UTC').deadline_date, date('2026-06-06'))
  })

  it('is always a date after this one that is not over, and the first such date', () => {
    const zones = fc.constantFrom('UTC', BERLIN, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Havana')
    const day = fc.integer({ min: 0, max: 1_000 }).map(days => date('2026-01-01') + days * DAY)
    const moment = fc.integer({ min: 0, max: 1_000 * 24 * 60 }).map(n => date('2026-01-01') + n * 60_000)
    fc.assert(
      fc.property(day, moment, zones, fc.integer({ min: 1, max: 9 }), (first, now, zone, step) => {
        const todo = onDate('2026-01-01', `FREQ=DAILY;INTERVAL=${step}`, { deadline_date: first })
        const next = nextRoundOf(todo, { now, zone })?.deadline_date ?? Number.NaN
        const today = date(
          Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString(),
        )
        assert.ok(next > first && next >= today && (next - first) % (step * DAY) === 0)
        const previous = next - step * DAY
        assert.ok(previous <= first || previous < today)
      }),
    )
  })
})

describe('repeating todos', () => {
  const todo = newTodo({ id: 'i', owner_id: 'o', tag_group_id: 'g', title: 'T', created_at: 0 })

  it('need a deadline and a valid rule, and begin a series', () => {
    const due = { ...todo, deadline: at('2026-06-01T09:00:00Z') }
    assert.equal(checkRepetition(todo), todo)
    assert.throws(() => checkRepetition({ ...todo, recurrence_rule: 'FREQ=DAILY' }), /deadline/)
    assert.throws(() => checkRepetition({ ...due, recurrence_rule: 'FREQ=SECONDLY' }), /SECONDLY/)
    assert.throws(() => checkRepetition({ ...due, recurrence_rule: 'FREQ=DAILY;UNTIL=20260101' }), /UNTIL/)
    const sound = checkRepetition({ ...due, recurrence_rule: 'rrule:freq=daily' })
    assert.deepEqual([sound.recurrence_rule, sound.series_id], ['FREQ=DAILY', 'i'])
    assert.equal(checkRepetition({ ...sound, series_id: 'first' }).series_id, 'first')
    const onDate = { ...todo, deadline_date: at('2026-06-01T00:00:00Z'), recurrence_rule: 'FREQ=DAILY' }
    assert.equal(checkRepetition(onDate).series_id, 'i')
    for (const recurrence_rule of ['FREQ=HOURLY', 'FREQ=DAILY;BYHOUR=9'])
      assert.throws(() => checkRepetition({ ...onDate, recurrence_rule }), /times of day/)
  })
})
