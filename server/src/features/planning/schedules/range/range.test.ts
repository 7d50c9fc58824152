import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perText } from '@daymark/contract/planning/entry-texts'
import { overlaps } from '@daymark/recurrence/occurrence'
import { expand } from '@daymark/recurrence/recurrence'
import fc from '../../../../../../scripts/test/properties.ts'
import { atOnce } from '../../../../platform/kernel/concurrency/at-once.ts'
import type { Tag } from '../../../tags/tag.ts'
import { applyExceptions } from '../exceptions/exception.ts'
import { instanceView, type StoredException, unchanged } from '../exceptions/instance.ts'
import { isSeries, type ScheduleView } from '../schedule.ts'
import { fairRange } from './fair-range.ts'
import {
  type Candidate,
  keyOf,
  type PageKey,
  pageOf,
  type RangeRequest,
  ReadBudget,
  viewOf,
} from './range.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const FROM = Date.UTC(2026, 4, 1)
const everything: RangeRequest = {
  window: { from: FROM, to: FROM + 30 * DAY },
  zone: { name: 'Pacific/Kiritimati' },
  scope: 'all',
  tag_ids: [],
  group_ids: [],
}

const tag = (id: string, group_id: string): Tag => ({
  id,
  owner_id: 'ann',
  group_id,
  name: id,
  color: '#000000',
  description: null,
  version: 0,
  created_at: 0,
  updated_at: 0,
})

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

const exception = (start: number, moved: number | null, all_day: boolean): StoredException => ({
  ...unchanged(start, all_day),
  tags: null,
  deleted: moved === null,
  ...(moved !== null && {
    start_time: start + moved * (all_day ? DAY : HOUR),
    end_time: start + (moved + 1) * (all_day ? DAY : HOUR),
  }),
})

const draft = fc.record({
  start: fc.integer({ min: -240, max: 900 }),
  length: fc.integer({ min: 0, max: 100 }),
  all_day: fc.boolean(),
  rule: fc.option(fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=DAILY;INTERVAL=3;COUNT=4')),
  owner_id: fc.constantFrom('ann', 'bob', 'eve'),
  tags: fc.subarray([tag('a', 'g'), tag('b', 'g'), tag('c', 'h')]),
  exceptions: fc.uniqueArray(fc.tuple(fc.nat(20), fc.option(fc.integer({ min: -300, max: 300 }))), {
    selector: ([day]) => day,
    maxLength: 4,
  }),
})

type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never

const candidatesOf = (list: readonly Draft[]): Candidate[] =>
  list.map(({ start, length, rule, exceptions, ...rest }, at): Candidate => {
    const { all_day } = rest
    const start_time = FROM + (all_day ? Math.round(start / 24) * DAY : start * HOUR)
    return {
      ...rest,
      id: uuid(at),
      title: `${at}`,
      ...perText(() => null),
      start_time,
      end_time: start_time + (all_day ? Math.ceil((length + 1) / 24) * DAY : length * HOUR),
      timezone: 'UTC',
      recurrence_rule: rule,
      recurrence_end: null,
      source_todo_id: null,
      state: 'PLANNED',
      reminders: null,
      version: 0,
      created_at: 0,
      updated_at: 0,
      visibility_level: null,
      known: rest.owner_id !== 'eve',
      exceptions:
        rule === 'FREQ=DAILY'
          ? exceptions.map(([day, moved]) => exception(start_time + day * DAY, moved, all_day))
          : [],
    }
  })

const world = fc.array(draft, { maxLength: 12 }).map(candidatesOf)

const daily = (start: number): Draft => ({
  ...{ start, length: 1, all_day: false, rule: 'FREQ=DAILY', owner_id: 'ann', tags: [], exceptions: [] },
})

/** All-day items begin and end 14 hours earlier, because the zone is 14 hours ahead of UTC. */
const begins = ({ all_day, start_time }: ScheduleView) => start_time - (all_day ? 14 * HOUR : 0)
const ends = ({ all_day, end_time }: ScheduleView) => end_time - (all_day ? 14 * HOUR : 0)

type Listed = ScheduleView & { begins_at: number }

const key = ({ begins_at, id }: Listed): PageKey => [begins_at, id]

function obvious(candidates: readonly Candidate[], { window }: RangeRequest): Listed[] {
  const wide = { from: window.from - 30 * DAY, to: window.to + 30 * DAY }
  return candidates
    .flatMap((each): ScheduleView[] => {
      if (!isSeries(each)) return [{ ...each, parent_id: null, instance_start: null }]
      const length = each.end_time - each.start_time
      const { occurrences } = expand(each, wide)
      return applyExceptions(occurrences, each.exceptions, wide, length).map(instance =>
        instanceView(each, instance),
      )
    })
    .filter(item => overlaps({ start_time: begins(item), end_time: ends(item) }, window))
    .map(item => ({ ...item, begins_at: begins(item) }))
    .sort((a, b) => a.begins_at - b.begins_at || (a.id < b.id ? -1 : 1))
}

test('pages add up to everything in order, whatever their size', () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 1, max: 40 }), (candidates, most) => {
      const whole = obvious(candidates, everything).map(key)
      const joined: PageKey[] = []
      let after: PageKey | undefined
      do {
        const page = pageOf(candidates, 'ann', everything, most, after)
        assert.ok(page.items.length <= most)
        joined.push(...page.items.map(keyOf))
        after = page.next
      } while (after)
      assert.deepEqual(joined, whole)
    }),
  )
})

