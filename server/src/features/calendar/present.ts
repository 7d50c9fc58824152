import type * as wire from '@daymark/contract/planning/calendar'
import { perText } from '@daymark/contract/planning/entry-texts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { dateText, startOfDateText } from '../planning/schedules/all-day/dates.ts'
import { type RangeItem, viewOf } from '../planning/schedules/range/range.ts'
import type { ScheduleView, Span } from '../planning/schedules/schedule.ts'
import type { Tag } from '../tags/tag.ts'

type Event = wire.CalendarEvent

/** The fields that differ between the occurrences of a series. Their values need no escaping in JSON. */
type OwnField = 'id' | 'startAt' | 'endAt' | 'startDate' | 'endDate' | 'instanceStart'

/** One function per field, because a query usually selects few of them. */
export interface EventFields {
  readonly own: { readonly [Field in OwnField]: (item: RangeItem) => Event[Field] }
  /** The fields that occurrences with the same template share. */
  readonly shared: {
    readonly [Field in Exclude<keyof Event, OwnField>]: (view: ScheduleView) => Event[Field]
  }
}

/** An event of a calendar. Its fields are computed when they are selected. */
export interface LazyEvent {
  readonly item: RangeItem
  readonly fields: EventFields
}

/** The events of a day. Only `graphql-js`, which executes introspection queries, iterates over this list. */
export class EventList implements Iterable<LazyEvent> {
  readonly items: readonly RangeItem[]
  readonly fields: EventFields

  constructor(items: readonly RangeItem[], fields: EventFields) {
    this.items = items
    this.fields = fields
  }

  *[Symbol.iterator](): Iterator<LazyEvent> {
    for (const item of this.items) yield { item, fields: this.fields }
  }
}

export function fieldOf({ item, fields }: LazyEvent, name: keyof Event): unknown {
  return isOwn(fields, name) ? fields.own[name](item) : fields.shared[name](viewOf(item))
}

const isOwn = ({ own }: EventFields, name: keyof Event): name is OwnField => name in own

/**
 * Items with the same template differ only in their own fields. All unchanged occurrences of a series share one
 * template.
 */
export const templateOf = ({ schedule, occurrence }: RangeItem): object => occurrence?.exception ?? schedule

export interface LazyCalendar extends Omit<wire.Calendar, 'days'> {
  days: { date: string; events: EventList }[]
}

export function eventFields(zone: Zone): EventFields {
  const timeText = (time: number, { schedule }: RangeItem) =>
    schedule.all_day ? startOfDateText(time, zone) : zone.format(time)
  // Remembers the last text, because the start and the original start of an occurrence are usually the same.
  let last: { item: RangeItem; time: number; text: string } | undefined
  const startText = (time: number, item: RangeItem) => {
    if (last?.item !== item || last.time !== time) last = { item, time, text: timeText(time, item) }
    return last.text
  }
  const spanOf = ({ schedule, occurrence }: RangeItem): Span => occurrence ?? schedule
  return {
    own: {
      id: item => item.id,
      startAt: item => startText(spanOf(item).start_time, item),
      endAt: item => timeText(spanOf(item).end_time, item),
      startDate: item => (item.schedule.all_day ? dateText(spanOf(item).start_time) : null),
      endDate: item => (item.schedule.all_day ? dateText(spanOf(item).end_time) : null),
      instanceStart: item => (item.occurrence ? startText(item.occurrence.instance_start, item) : null),
    },
    shared: {
      title: view => view.title,
      ...perText(name => (view: ScheduleView) => view[name]),
      allDay: view => view.all_day,
      createdAt: view => zone.format(view.created_at),
      isRecurring: view => view.parent_id !== null,
      parentId: view => view.parent_id,
      tags: view => view.tags.map(tag => presentTag(tag, zone)),
      subscriptionId: view => view.subscription_id ?? null,
    },
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
