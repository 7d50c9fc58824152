// Converts days, events and tags to their GraphQL types.
import type * as wire from '@daymark/contract/planning/calendar'
import { perText } from '@daymark/contract/planning/entry-texts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { dateText, startOfDateText } from '../planning/schedules/all-day/dates.ts'
import type { RangeItem } from '../planning/schedules/range/range.ts'
import type { Tag } from '../tags/tag.ts'

/** One function per field, because a query usually selects few of them and a month has thousands of events. */
export type EventFields = {
  readonly [Field in keyof wire.CalendarEvent]: (event: RangeItem) => wire.CalendarEvent[Field]
}

/** An event of a calendar. Its fields are computed when they are selected. */
export interface LazyEvent {
  readonly owner_id: string
  /** The instants at which it starts and ends in the zone of the calendar. */
  readonly start_time: number
  readonly end_time: number
  readonly item: RangeItem
  readonly fields: EventFields
}

export interface LazyCalendar extends Omit<wire.Calendar, 'days'> {
  days: { date: string; events: LazyEvent[] }[]
}

/** Formats the tags and the time of creation once per response, because all events of a series share them. */
export function eventFields(zone: Zone): EventFields {
  const tagsOf = remembering((tags: readonly Tag[]) => tags.map(tag => presentTag(tag, zone)))
  const createdText = remembering((time: number) => zone.format(time))
  const timeText = (time: number, { all_day }: RangeItem) =>
    all_day ? startOfDateText(time, zone) : zone.format(time)
  return {
    id: event => event.id,
    title: event => event.title,
    ...perText(name => (event: RangeItem) => event[name]),
    startAt: event => timeText(event.start_time, event),
    endAt: event => timeText(event.end_time, event),
    allDay: event => event.all_day,
    startDate: event => (event.all_day ? dateText(event.start_time) : null),
    endDate: event => (event.all_day ? dateText(event.end_time) : null),
    createdAt: event => createdText(event.created_at),
    isRecurring: event => event.parent_id !== null,
    parentId: event => event.parent_id,
    instanceStart: event => (event.instance_start === null ? null : timeText(event.instance_start, event)),
    tags: event => tagsOf(event.tags),
    subscriptionId: event => event.subscription_id ?? null,
  }
}

function remembering<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

const presentTag = (tag: Tag, zone: Zone): wire.CalendarTag => ({
  id: tag.id,
  name: tag.name,
  color: tag.color,
  description: tag.description,
  groupId: tag.group_id,
  createdAt: zone.format(tag.created_at),
  updatedAt: zone.format(tag.updated_at),
})
