import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { newEvent } from '../mapping/event-writer.ts'
import type { EventModel } from '../mapping/model.ts'
import type { CalendarObject } from '../objects/read.ts'
import { property, writeCalendar } from '../text/content-line.ts'

interface SubscribedEvent {
  id: string
  uid: string
  model: EventModel
  is_free: boolean
}

/** The subscriptions feature implements this interface. */
export interface SubscribedCalendars {
  list(db: Db, ownerId: string): Promise<{ id: string; name: string; color: string }[]>
  events(db: Db, subscriptionId: string): Promise<SubscribedEvent[]>
}

export function subscriptionObject({ id, uid, model, is_free }: SubscribedEvent): CalendarObject {
  const { reminders: _alarms, ...event } = model
  const calendar = newEvent(event, { uid, created_at: model.start, updated_at: model.start, version: 0 })
  if (is_free)
    for (const each of calendar.components)
      if (each.name === 'VEVENT') each.properties.push(property('TRANSP', 'TRANSPARENT'))
  const text = writeCalendar(calendar)
  const version = Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 11), 16)
  return { id, uid, event, text, version, updated_at: model.start, name: `${id}.ics`, is_stored: false }
}
