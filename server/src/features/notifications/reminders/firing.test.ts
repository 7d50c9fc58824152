import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { dueAt, firingsIn, nextFiring, type RemindedItem, type Target } from './firing.ts'

const BERLIN = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
const moment = (text: string): Target => ({ at: at(text), is_date: false, instance_start: null })
const date = (text: string): Target => ({ at: at(`${text}T00:00:00Z`), is_date: true, instance_start: null })
const due = (...given: Parameters<typeof dueAt>) => new Date(dueAt(...given)).toISOString()
const DAILY = {
  start_time: at('2026-03-26T08:00:00Z'),
  end_time: at('2026-03-26T09:00:00Z'),
  timezone: BERLIN,
  all_day: false,
  recurrence_rule: 'FREQ=DAILY;COUNT=6',
  recurrence_end: null,
}
const times = (item: RemindedItem, after: string, upTo: string) =>
  firingsIn(item, BERLIN, at(after), at(upTo)).map(({ due_at }) => new Date(due_at).toISOString())

test('minutes before count real time, a time of day is local time on both sides of a clock change', () => {
  // The clocks in Berlin change on March 29 at 01:00 UTC.
  const monday = moment('2026-03-30T08:00:00Z')
  assert.equal(due({ minutes_before: 1440 }, monday, BERLIN), '2026-03-29T08:00:00.000Z')
  assert.equal(due({ at_time: '09:00', days_before: 1 }, monday, BERLIN), '2026-03-29T07:00:00.000Z')
  assert.equal(due({ at_time: '09:00', days_before: 2 }, monday, BERLIN), '2026-03-28T08:00:00.000Z')
  // 02:30 does not exist on that day, so the reminder comes after the gap.
  assert.equal(due({ at_time: '02:30', days_before: 1 }, monday, BERLIN), '2026-03-29T01:30:00.000Z')
})

test('items with a date only use the time of day, 09:00 by default, in the owner’s zone', () => {
  const day = date('2026-06-10')
  assert.equal(due({ at_time: '18:30', days_before: 1 }, day, 'Asia/Seoul'), '2026-06-09T09:30:00.000Z')
  assert.equal(due({ minutes_before: 0 }, day, 'Asia/Seoul'), '2026-06-10T00:00:00.000Z')
  assert.equal(due({ minutes_before: 1440 }, day, 'America/New_York'), '2026-06-09T13:00:00.000Z')
})

test('every occurrence is reminded at its local time; deleted, moved and changed ones differ', () => {
  const item: RemindedItem = {
    reminders: [{ minutes_before: 30 }],
    series: DAILY,
    changed: [
      {
        instance_start: at('2026-03-27T08:00:00Z'),
        is_over: true,
        start_time: null,
        title: null,
        reminders: null,
      },
      {
        instance_start: at('2026-03-28T08:00:00Z'),
        is_over: false,
        start_time: at('2026-04-10T08:00:00Z'),
        title: 'Moved',
        reminders: null,
      },
      {
        instance_start: at('2026-03-29T07:00:00Z'),
        is_over: false,
        start_time: null,
        title: null,
        reminders: [{ at_time: '08:00', days_before: 0 }],
      },
    ],
  }
  assert.deepEqual(times(item, '2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z'), [
    '2026-03-26T07:30:00.000Z',
    '2026-03-29T06:00:00.000Z',
    '2026-03-30T06:30:00.000Z',
    '2026-03-31T06:30:00.000Z',
    '2026-04-10T07:30:00.000Z',
  ])
  assert.equal(nextFiring(item, BERLIN, at('2026-03-31T06:30:00Z')), at('2026-04-10T07:30:00Z'))
  assert.equal(nextFiring(item, BERLIN, at('2026-04-10T07:30:00Z')), null)
})

test('rare and endless series have a next reminder, ended ones have none', () => {
  const yearly = { ...DAILY, recurrence_rule: 'FREQ=YEARLY' }
  const item = { reminders: [{ minutes_before: 0 }], series: yearly }
  assert.equal(nextFiring(item, BERLIN, at('2026-04-01T00:00:00Z')), at('2027-03-26T08:00:00Z'))
  assert.equal(nextFiring({ reminders: [] }, BERLIN, 0), null)
  assert.equal(
    nextFiring(
      { reminders: [{ minutes_before: 5 }], target: moment('2026-01-01T00:00:00Z') },
      BERLIN,
      at('2026-01-01T00:00:00Z'),
    ),
    null,
  )
})

test('stepping from reminder to reminder visits exactly the reminders of the whole period', () => {
  const reminder = fc.oneof(
    fc.record({ minutes_before: fc.integer({ min: 0, max: 20_000 }) }),
    fc.record({ at_time: fc.constantFrom('00:00', '02:30', '09:00', '23:59'), days_before: fc.nat(10) }),
  )
  const rules = [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;BYDAY=MO,SU',
    'FREQ=MONTHLY;COUNT=4',
    'FREQ=HOURLY;INTERVAL=7',
  ]
  fc.assert(
    fc.property(
      fc.array(reminder, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...rules),
      fc.boolean(),
      fc.constantFrom(BERLIN, 'Asia/Seoul', 'Pacific/Apia'),
      (reminders, recurrence_rule, all_day, zone) => {
        if (all_day && recurrence_rule.includes('HOURLY')) return
        const start_time = all_day ? at('2026-03-20T00:00:00Z') : at('2026-03-20T10:00:00Z')
        const series = { ...DAILY, start_time, end_time: start_time + 86_400_000, all_day, recurrence_rule }
        const item = { reminders, series }
        const [from, to] = [at('2026-03-10T00:00:00Z'), at('2026-04-20T00:00:00Z')]
        const all = [...new Set(firingsIn(item, zone, from, to).map(({ due_at }) => due_at))]
        const stepped: number[] = []
        for (
          let next = nextFiring(item, zone, from);
          next !== null && next <= to;
          next = nextFiring(item, zone, next)
        )
          stepped.push(next)
        assert.deepEqual(stepped, all)
      },
    ),
    { numRuns: runs(100) },
  )
})
