// Converts days, events and tags to their GraphQL types.
import type * as wire from '@daymark/contract/planning/calendar'
import { textsOf } from '@daymark/contract/planning/entry-texts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { dateText, startOfDate } from '../planning/schedules/all-day/dates.ts'
import type { ScheduleView } from '../planning/schedules/schedule.ts'
import type { Tag } from '../tags/tag.ts'

/** Formats the tags and the time of creation once per response, because all events of a series share them. */
export function eventPresenter(zone: Zone): (event: ScheduleView) => wire.CalendarEvent {
  const known = new Map<readonly Tag[], wire.CalendarTag[]>()
  const tagsOf = (tags: readonly Tag[]) => {
    const shown = known.get(tags) ?? tags.map(tag => presentTag(tag, zone))
    known.set(tags, shown)
    return shown
  }
  const times = new Map<number, string>()
  const createdText = (time: number) => {
    const text = times.get(time) ?? zone.format(time)
    times.set(time, text)
    return text
  }
  return event => {
    const { all_day, start_time, instance_start } = event
    const timeText = (time: number) => zone.format(all_day ? startOfDate(time, zone) : time)
    const startAt = timeText(start_time)
    return {
      id: event.id,
      title: event.title,
      ...textsOf(event),
      startAt,
      endAt: timeText(event.end_time),
      allDay: all_day,
      startDate: all_day ? dateText(start_time) : null,
      endDate: all_day ? dateText(event.end_time) : null,
      createdAt: createdText(event.created_at),
      isRecurring: event.parent_id !== null,
      parentId: event.parent_id,
      instanceStart:
        instance_start === start_time ? startAt : instance_start === null ? null : timeText(instance_start),
      tags: tagsOf(event.tags),
      subscriptionId: event.subscription_id ?? null,
    }
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
