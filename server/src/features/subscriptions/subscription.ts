// Subscription events are shown as read-only schedules. Pure.
import { createHash } from 'node:crypto'
import { perText } from '@daymark/contract/planning/entry-texts'
import type { EventModel } from '../icalendar/mapping/model.ts'
import { type StoredException, unchanged } from '../planning/schedules/exceptions/instance.ts'
import { ownTexts } from '../planning/schedules/exceptions/own-texts.ts'
import type { Candidate } from '../planning/schedules/range/range.ts'
import { newSchedule, rangeOf, type Span } from '../planning/schedules/schedule.ts'

export interface Subscription {
  id: string
  owner_id: string
  url: string
  name: string
  color: string
  refresh_minutes: number
  events: number
  error: string | null
  last_attempt_at: number | null
  last_success_at: number | null
  etag: string | null
  last_modified: string | null
  zone: string | null
  /** True if the URL was stored before ports were restricted. */
  any_port: boolean
  created_at: number
  updated_at: number
}

/** One event of a subscription. A series includes its changed occurrences. */
export interface SubscriptionEvent {
  subscription_id: string
  id: string
  uid: string
  model: EventModel
  is_free: boolean
  range_start: number
  range_end: number
}

export const MAX_SUBSCRIPTIONS = 20
export const DEFAULT_COLOR = '#5F6B7A'

/** Returns the address to fetch. Calendar apps write `webcal:` for addresses that are fetched over HTTPS. */
export const fetchable = (url: string): string => url.trim().replace(/^webcals?:/i, 'https:')

export function eventOf(
  subscription: Subscription,
  { uid, model, is_free }: { uid: string; model: EventModel; is_free: boolean },
): SubscriptionEvent {
  const { range_start, range_end } = rangeOf(scheduleOf(subscription, uid, model), movedSpan(model))
  const id = idOf(subscription, uid)
  return { subscription_id: subscription.id, id, uid, model, is_free, range_start, range_end }
}

/** Derives the event's id from its UID, so that clients recognize the event after every refresh. */
function idOf({ id }: Subscription, uid: string): string {
  const hex = createHash('sha256').update(`${id} ${uid}`).digest('hex')
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ]
  return `${a}-${b}-8${c}-a${d}-${e}`
}

function movedSpan({ changed }: EventModel): Span | null {
  if (changed.length === 0) return null
  return {
    start_time: Math.min(...changed.map(each => each.start)),
    end_time: Math.max(...changed.map(each => each.end)),
  }
}

const scheduleOf = (subscription: Subscription, uid: string, model: EventModel) =>
  newSchedule({
    id: idOf(subscription, uid),
    owner_id: subscription.owner_id,
    title: model.title,
    ...perText(name => model[name] ?? null),
    start_time: model.start,
    end_time: model.end,
    all_day: model.all_day,
    timezone: model.timezone || 'UTC',
    recurrence_rule: model.rule,
    created_at: subscription.created_at,
  })

/** Converts an event to a schedule that is listed with the owner's other schedules. */
export function candidateOf(subscription: Subscription, event: SubscriptionEvent): Candidate {
  const { model, uid, is_free } = event
  return {
    ...scheduleOf(subscription, uid, model),
    tags: [],
    visibility_level: null,
    known: true,
    subscription_id: subscription.id,
    is_free,
    exceptions: exceptionsOf(model),
  }
}

function exceptionsOf(model: EventModel): StoredException[] {
  const plain = (at: number): StoredException => ({ ...unchanged(at, model.all_day), tags: null })
  return [
    ...model.deleted.map(at => ({ ...plain(at), deleted: true })),
    ...model.changed.map(each => ({
      ...plain(each.at),
      start_time: each.start,
      end_time: each.end,
      title: each.title,
      ...ownTexts(name => each[name] ?? null),
    })),
  ]
}
