// Writes a feed as one iCalendar text, in steps that do not block other requests.
import { HOLIDAYS_OF_SERVER, NO_HOLIDAYS } from '@daymark/contract/people/preferences'
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { listHolidays } from '../../holidays/holidays.ts'
import type { EventModel } from '../../icalendar/mapping/model.ts'
import { PRODID } from '../../icalendar/mapping/object-text.ts'
import { folded } from '../../icalendar/text/content-line.ts'
import { escapeText } from '../../icalendar/text/value.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { contentsOf, type Feed, REFRESH } from '../feed.ts'
import { eventText, type FeedEvent } from './feed-event.ts'
import { meetingEvents, scheduleEvents, timerEvents, todoTexts } from './feed-items.ts'
import { FeedZones } from './feed-zones.ts'

export interface FeedTextParts {
  uow: UnitOfWork
  homeCountry: string
}

export interface FeedPeriod {
  window: Window
  /** The owner's time zone, which determines when days begin. */
  zone: string
}

export async function feedText(parts: FeedTextParts, feed: Feed, period: FeedPeriod): Promise<string> {
  const contents = contentsOf(feed)
  const zones = new FeedZones()
  const texts: string[] = []
  const breathe = pauses()

  async function add(events: AsyncIterable<FeedEvent>): Promise<void> {
    for await (const event of events) {
      const text = eventText(feed, event)
      if (text !== '' && !event.model.all_day) zones.need(event.model.timezone, event.model.start)
      texts.push(text)
      await breathe()
    }
  }

  const reading = { uow: parts.uow, feed, ...period }
  if (contents.has('schedules')) await add(scheduleEvents(reading))
  if (contents.has('meetings')) await add(meetingEvents(reading))
  if (contents.has('timers')) await add(timerEvents(reading))
  if (contents.has('holidays')) await add(holidayEvents(parts, feed, period))
  if (contents.has('todos'))
    for await (const text of todoTexts(reading, zones)) {
      texts.push(text)
      await breathe()
    }
  return [header(feed), zones.text(), ...texts, 'END:VCALENDAR\r\n'].join('')
}

/** Writes the name and the refresh interval in two properties each, because calendar apps read different ones. */
function header({ name }: Feed): string {
  const lines = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', PRODID],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'PUBLISH'],
    ['NAME', escapeText(name)],
    ['X-WR-CALNAME', escapeText(name)],
    ['REFRESH-INTERVAL;VALUE=DURATION', REFRESH],
    ['X-PUBLISHED-TTL', REFRESH],
  ]
  return lines.map(([key, value]) => folded(`${key}:${value}`)).join('')
}

async function* holidayEvents(
  { uow, homeCountry }: FeedTextParts,
  feed: Feed,
  { window }: FeedPeriod,
): AsyncGenerator<FeedEvent> {
  const preferences = await uow.read(db => preferenceStore(db).find(feed.owner_id))
  const chosen = preferences?.holiday_country ?? HOLIDAYS_OF_SERVER
  if (chosen === NO_HOLIDAYS) return
  const isServer = chosen === HOLIDAYS_OF_SERVER
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const answer = await listHolidays({
    country: isServer ? homeCountry : chosen,
    region: isServer ? undefined : (preferences?.holiday_region ?? undefined),
    lang: preferences?.language ?? undefined,
    from: day(window.from),
    to: day(window.to - 1),
  })
  if ('unknown' in answer) return
  for (const { date, name, country } of answer.holidays) {
    const start = Date.parse(date)
    const model: EventModel = {
      title: name,
      description: null,
      state: 'PLANNED',
      tags: [],
      start,
      end: start + DAY_MS,
      all_day: true,
      timezone: '',
      rule: null,
      deleted: [],
      changed: [],
    }
    const uid = `holiday-${country}-${date}-${Buffer.from(name).toString('base64url').slice(0, 40)}`
    yield {
      model,
      facts: { uid, created_at: feed.created_at, updated_at: feed.created_at, version: 0 },
      isFree: true,
    }
  }
}
