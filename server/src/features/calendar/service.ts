// Reads calendars. One query on schedules serves all calendars of a request.
import type { Actor } from '../../platform/kernel/actor.ts'
import { rejected } from '../../platform/kernel/errors.ts'
import { findZone, type Zone } from '../../platform/kernel/time/zone.ts'
import { startOfDate } from '../planning/schedules/all-day/dates.ts'
import type { FairRange } from '../planning/schedules/range/fair-range.ts'
import { MAX_DAYS } from '../planning/schedules/range/window.ts'
import type { ScheduleService } from '../planning/schedules/service.ts'
import type { CalendarRequest } from './batch.ts'
import { countDays, type Day, daysBetween, fitting, placeEvents } from './days.ts'
import { eventFields, type LazyCalendar, type LazyEvent } from './present.ts'

export type CalendarService = ReturnType<typeof calendarService>

/** The maximum number of events in one response, so that no calendar can overload the server. */
const MAX_EVENTS = 10_000
const MAX_PLACES = 50_000
const TOO_MUCH = 'There are too many events in this range. Request a shorter range.'

export const calendarService = (parts: { schedules: Pick<ScheduleService, 'inRanges'> }) => ({
  /** Returns a calendar or an error for each request. */
  async read(actor: Actor, requests: readonly CalendarRequest[]): Promise<(LazyCalendar | Error)[]> {
    const plans = requests.map(planOf)
    const sound = plans.filter(isPlan)
    const ranges = sound.map(rangeOf)
    const found = ranges.length > 0 ? await parts.schedules.inRanges(actor, ranges, MAX_EVENTS) : []
    return plans.map(plan => {
      if (!isPlan(plan)) return plan
      const range = found[sound.indexOf(plan)]
      return !range || range.too_much ? rejected(TOO_MUCH) : fill(actor, plan, range)
    })
  },
})

interface Plan {
  request: CalendarRequest
  zone: Zone
  days: Day<LazyEvent>[]
}

const isPlan = (plan: Plan | Error): plan is Plan => !(plan instanceof Error)

const rangeOf = ({ days, request, zone }: Plan) => ({
  zone,
  window: { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 },
  scope: request.scope,
  public_from: request.public_from,
  most_per_owner: request.most_per_owner,
  tag_ids: request.tag_ids,
  group_ids: request.group_ids,
  include_subscriptions: request.include_subscriptions,
})

function planOf(request: CalendarRequest): Plan | Error {
  const { start_date, end_date } = request
  const zone = findZone(request.timezone)
  if (!zone) return rejected('timezone must be UTC, an offset (+HH:MM) or an IANA time zone.')
  if (end_date < start_date) return rejected('endDate must not be before startDate.')
  if (countDays(start_date, end_date) > MAX_DAYS)
    return rejected(`The range must not be longer than ${MAX_DAYS} days.`)
  return { request, zone, days: daysBetween(start_date, end_date, zone) }
}

function fill(actor: Actor, { zone, days }: Plan, { items, is_complete }: FairRange): LazyCalendar | Error {
  const fields = eventFields(zone)
  const events = items.map(item => ({
    owner_id: item.owner_id,
    start_time: item.begins_at,
    end_time: item.all_day ? startOfDate(item.end_time, zone) : item.end_time,
    item,
    fields,
  }))
  const placed = fitting(days, events, actor.id, MAX_PLACES)
  if (!placed) return rejected(TOO_MUCH)
  placeEvents(days, placed)
  return {
    days: days.map(({ date, events }) => ({ date, events })),
    isComplete: is_complete && placed.length === events.length,
  }
}
