import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { scheduleStore } from '../../planning/schedules/store.ts'
import { newEvent } from '../mapping/event-writer.ts'
import type { Listed } from '../objects/collection.ts'
import { eventModel } from '../objects/item-model.ts'
import type { CalendarObject } from '../objects/read.ts'
import { objectStore } from '../objects/store.ts'
import { writeCalendar } from '../text/content-line.ts'

/** Writes new texts, because the owner's stored texts and reminders are private. */
export async function readShared(db: Db, listed: readonly Listed[], zone: string): Promise<CalendarObject[]> {
  const ids = listed.map(each => each.id)
  const schedules = new Map((await scheduleStore(db).findMany(ids)).map(each => [each.id, each]))
  const exceptions = await objectStore(db).exceptions(ids)
  return listed.flatMap(each => {
    const found = schedules.get(each.id)
    if (!found) return []
    const silent = (exceptions.get(each.id) ?? []).map(one => ({ ...one, reminders: null }))
    const event = eventModel({ ...found, reminders: null }, silent)
    const text = writeCalendar(newEvent(event, { ...found, uid: each.id, zone }))
    return [{ ...each, version: found.version, uid: each.id, event, text }]
  })
}
