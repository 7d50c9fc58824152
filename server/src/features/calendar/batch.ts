// Collects the calendars that one GraphQL query requests, so that a single read serves all of them.
import { rejected } from '../../platform/kernel/errors.ts'
import type { ScopeChoice } from '../visibility/policy.ts'
import type { LazyCalendar } from './present.ts'

export interface CalendarRequest extends ScopeChoice {
  start_date: string
  end_date: string
  timezone: string
  tag_ids: readonly string[]
  group_ids: readonly string[]
  most_per_owner?: number | undefined
  include_subscriptions?: boolean | undefined
}

export type CalendarBatch = (request: CalendarRequest) => Promise<LazyCalendar>

interface Waiting {
  request: CalendarRequest
  resolve: (calendar: LazyCalendar) => void
  reject: (error: unknown) => void
}

/** Reads in a microtask, after every `calendar` field of the query has made its request. */
export function calendarBatch(
  read: (requests: CalendarRequest[]) => Promise<(LazyCalendar | Error)[]>,
  most: number,
): CalendarBatch {
  let waiting: Waiting[] = []

  async function run(): Promise<void> {
    const batch = waiting
    waiting = []
    try {
      if (batch.length > most) throw rejected(`A query must not have more than ${most} calendars.`)
      const answers = await read(batch.map(each => each.request))
      for (const [index, each] of batch.entries()) {
        const answer = answers[index]
        if (!answer || answer instanceof Error) each.reject(answer)
        else each.resolve(answer)
      }
    } catch (error) {
      for (const each of batch) each.reject(error)
    }
  }

  return request =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      if (waiting.length === 1) queueMicrotask(run)
    })
}
