// Writes feed events in full, or as busy times without identifying details.
import { perText } from '@daymark/contract/planning/entry-texts'
import { isChange } from '../../icalendar/mapping/event-reader.ts'
import { newEvent } from '../../icalendar/mapping/event-writer.ts'
import type { EventModel } from '../../icalendar/mapping/model.ts'
import type { Facts } from '../../icalendar/mapping/object-text.ts'
import {
  allOf,
  type Component,
  firstOf,
  type Property,
  property,
  writeCalendar,
} from '../../icalendar/text/content-line.ts'
import { anonymousUid, type Feed } from '../feed.ts'

export interface FeedEvent {
  model: EventModel
  facts: Facts
  /** The stored event, if a calendar app or an import created or changed it. */
  stored?: Component | undefined
  /** True if the event does not make the owner busy. */
  isFree?: boolean
}

/** Properties that a full feed copies from the stored event. Others, such as guests and attachments, are omitted. */
const KEPT = ['LOCATION', 'GEO', 'URL', 'STATUS', 'CLASS', 'TRANSP', 'COLOR', 'CONFERENCE', 'IMAGE']

const OF_BUSY = new Set([
  'UID',
  'DTSTAMP',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'SUMMARY',
  'SEQUENCE',
])
const BUSY = { title: 'Busy', ...perText(() => null), state: 'PLANNED', tags: [] as string[] } as const

/** Returns the event with its changed occurrences, or an empty string for a busy feed if the owner is free. */
export const eventText = (feed: Feed, event: FeedEvent): string =>
  (feed.detail === 'full' ? fullEvent(event) : busyEvent(feed, event)).map(writeCalendar).join('')

function fullEvent({ model, facts, stored, isFree }: FeedEvent): Component[] {
  const kept = stored ? KEPT.flatMap(name => allOf(stored, name)) : []
  const free: Property[] = isFree ? [property('TRANSP', 'TRANSPARENT')] : []
  return eventsOf(model, facts).map(each => {
    const own = new Set(each.properties.map(({ name }) => name))
    return {
      ...each,
      properties: [...each.properties, ...kept.filter(({ name }) => !own.has(name)), ...free],
      components: [],
    }
  })
}

function busyEvent(feed: Feed, { model, facts, stored, isFree }: FeedEvent): Component[] {
  const says = (name: string, value: string) =>
    stored !== undefined && firstOf(stored, name)?.value.trim().toUpperCase() === value
  if (isFree || says('TRANSP', 'TRANSPARENT') || says('STATUS', 'CANCELLED')) return []
  const series: EventModel = { ...model, ...BUSY, tags: [], changed: [] }
  const changed = model.changed.map(each => ({ ...each, ...BUSY, tags: [] }))
  const anonymous = { ...facts, uid: anonymousUid(feed, facts.uid) }
  return eventsOf({ ...series, changed: changed.filter(each => isChange(series, each)) }, anonymous).map(
    each => ({
      ...each,
      properties: each.properties.filter(({ name }) => OF_BUSY.has(name)),
      components: [],
    }),
  )
}

const eventsOf = (model: EventModel, facts: Facts): Component[] =>
  newEvent(model, facts).components.filter(each => each.name === 'VEVENT')