test('scopes and tags select from the same items', () => {
  const tagSets = fc.subarray(['a', 'b', 'c'])
  const groups = fc.subarray(['g', 'h'])
  fc.assert(
    fc.property(
      world,
      fc.constantFrom('mine', 'shared', 'all'),
      tagSets,
      groups,
      (list, scope, tag_ids, group_ids) => {
        const page = pageOf(list, 'ann', { ...everything, scope, tag_ids, group_ids }, 10_000)
        const wanted = obvious(list, everything).filter(
          item =>
            (scope === 'all' || (scope === 'mine') === (item.owner_id === 'ann')) &&
            tag_ids.every(id => item.tags.some(each => each.id === id)) &&
            (group_ids.length === 0 || item.tags.some(each => group_ids.includes(each.group_id))),
        )
        assert.deepEqual(page.items.map(keyOf), wanted.map(key))
        assert.deepEqual(
          page.items.map(item => ({ ...viewOf(item), begins_at: item.begins_at })),
          wanted,
        )
        assert.deepEqual(
          page.items.map(item => item.ends_at),
          wanted.map(ends),
        )
        assert.equal(page.next, undefined)
      },
    ),
  )
})

test('public items of strangers are left out on request', () => {
  fc.assert(
    fc.property(world, fc.constantFrom('mine', 'shared', 'all'), (list, scope) => {
      const request = { ...everything, scope, public_from: 'friends' } as const
      const wanted = pageOf(list, 'ann', { ...everything, scope }, 10_000).items
      assert.deepEqual(
        pageOf(list, 'ann', request, 10_000).items.map(keyOf),
        wanted.filter(item => item.schedule.owner_id !== 'eve').map(keyOf),
      )
    }),
  )
})

test("a limit per owner keeps each other owner's earliest items and all of one's own", () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 1, max: 20 }), (list, most_per_owner) => {
      const page = pageOf(list, 'ann', { ...everything, most_per_owner }, 10_000)
      const whole = obvious(list, everything)
      const seen = new Map<string, number>()
      const wanted = whole.filter(({ owner_id }) => {
        const place = (seen.get(owner_id) ?? 0) + 1
        seen.set(owner_id, place)
        return owner_id === 'ann' || place <= most_per_owner
      })
      assert.deepEqual(page.items.map(keyOf), wanted.map(key))
      assert.equal(page.left_out, wanted.length < whole.length)
      assert.equal(page.next, undefined)
    }),
  )
})

test("in one answer, items of others are left out in equal shares, and never one's own", () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 1, max: 60 }), (list, most) => {
      const whole = obvious(list, everything)
      const own = whole.filter(item => item.owner_id === 'ann')
      const answer = atOnce(fairRange(list, 'ann', everything, most))
      assert.equal(answer.too_much, own.length > most)
      if (answer.too_much) return
      assert.ok(answer.items.length <= most)
      assert.deepEqual(answer.items.filter(item => item.schedule.owner_id === 'ann').map(keyOf), own.map(key))
      assert.equal(answer.is_complete, whole.length <= most)
      if (answer.is_complete) assert.deepEqual(answer.items.map(keyOf), whole.map(key))
      const sorted = answer.items.toSorted((a, b) => a.begins_at - b.begins_at || (a.id < b.id ? -1 : 1))
      assert.deepEqual(answer.items, sorted)
      const left = most - own.length
      for (const other of ['bob', 'eve']) {
        const theirs = whole.filter(item => item.owner_id === other).length
        const shown = answer.items.filter(item => item.schedule.owner_id === other).length
        assert.ok(shown >= Math.min(theirs, Math.floor(left / 2)), `${other} has ${shown} of ${theirs}`)
      }
    }),
  )
})

test('a budget counts the rows and occurrences of all ranges together, and names its limit', () => {
  const series = candidatesOf([daily(0)])
  const read = (budget: ReadBudget) => atOnce(fairRange(series, 'ann', everything, 10_000, budget))
  const count = read(new ReadBudget(1_000)).items.length
  assert.equal(count, 30)
  const exact = new ReadBudget(2 * (count + 1))
  read(exact)
  read(exact)
  assert.throws(() => read(exact), { kind: 'rejected', message: new RegExp(`more than ${2 * (count + 1)} `) })
})

test('a calendar with many series is read in small steps', () => {
  const many = candidatesOf(Array.from({ length: 300 }, (_, at) => daily(at)))
  let steps = 0
  for (const work = fairRange(many, 'ann', everything, 10_000); !work.next().done; ) steps++
  assert.ok(steps >= many.length)
})

test('nothing overlaps an empty range', () => {
  const window = { from: FROM, to: FROM }
  fc.assert(
    fc.property(world, list => {
      assert.deepEqual(pageOf(list, 'ann', { ...everything, window }, 10).items, [])
    }),
    { numRuns: 20 },
  )
})
