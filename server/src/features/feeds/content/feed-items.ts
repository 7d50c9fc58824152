import { ENTRY_TEXT_NAMES, ENTRY_TEXTS } from '@daymark/contract/planning/entry-texts'
import type { Window } from '@daymark/recurrence/occurrence'
import type { Db, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { masterOf } from '../../icalendar/mapping/event-reader.ts'
import { type EventModel, spanModel } from '../../icalendar/mapping/model.ts'
import { newTask } from '../../icalendar/mapping/task.ts'
import { meetingModel, meetingUid } from '../../icalendar/meetings/meeting-event.ts'
import { eventModel, taskModel } from '../../icalendar/objects/item-model.ts'
import { uidsOf } from '../../icalendar/objects/read.ts'
import { objectStore, type StoredObject } from '../../icalendar/objects/store.ts'
import { type Component, parseCalendar, writeCalendar } from '../../icalendar/text/content-line.ts'
import { scheduleStore } from '../../planning/schedules/store.ts'
import { todoStore } from '../../planning/todos/store.ts'
import { type History, opens } from '../../timers/timer.ts'
import type { Feed } from '../feed.ts'
import type { FeedEvent } from './feed-event.ts'
import type { FeedZones } from './feed-zones.ts'
import { type FeedTimer, itemStore } from './item-store.ts'

interface Reading {
  uow: UnitOfWork
  feed: Feed
  window: Window
}

const STEP = 200

async function* inSteps<T>(
  { uow }: Reading,
  ids: readonly string[],
  read: (db: Db, some: readonly string[]) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let at = 0; at < ids.length; at += STEP)
    yield* await uow.read(db => read(db, ids.slice(at, at + STEP)))
}

export async function* scheduleEvents(reading: Reading): AsyncGenerator<FeedEvent> {
  const { uow, feed, window } = reading
  const ids = await uow.read(db => itemStore(db, feed).schedules(window))
  yield* inSteps(reading, ids, async (db, some) => {
    const schedules = await scheduleStore(db).findMany(some)
    const exceptions = await objectStore(db).exceptions(some)
    const stored = await objectStore(db).stored('schedule', some)
    return schedules.map(schedule => {
      const object = stored.get(schedule.id)
      return {
        model: eventModel(schedule, exceptions.get(schedule.id) ?? []),
        facts: { ...schedule, uid: object?.uid ?? schedule.id },
        stored: object && storedEvent(object),
      }
    })
  })
}

/**
 * Returns the stored event without the texts that Daymark has read from it, because the schedule has the current texts.
 */
function storedEvent({ source, base }: StoredObject): Component | undefined {
  const event = masterOf(parseCalendar(source).components.filter(each => each.name === 'VEVENT'))
  const model = JSON.parse(base) as EventModel
  const read = ENTRY_TEXT_NAMES.filter(name => model[name]).map(name => ENTRY_TEXTS[name].property)
  return event && { ...event, properties: event.properties.filter(({ name }) => !read.includes(name)) }
}

export async function* todoTexts(reading: Reading, zones: FeedZones): AsyncGenerator<string> {
  const { uow, feed, window } = reading
  const ids = await uow.read(db => itemStore(db, feed).todos(window))
  yield* inSteps(reading, ids, async (db, some) => {
    const todos = await todoStore(db).byIds(some)
    const uids = await uidsOf(db, [...some, ...todos.flatMap(todo => todo.parent_id ?? [])])
    return todos.map(todo => {
      const model = taskModel(todo, todo.parent_id === null ? null : uids(todo.parent_id))
      if (model.due !== null && !model.due_is_date) zones.need(model.timezone, model.due)
      const { components } = newTask(model, { ...todo, uid: uids(todo.id) })
      return components
        .filter(each => each.name === 'VTODO')
        .map(each => writeCalendar({ ...each, components: [] }))
        .join('')
    })
  })
}

/** Yields one event for each period in which a timer ran, if the period has ended and overlaps the window. */
export async function* timerEvents({ uow, feed, window }: Reading): AsyncGenerator<FeedEvent> {
  let last: (FeedTimer & { started_at: number }) | undefined
  do {
    const timers = await uow.read(db => itemStore(db, feed).timers(window, last))
    for (const timer of timers) yield* segmentEvents(timer, window)
    last = timers.at(-1)
  } while (last)
}

function* segmentEvents(timer: FeedTimer, window: Window): Generator<FeedEvent> {
  for (const [index, { start, end }] of segmentsOf(timer.history).entries())
    if (start < window.to && end > window.from)
      yield {
        model: spanModel({ ...timer, title: timer.title ?? 'Timer', start, end, timezone: 'UTC' }),
        facts: { ...timer, uid: `${timer.id}-${index + 1}` },
      }
}

function segmentsOf(history: History): { start: number; end: number }[] {
  const segments: { start: number; end: number }[] = []
  let start: number | undefined
  for (const { action, at } of history) {
    if (start !== undefined && at > start) segments.push({ start, end: at })
    start = opens(action) ? at : undefined
  }
  return segments
}

export async function* meetingEvents({ uow, feed, window }: Reading): AsyncGenerator<FeedEvent> {
  for (const meeting of await uow.read(db => itemStore(db, feed).meetings())) {
    const model = meetingModel(meeting)
    if (model.start < window.to && model.end > window.from)
      yield { model, facts: { ...meeting, uid: meetingUid(meeting) } }
  }
}
