// One read serves all calendars of a request.
import type { Actor } from '../../platform/kernel/actor.ts'
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { rejected } from '../../platform/kernel/errors.ts'
import { findZone, type Zone } from '../../platform/kernel/time/zone.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { FairRange } from '../planning/schedules/range/fair-range.ts'
import { type RangeItem, ReadBudget } from '../planning/schedules/range/range.ts'
import type { ReadSubscribed } from '../planning/schedules/range/subscribed.ts'
import { MAX_DAYS } from '../planning/schedules/range/window.ts'
import { schedulesInRanges } from '../planning/schedules/service.ts'
import type { CalendarRequest } from './batch.ts'
import { countDays, type Day, daysBetween, fitting, placeEvents } from './days.ts'
import { EventList, eventFields, type LazyCalendar } from './present.ts'

export type CalendarService = ReturnType<typeof calendarService>

interface Parts {
  uow: UnitOfWork
  /** Reads the entries of subscribed calendars. */
  subscribed: ReadSubscribed
}

/** The maximum number of events in one calendar, so that no calendar can overload the server. */
const MAX_EVENTS = 10_000
/** The maximum number of rows and occurrences that one query reads, in all of its calendars together. */
const MAX_READ = 200_000
const MAX_PLACES = 50_000
const tooMuch = (most: number): Error =>
  rejected(
    `There are too many events in this range: a calendar has at most ${most.toLocaleString('en-US')}. Request a shorter range.`,
  )

export const calendarService = ({ uow, subscribed }: Parts) => ({
  async read(actor: Actor, requests: readonly CalendarRequest[]): Promise<(LazyCalendar | Error)[]> {
    const plans = requests.map(planOf)
    const sound = plans.filter(isPlan)
    const ranges = sound.map(rangeOf)
    const found =
      ranges.length > 0
        ? await uow.read(db => schedulesInRanges(db, actor, ranges, { ...limits(), subscribed }))
        : []
    const pause = pauses()
    const calendars: (LazyCalendar | Error)[] = []
    for (const plan of plans) {
      await pause()
      const range = isPlan(plan) ? found[sound.indexOf(plan)] : undefined
      if (!isPlan(plan)) calendars.push(plan)
      else calendars.push(!range || range.too_much ? tooMuch(MAX_EVENTS) : fill(actor, plan, range))
    }
    return calendars
  },
})

const limits = () => ({ most: MAX_EVENTS, budget: new ReadBudget(MAX_READ) })

interface Plan {
  request: CalendarRequest
  zone: Zone
  days: Day<RangeItem>[]
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
  const placed = place(days, items, actor.id)
  if (!placed) return tooMuch(MAX_PLACES)
  const fields = eventFields(zone)
  return {
    days: days.map(({ date, events }) => ({ date, events: new EventList(events, fields) })),
    isComplete: is_complete && placed.length === items.length,
  }
}

/** Adds the events to the days and returns those that fit, or undefined if the viewer's own events do not fit. */
function place(
  days: Day<RangeItem>[],
  items: readonly RangeItem[],
  viewerId: string,
): readonly RangeItem[] | undefined {
  if (placeEvents(days, items, MAX_PLACES)) return items
  const some = fitting(days, items, item => item.schedule.owner_id, viewerId, MAX_PLACES)
  if (some) placeEvents(days, some)
  return some
}
