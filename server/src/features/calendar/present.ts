// Converts days, events and tags to their GraphQL types.
import type * as wire from '@daymark/contract/planning/calendar'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { ScheduleView } from '../planning/schedules/schedule.ts'
import type { Tag } from '../tags/tag.ts'

/** Caches tags for one response, because the events of a series share them. */
export function eventPresenter(zone: Zone): (event: ScheduleView) => wire.CalendarEvent {
  const known = new Map<readonly Tag[], wire.CalendarTag[]>()
  const tagsOf = (tags: readonly Tag[]) => {
    const shown = known.get(tags) ?? tags.map(tag => presentTag(tag, zone))
    known.set(tags, shown)
    return shown
  }
  return event => ({
    id: event.id,
    title: event.title,
    description: event.description,
    startAt: zone.format(event.start_time),
    endAt: zone.format(event.end_time),
    createdAt: zone.format(event.created_at),
    isRecurring: event.parent_id !== null,
    parentId: event.parent_id,
    instanceStart: event.instance_start === null ? null : zone.format(event.instance_start),
    tags: tagsOf(event.tags),
  })
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
