import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startsIn } from '@daymark/recurrence/recurrence'
import { toInstantOrAfterGap, toLocal, zoneOffsets } from '@daymark/recurrence/zone-offsets'

import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { parseCalendar, writeCalendar } from '../text/content-line.ts'
import { momentText, utcText } from '../text/value.ts'
import { zoneFinder } from '../text/zone-id.ts'
import { readEvent } from './event-reader.ts'
import { seriesOf } from './event-rules.ts'
import type { EventModel } from './model.ts'
import { eventsOf, splitCalendar } from './split-series.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const YEARS = 12
const START = Date.UTC(2026, 1, 2, 9)

const calendarOf = (...lines: string[]) =>
  parseCalendar(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'))

function modelsOf(calendar: ReturnType<typeof calendarOf>): (EventModel & { uid: string })[] {
  const context = { findZone: zoneFinder(calendar), ownerZone: 'UTC', isTag: () => true }
  return splitCalendar(calendar, context).map(part => {
    // What is stored is the text.
    const stored = parseCalendar(writeCalendar(part))
    const uid = stored.components.flatMap(
      each => each.properties.find(({ name }) => name === 'UID')?.value ?? [],
    )
    return { ...readEvent(eventsOf(stored), context), uid: uid[0] ?? '' }
  })
}

const starting = (model: EventModel, from: number, to: number): string[] => {
  const changed = new Map(model.changed.map(each => [each.at, each]))
  const starts =
    model.rule === null
      ? [model.start]
      : startsIn({ ...seriesOf(model, model.rule), end_time: model.start }, { from, to }).starts
  const all = [...new Set([...starts, ...changed.keys()])].filter(at => !model.deleted.includes(at))
  return all.map(at => {
    const { start, end, title } = changed.get(at) ?? {
      start: at,
      end: at + model.end - model.start,
      title: model.title,
    }
    return `${new Date(start).toISOString()} ${(end - start) / HOUR} ${title}`
  })
}

test('an endless change of all following occurrences becomes a series of its own, exact for ever', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Seoul')
  const rule = fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=DAILY;COUNT=2000',
    'FREQ=WEEKLY;BYDAY=MO,WE',
    'FREQ=DAILY;INTERVAL=3',
  )
  const change = fc.record({
    after: fc.integer({ min: 0, max: 400 }),
    days: fc.integer({ min: -1, max: 1 }),
    hours: fc.integer({ min: -3, max: 5 }),
    length: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(
      zone,
      rule,
      fc.uniqueArray(change, { minLength: 1, maxLength: 3, selector: each => each.after }),
      fc.uniqueArray(fc.integer({ min: 0, max: 600 }), { maxLength: 4 }),
      (timezone, rule, changes, excluded) => {
        const offsets = zoneOffsets(timezone)
        const start = toInstantOrAfterGap(offsets, START)
        const series = {
          start_time: start,
          end_time: start,
          timezone,
          recurrence_rule: rule,
          recurrence_end: null,
        }
        const window = { from: start, to: start + YEARS * 366 * DAY }
        const { starts } = startsIn(series, window)
        const text = (name: string, at: number, params = '') => {
          const moment = momentText(at, { timezone, all_day: false })
          return `${name}${params}${moment.params}:${moment.value}`
        }
        const sorted = changes.toSorted((a, b) => a.after - b.after)
        const movedOf = ({ after, days, hours }: (typeof sorted)[number]) => {
          const at = starts[after] ?? 0
          return { at, by: days * DAY + hours * HOUR, local: toLocal(offsets, at) }
        }
        const deleted = excluded
          .flatMap(index => starts[index] ?? [])
          .filter(at => !sorted.some(({ after }) => starts[after] === at))
        const calendar = calendarOf(
          ...['BEGIN:VEVENT', 'UID:s', `DTSTAMP:${utcText(START)}`, text('DTSTART', start), 'DURATION:PT1H'],
          ...['SUMMARY:Run', `RRULE:${rule}`, ...deleted.map(at => text('EXDATE', at)), 'END:VEVENT'],
          ...sorted.flatMap((each, index) => {
            const { at, by, local } = movedOf(each)
            return [
              ...['BEGIN:VEVENT', 'UID:s', `DTSTAMP:${utcText(START)}`],
              text('RECURRENCE-ID', at, ';RANGE=THISANDFUTURE'),
              text('DTSTART', toInstantOrAfterGap(offsets, local + by)),
              ...[`DURATION:PT${each.length}H`, `SUMMARY:Change ${index}`, 'END:VEVENT'],
            ]
          }),
        )
        const expected = starts
          .filter(at => !deleted.includes(at))
          .map(at => {
            const index = sorted.findLastIndex(({ after }) => (starts[after] ?? 0) <= at)
            const change = sorted[index]
            if (!change) return `${new Date(at).toISOString()} 1 Run`
            const moved = toInstantOrAfterGap(offsets, toLocal(offsets, at) + movedOf(change).by)
            return `${new Date(moved).toISOString()} ${change.length} Change ${index}`
          })
        const models = modelsOf(calendar)
        // Compares at least ten years, without the days at the end that a change moves into or out of the window.
        const last = new Date(start + (YEARS - 1) * 366 * DAY).toISOString()
        const shown = models.flatMap(model => starting(model, window.from - 2 * DAY, window.to + 2 * DAY))
        const until = (all: string[]) => all.filter(each => each < last).sort()
        assert.deepEqual(until(shown), until(expected))
        assert.ok(models.every(model => model.changed.length <= 50))
      },
    ),
    { numRuns: runs(60) },
  )
})
