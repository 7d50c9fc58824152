// Writes the schedules and todos of an export as an iCalendar file, which calendar apps import. In bounded memory.
import type { ExtraFile } from '../../platform/storage/copies/personal/personal-archive.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { newEvent } from '../icalendar/mapping/event-writer.ts'
import { PRODID } from '../icalendar/mapping/object-text.ts'
import { newTask } from '../icalendar/mapping/task.ts'
import { eventModel, taskModel } from '../icalendar/objects/item-model.ts'
import { uidsOf } from '../icalendar/objects/read.ts'
import { objectStore } from '../icalendar/objects/store.ts'
import { type Component, firstOf, writeCalendar } from '../icalendar/text/content-line.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { todoStore } from '../planning/todos/store.ts'
import { scheduleIds, todoIds } from './store.ts'

export const calendarFile: ExtraFile = {
  name: 'calendar.ics',
  content: calendarText,
}

/** Versions belong to the change log of this server, and an import elsewhere must give the same file. */
const UNNUMBERED = { version: 0 }

async function* calendarText(db: Db, owner_id: string): AsyncGenerator<string> {
  yield `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:${PRODID}\r\n`
  const zones = new Set<string>()
  for await (const ids of scheduleIds(db, owner_id)) {
    const exceptions = await objectStore(db).exceptions(ids)
    const uids = await uidsOf(db, ids, 'schedule')
    const schedules = new Map((await scheduleStore(db).findMany(ids)).map(each => [each.id, each]))
    for (const schedule of ids.flatMap(id => schedules.get(id) ?? [])) {
      const model = eventModel(schedule, exceptions.get(schedule.id) ?? [])
      yield partsOf(newEvent(model, { ...schedule, ...UNNUMBERED, uid: uids(schedule.id) }), zones)
    }
  }
  for await (const ids of todoIds(db, owner_id)) {
    const found = new Map((await todoStore(db).byIds(ids)).map(each => [each.id, each]))
    const todos = ids.flatMap(id => found.get(id) ?? [])
    const uids = await uidsOf(db, [...ids, ...todos.flatMap(({ parent_id }) => parent_id ?? [])])
    for (const todo of todos) {
      const model = taskModel(todo, todo.parent_id === null ? null : uids(todo.parent_id))
      yield partsOf(newTask(model, { ...todo, ...UNNUMBERED, uid: uids(todo.id) }), zones)
    }
  }
  yield 'END:VCALENDAR\r\n'
}

/** The content of a calendar, without zones that are defined already. */
function partsOf({ components }: Component, zones: Set<string>): string {
  const isNew = (each: Component): boolean => {
    if (each.name !== 'VTIMEZONE') return true
    const zone = firstOf(each, 'TZID')?.value ?? ''
    return !zones.has(zone) && zones.add(zone) !== undefined
  }
  return components.filter(isNew).map(writeCalendar).join('')
}
