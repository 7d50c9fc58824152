// Checks the change in a bulk request, and converts it to the PATCH body of one item.
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { DecodedBody } from '@daymark/contract/route'
import { DAY_MS } from '@daymark/recurrence/year'
import { invalid } from '../../platform/kernel/errors.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { ScheduleView } from '../planning/schedules/schedule.ts'

/** The fields of a change that do not exist in PATCH bodies. */
export interface Relative {
  delete?: true | undefined
  add_tag_ids?: string[] | undefined
  remove_tag_ids?: string[] | undefined
  shift_days?: number | undefined
}

type SchedulePatch = DecodedBody<(typeof scheduleRoutes)['update']>
type Given = Relative & { tag_ids?: string[] | null; start_time?: string; end_time?: string }

const MAX_TAGS = 100

/** Throws 422 for a change that is empty, or that has fields which must not be combined. */
export function checkChange(change: Given): void {
  const names = Object.keys(change)
  if (names.length === 0) throw invalid('change', 'must name a field to change, or contain "delete": true')
  if (change.delete && names.length > 1)
    throw invalid('change.delete', 'must be the only field of the change')
  if (changesTags(change) && change.tag_ids !== undefined)
    throw invalid('change.tag_ids', 'must not be combined with add_tag_ids or remove_tag_ids')
  if (change.shift_days !== undefined && (change.start_time ?? change.end_time) !== undefined)
    throw invalid('change.shift_days', 'must not be combined with start_time or end_time')
}

/** True if the PATCH body depends on the current state of the item. */
export const isRelative = (change: Relative): boolean =>
  changesTags(change) || change.shift_days !== undefined

const changesTags = ({ add_tag_ids, remove_tag_ids }: Relative): boolean =>
  add_tag_ids !== undefined || remove_tag_ids !== undefined

/** Converts a change, except its shift, to a PATCH body. `tags` are the item's tags before the change. */
export function patchOf<Change extends Relative>(
  change: Change,
  tags: readonly { id: string }[],
): Omit<Change, keyof Relative> & { tag_ids?: string[] } {
  const { delete: _delete, add_tag_ids = [], remove_tag_ids = [], shift_days: _shift, ...patch } = change
  if (!changesTags(change)) return patch
  const removed = new Set(remove_tag_ids)
  const all = new Set([...tags.map(({ id }) => id), ...add_tag_ids])
  const tag_ids = [...all].filter(id => !removed.has(id))
  if (tag_ids.length > MAX_TAGS) throw invalid('change.add_tag_ids', `must leave at most ${MAX_TAGS} tags`)
  return { ...patch, tag_ids }
}

/** Shifts the times by whole days. A timed item keeps its duration and, unless DST skips it, its local start time. */
export function shiftedTimes(
  schedule: ScheduleView,
  days: number,
  zone: Zone,
): Required<Pick<SchedulePatch, 'start_time' | 'end_time'>> {
  const { start_time, end_time, all_day } = schedule
  if (all_day) {
    return { start_time: dateText(start_time + days * DAY_MS), end_time: dateText(end_time + days * DAY_MS) }
  }
  // A series repeats at local times in its own zone.
  const repeats = schedule.recurrence_rule !== null || schedule.parent_id !== null
  const local = Temporal.Instant.fromEpochMilliseconds(start_time)
    .toZonedDateTimeISO(repeats ? schedule.timezone : zone.name)
    .add({ days })
  const start = local.epochMilliseconds
  return { start_time: instantText(start), end_time: instantText(start + end_time - start_time) }
}

const dateText = (ms: number): string => instantText(ms).slice(0, 10)
const instantText = (ms: number): string => new Date(ms).toISOString()
