// Writes the schedules and todos of an export as an iCalendar file for calendar apps, in bounded memory.
import type { ExtraFile } from '../../platform/storage/copies/personal/personal-archive.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { newEvent } from '../icalendar/mapping/event-writer.ts'
import { PRODID } from '../icalendar/mapping/object-text.ts'
import { newTask } from '../icalendar/mapping/task.ts'
import { eventModel, taskModel } from '../icalendar/objects/item-model.ts'
import { uidsOf, zoneOf } from '../icalendar/objects/read.ts'
import { objectStore } from '../icalendar/objects/store.ts'
import { type Component, firstOf, writeCalendar } from '../icalendar/text/content-line.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { todoStore } from '../planning/todos/store.ts'
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
    // Importing the todos creates these entries again.
    const omitted = await scheduleStore(db).ofDeadlines(ids)
    for (const schedule of ids.flatMap(id => schedules.get(id) ?? [])) {
      const isStored = uids(schedule.id) !== schedule.id
      if (!isStored && omitted.has(schedule.id)) continue
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

/** Writes the components, except time zones that are already in `zones`. Adds the new time zones to `zones`. */
function partsOf({ components }: Component, zones: Set<string>): string {
  const isNew = (each: Component): boolean => {
    if (each.name !== 'VTIMEZONE') return true
    const zone = firstOf(each, 'TZID')?.value ?? ''
    return !zones.has(zone) && zones.add(zone) !== undefined
  }
  return components.filter(isNew).map(writeCalendar).join('')
}
