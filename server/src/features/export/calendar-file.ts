// Writes the schedules and todos of an export as an iCalendar file for calendar apps, in bounded memory.
import { ENTRY_TEXT_NAMES, perText } from '@daymark/contract/planning/entry-texts'
import type { ExtraFile } from '../../platform/storage/copies/personal/personal-archive.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { newEvent } from '../icalendar/mapping/event-writer.ts'
import { PRODID } from '../icalendar/mapping/object-text.ts'
import { newTask } from '../icalendar/mapping/task.ts'
import { eventModel, taskModel } from '../icalendar/objects/item-model.ts'
import { uidsOf, zoneOf } from '../icalendar/objects/read.ts'
import { objectStore } from '../icalendar/objects/store.ts'
import { type Component, firstOf, writeCalendar } from '../icalendar/text/content-line.ts'
import type { TaggedSchedule } from '../planning/schedules/schedule.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { newSchedule } from '../planning/todos/deadline.ts'
import { todoStore } from '../planning/todos/store.ts'
import type { TaggedTodo } from '../planning/todos/todo.ts'
import type { Tag } from '../tags/tag.ts'
import { scheduleIds, todoIds } from './store.ts'

export const calendarFile: ExtraFile = {
  name: 'calendar.ics',
  content: calendarText,
}

/**
 * Replaces versions, which are positions in this server's change log. A server that has imported the archive then
 * exports the same file.
 */
const UNNUMBERED = { version: 0 }

async function* calendarText(db: Db, owner_id: string): AsyncGenerator<string> {
  yield `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:${PRODID}\r\n`
  const zones = new Set<string>()
  const zone = await zoneOf(db, owner_id)
  for await (const ids of scheduleIds(db, owner_id)) {
    const exceptions = await objectStore(db).exceptions(ids)
    const uids = await uidsOf(db, ids, 'schedule')
    const schedules = new Map((await scheduleStore(db).findMany(ids)).map(each => [each.id, each]))
    const sources = [...schedules.values()].flatMap(each => each.source_todo_id ?? [])
    const todos = new Map((await todoStore(db).byIds(sources)).map(each => [each.id, each]))
    for (const schedule of ids.flatMap(id => schedules.get(id) ?? [])) {
      const isStored = uids(schedule.id) !== schedule.id
      if (!isStored && isOfDeadline(schedule, todos.get(schedule.source_todo_id ?? ''))) continue
      const model = eventModel(schedule, exceptions.get(schedule.id) ?? [])
      yield partsOf(newEvent(model, { ...schedule, ...UNNUMBERED, zone, uid: uids(schedule.id) }), zones)
    }
  }
  for await (const ids of todoIds(db, owner_id)) {
    const found = new Map((await todoStore(db).byIds(ids)).map(each => [each.id, each]))
    const todos = ids.flatMap(id => found.get(id) ?? [])
    const uids = await uidsOf(db, [...ids, ...todos.flatMap(({ parent_id }) => parent_id ?? [])])
    for (const todo of todos) {
      const model = taskModel(todo, todo.parent_id === null ? null : uids(todo.parent_id))
      yield partsOf(newTask(model, { ...todo, ...UNNUMBERED, zone, uid: uids(todo.id) }), zones)
    }
  }
  yield 'END:VCALENDAR\r\n'
}

/**
 * True for an unchanged schedule that Daymark created for a todo's deadline. The export omits it, because importing the
 * todo creates it again.
 */
function isOfDeadline(schedule: TaggedSchedule, todo: TaggedTodo | undefined): boolean {
  const own = todo && newSchedule({ ...todo, tag_ids: idsOf(todo.tags) })
  if (!own) return false
  const texts = { ...perText(() => null), description: own.description }
  return (
    schedule.recurrence_rule === null &&
    schedule.state === 'PLANNED' &&
    schedule.reminders === null &&
    (['title', 'start_time', 'end_time', 'all_day'] as const).every(name => schedule[name] === own[name]) &&
    // The todo may have received its description after the schedule was created.
    ENTRY_TEXT_NAMES.every(name => !schedule[name] || schedule[name] === texts[name]) &&
    String(idsOf(schedule.tags)) === String(own.tag_ids)
  )
}

const idsOf = (tags: readonly Tag[]): string[] => tags.map(tag => tag.id).sort()

/** Writes the components, except time zones that are already in `zones`. Adds the new time zones to `zones`. */
function partsOf({ components }: Component, zones: Set<string>): string {
  const isNew = (each: Component): boolean => {
    if (each.name !== 'VTIMEZONE') return true
    const zone = firstOf(each, 'TZID')?.value ?? ''
    return !zones.has(zone) && zones.add(zone) !== undefined
  }
  return components.filter(isNew).map(writeCalendar).join('')
}
