import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventModel } from '../../icalendar/mapping/model.ts'
import { parseCalendar } from '../../icalendar/text/content-line.ts'
import type { Feed } from '../feed.ts'
import { eventText } from './feed-event.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-05-04T09:00:00Z')
const fields = { title: 'Visit', description: null, state: 'PLANNED', tags: [] } as const
const feed: Feed = {
  id: '',
  owner_id: '',
  name: 'Mine',
  contents: ['schedules'],
  tag_ids: [],
  detail: 'full',
  past_days: 1,
  future_days: 1,
  last_fetched_at: null,
  created_at: 0,
  updated_at: 0,
}

test('the location of an entry replaces the one that an app stored, and only there', () => {
  const [stored] = parseCalendar(
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nLOCATION:Old\r\nGEO:1;2\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  ).components
  const moved = { ...fields, tags: [], location: 'New', at: START, start: START, end: START + HOUR }
  const model: EventModel = {
    ...{ ...fields, tags: [], start: START, end: START + HOUR, all_day: false, timezone: 'UTC' },
    ...{ rule: 'FREQ=DAILY', deleted: [], changed: [moved] },
  }
  const facts = { uid: 'x', created_at: 0, updated_at: 0, version: 1 }
  const places = (event: EventModel) =>
    eventText(feed, { model: event, facts, stored }).match(/^(?:LOCATION|GEO).*$/gm)
  assert.deepEqual(places(model), ['LOCATION:Old', 'GEO:1;2', 'LOCATION:New', 'GEO:1;2'])
  assert.deepEqual(places({ ...model, location: 'New', changed: [] }), ['LOCATION:New', 'GEO:1;2'])
})
