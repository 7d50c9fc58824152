// Collections that calendar apps can only read: shared schedules, holidays, and subscriptions.
import { createHash } from 'node:crypto'
import { mapInTurns } from '../../../platform/kernel/concurrency/in-turns.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { preferenceStore } from '../../preferences/store.ts'
import { type Collection, type Listed, subscriptionOf } from '../objects/collection.ts'
import type { CalendarObject } from '../objects/read.ts'
import { holidayEvents, placeOf } from './holiday-events.ts'
import { readShared } from './shared-events.ts'
import { sharedStore } from './shared-store.ts'
import { type SubscribedCalendars, subscriptionObject } from './subscription-events.ts'

interface Parts {
  uow: UnitOfWork
  clock: Clock
  homeCountry: string
  subscribed: SubscribedCalendars
}

export function readOnlySource({ uow, clock, homeCountry, subscribed }: Parts) {
  async function holidays({ owner_id }: Collection): Promise<CalendarObject[]> {
    const preferences = await uow.read(db => preferenceStore(db).find(owner_id))
    const place = placeOf(preferences, homeCountry)
    return place ? await holidayEvents(place, clock.now()) : []
  }

  async function subscription({ id }: Collection): Promise<CalendarObject[]> {
    const events = await uow.read(db => subscribed.events(db, subscriptionOf(id) ?? ''))
    return mapInTurns(events, subscriptionObject)
  }

  async function computed(collection: Collection): Promise<CalendarObject[]> {
    const found = await (collection.source === 'holidays' ? holidays(collection) : subscription(collection))
    return found.sort((a, b) => a.version - b.version || (a.id < b.id ? -1 : 1))
  }

  const list = (collection: Collection): Promise<Listed[]> =>
    collection.source === 'shared'
      ? uow.read(db => sharedStore(db).list(collection.owner_id))
      : computed(collection)

  return {
    list,

    inRange: (collection: Collection, window: { from: number; to: number }): Promise<Listed[]> =>
      collection.source === 'shared'
        ? uow.read(db => sharedStore(db).inRange(collection.owner_id, window))
        : list(collection),

    async read(collection: Collection, listed: readonly Listed[], zone: string): Promise<CalendarObject[]> {
      if (collection.source === 'shared') return uow.read(db => readShared(db, listed, zone))
      const wanted = new Set(listed.map(each => each.id))
      return (await computed(collection)).filter(each => wanted.has(each.id))
    },

    /** Returns a hash of the content, because the change log does not cover read-only collections. */
    async position(collection: Collection): Promise<number> {
      const hash = createHash('sha256')
      for (const { id, version } of await list(collection)) hash.update(`${id} ${version}\n`)
      return Number.parseInt(hash.digest('hex').slice(0, 12), 16)
    },
  }
}
