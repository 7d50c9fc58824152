// Reads calendar objects with their texts.
import { mapInTurns } from '../../../platform/kernel/concurrency/in-turns.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { scheduleStore } from '../../planning/schedules/store.ts'
import { todoStore } from '../../planning/todos/store.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { changeEvent, newEvent } from '../mapping/event-writer.ts'
import type { EventModel, ReadingContext, TaskModel } from '../mapping/model.ts'
import type { Facts } from '../mapping/object-text.ts'
import { changeTask, newTask } from '../mapping/task.ts'
import { type Component, parseCalendar, writeCalendar } from '../text/content-line.ts'
import { zoneFinder } from '../text/zone-id.ts'
import type { Collection, Listed, ObjectKind } from './collection.ts'
import { eventModel, taskModel } from './item-model.ts'
import { objectStore, type StoredObject } from './store.ts'

export interface CalendarObject extends Listed {
  text: string
  uid: string
  /** Null for todos. */
  event: EventModel | null
  /** Only for todos. */
  task?: TaskModel
}

/** Returns the objects in order, without objects that were deleted in the meantime. */
export function readObjects(
  db: Db,
  collection: Collection,
  listed: readonly Listed[],
  ownerZone: string,
): Promise<CalendarObject[]> {
  return collection.kind === 'schedule'
    ? readEvents(db, listed, ownerZone)
    : readTasks(db, collection.owner_id, listed, ownerZone)
}

async function readEvents(db: Db, listed: readonly Listed[], ownerZone: string): Promise<CalendarObject[]> {
  const ids = listed.map(each => each.id)
  const store = objectStore(db)
  const schedules = new Map((await scheduleStore(db).findMany(ids)).map(each => [each.id, each]))
  const series = [...schedules.values()].flatMap(each => (each.recurrence_rule === null ? [] : each.id))
  const exceptions = await store.exceptions(series)
  const stored = await store.stored('schedule', ids)
  const objects = await mapInTurns(listed, each => {
    const schedule = schedules.get(each.id)
    if (!schedule) return []
    const event = eventModel(schedule, exceptions.get(each.id) ?? [])
    const object = stored.get(each.id)
    const facts = { ...schedule, uid: object?.uid ?? each.id, zone: ownerZone }
    return [
      {
        ...each,
        version: schedule.version,
        uid: facts.uid,
        event,
        text: eventText(event, object, facts, ownerZone),
      },
    ]
  })
  return objects.flat()
}

async function readTasks(
  db: Db,
  ownerId: string,
  listed: readonly Listed[],
  ownerZone: string,
): Promise<CalendarObject[]> {
  const ids = listed.map(each => each.id)
  const todos = new Map((await todoStore(db).byIds(ids)).map(each => [each.id, each]))
  const stored = await objectStore(db).stored('todo', ids)
  const uidOfParent = await uidsOf(
    db,
    [...todos.values()].flatMap(todo => todo.parent_id ?? []),
  )
  const objects = await mapInTurns(listed, each => {
    const todo = todos.get(each.id)
    if (!todo || todo.owner_id !== ownerId) return []
    const object = stored.get(each.id)
    const parent = todo.parent_id === null ? (object?.parent_uid ?? null) : uidOfParent(todo.parent_id)
    const facts = { ...todo, uid: object?.uid ?? each.id, zone: ownerZone }
    const task = taskModel(todo, parent)
    const text = taskText(task, object, facts)
    return [{ ...each, version: todo.version, uid: facts.uid, event: null, task, text }]
  })
  return objects.flat()
}

/** Returns a function that finds an item's UID by its id. The UID of an item without a stored text is its id. */
export async function uidsOf(
  db: Db,
  ids: readonly string[],
  kind: ObjectKind = 'todo',
): Promise<(id: string) => string> {
  const stored = await objectStore(db).stored(kind, ids)
  return id => stored.get(id)?.uid ?? id
}

function eventText(
  model: EventModel,
  object: StoredObject | undefined,
  facts: Facts,
  ownerZone: string,
): string {
  if (!object) return writeCalendar(newEvent(model, facts))
  if (object.base === JSON.stringify(model)) return object.source
  const calendar = parseCalendar(object.source)
  changeEvent(
    calendar,
    JSON.parse(object.base),
    model,
    facts,
    contextOf(calendar, ownerZone, () => false),
  )
  return writeCalendar(calendar)
}

function taskText(model: TaskModel, object: StoredObject | undefined, facts: Facts): string {
  if (!object) return writeCalendar(newTask(model, facts))
  if (object.base === JSON.stringify(model)) return object.source
  const calendar = parseCalendar(object.source)
  changeTask(calendar, JSON.parse(object.base), model, facts)
  return writeCalendar(calendar)
}

export const contextOf = (
  calendar: Component,
  ownerZone: string,
  isTag: (name: string) => boolean,
): ReadingContext => ({ findZone: zoneFinder(calendar), ownerZone, isTag })

/** Returns the person's time zone, which applies to floating times, or UTC if none is set. */
export const zoneOf = async (db: Db, ownerId: string): Promise<string> =>
  (await preferenceStore(db).timezone(ownerId)) ?? 'UTC'
