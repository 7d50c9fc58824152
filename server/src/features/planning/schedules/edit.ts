import type { Series } from '@daymark/recurrence/occurrence'
import { isOccurrence, startAfter } from '@daymark/recurrence/recurrence'
import { splitSeries } from '@daymark/recurrence/split'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { notFound, rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import type { Db, Tx } from '../../../platform/storage/unit-of-work.ts'
import { requireOwnTags } from '../../tags/service.ts'
import { settingsFrom, share, sharingOf } from '../../visibility/access.ts'
import { deleteSchedules } from '../deletion.ts'
import {
  type GivenPatch,
  inMode,
  readInstanceStart,
  readPatch,
  type SchedulePatch,
  timesOf,
} from './all-day/times.ts'
import {
  changed,
  changedException,
  changesOccurrences,
  forSeries,
  occurrenceAt,
  refuseSeriesFields,
  withoutOverrides,
} from './change.ts'
import { isAdded } from './exceptions/exception.ts'
import { exceptionStore } from './exceptions/exception-store.ts'
import { isUnchanged, unchanged } from './exceptions/instance.ts'
import { isSeries, type Schedule, type TaggedSchedule } from './schedule.ts'
import { scheduleStore } from './store.ts'

type TaggedSeries = TaggedSchedule & Series

export const NO_OCCURRENCE = 'The series has no such occurrence.'
const ADDED = 'This date was added to the series. Change it alone, or change the whole series.'

/** Throws if the schedule does not repeat or has no occurrence at this time. */
export async function seriesAt(
  db: Db,
  schedule: TaggedSchedule,
  instanceStart: string,
  zone: Zone,
): Promise<{ series: TaggedSeries; at: number }> {
  if (!isSeries(schedule)) throw rejected('The schedule does not repeat, so it has no occurrences.')
  const at = readInstanceStart(schedule, instanceStart, zone)
  if (at === undefined) throw notFound(NO_OCCURRENCE)
  if (isOccurrence(schedule, at)) return { series: schedule, at }
  const added = await exceptionStore(db).find(schedule.id, at)
  if (!added || added.start_time === null) throw notFound(NO_OCCURRENCE)
  return { series: schedule, at }
}

export const scheduleEditor = (tx: RequestTx, zone: Zone) => {
  const { actor, now, cause } = tx
  const store = scheduleStore(tx)
  const exceptions = exceptionStore(tx)

  /** Saves tags and sharing settings, which are stored in separate tables. */
  async function applyRest(id: string, patch: SchedulePatch): Promise<void> {
    if (patch.tag_ids !== undefined) await store.setTags([id], patch.tag_ids ?? [])
    await share(tx, actor, 'schedule', id, patch.visibility, now)
  }

  const checkTags = (patch: SchedulePatch) =>
    patch.tag_ids?.length ? requireOwnTags(tx, actor.id, patch.tag_ids) : undefined

  const whole = (schedule: Schedule, given: GivenPatch): Promise<void> =>
    apply(schedule, readPatch(schedule, given, zone))

  /** `shifts` means that all occurrences move by the same amount, not only the start of the rule. */
  async function apply(schedule: Schedule, patch: SchedulePatch, shifts = false): Promise<void> {
    if (Object.keys(patch).length === 0) return
    const next = { ...changed(schedule, patch), updated_at: now }
    await checkTags(patch)
    const otherMode = next.all_day !== schedule.all_day
    if (isSeries(schedule) && (!isSeries(next) || otherMode)) await exceptions.removeAll(schedule.id)
    else if (isSeries(schedule) && isSeries(next)) {
      if (changesOccurrences(schedule, next)) await exceptions.dropStranded(schedule, next)
      if (shifts) await exceptions.shiftAdded(schedule, next)
    }
    await store.save(next)
    await applyRest(schedule.id, patch)
  }

  /**
   * Removes overrides of the requested occurrence, so that it follows the changed series. Restores the occurrence
   * if it was deleted.
   */
  async function removeOverrides(series: TaggedSeries, at: number, patch: SchedulePatch): Promise<void> {
    const seriesId = series.id
    const exception = await exceptions.find(seriesId, at)
    if (!exception) return
    const rest = withoutOverrides(exception, patch)
    // An added date needs its own times, because it is not an occurrence without them.
    const next =
      rest.start_time === null && isAdded(series, at) ? { ...rest, ...occurrenceAt(series, at) } : rest
    if (isUnchanged(next)) await exceptions.remove(seriesId, at)
    else await exceptions.save(seriesId, { ...next, updated_at: now })
  }

  /** Converts a request for several occurrences to changes to their series. */
  function readForSeries(series: TaggedSeries, at: number, given: GivenPatch): SchedulePatch {
    const next = inMode(series, given, zone)
    if (next === series) {
      return forSeries(series, at, readPatch({ ...series, ...occurrenceAt(series, at) }, given, zone))
    }
    const start = inMode({ ...series, ...occurrenceAt(series, at) }, given, zone).start_time
    const patch = readPatch({ ...next, ...occurrenceAt(next, start) }, given, zone)
    return { ...timesOf(next), ...forSeries(next, start, patch) }
  }

  async function all(series: TaggedSeries, at: number, given: GivenPatch): Promise<string> {
    const patch = readForSeries(series, at, given)
    await removeOverrides(series, at, patch)
    await apply(series, patch, true)
    // Saves even after an empty request, because a restored occurrence may widen the series' stored range.
    if (Object.keys(patch).length === 0) await store.save(series)
    return series.id
  }

  async function following(series: TaggedSeries, at: number, given: GivenPatch): Promise<string> {
    if (isAdded(series, at)) throw rejected(ADDED)
    const split = splitSeries(series, at)
    if (!split?.before || Object.keys(given).length === 0) return all(series, at, given)
    const tail = { ...series, id: newId(), version: 0, ...occurrenceAt(series, at), ...split.after }
    const patch = readForSeries(tail, at, given)
    const next: Schedule = { ...changed(tail, patch), created_at: now, updated_at: now }
    await checkTags(patch)
    await store.insert(next)
    await exceptions.moveTo(next.id, series.id, at)
    await removeOverrides(tail, at, patch)
    if (isSeries(next) && next.all_day === series.all_day) {
      await exceptions.dropStranded(tail, next)
      await exceptions.shiftAdded(tail, next)
    } else await exceptions.removeAll(next.id)
    await store.save(next)
    const tagIds = series.tags.map(tag => tag.id)
    const visibility = await copyOfSharing(tx, series.id)
    await applyRest(next.id, { tag_ids: tagIds, ...(visibility && { visibility }), ...patch })
    await store.save({ ...series, ...split.before, updated_at: now })
    cause.splits.set(next.id, series.id)
    return next.id
  }

  async function one(series: TaggedSeries, at: number, given: GivenPatch): Promise<void> {
    const exception = (await exceptions.find(series.id, at)) ?? unchanged(at, series.all_day)
    if (!exception.deleted && Object.keys(given).length === 0) return
    const usual = occurrenceAt(series, at)
    const current = {
      start_time: exception.start_time ?? usual.start_time,
      end_time: exception.end_time ?? usual.end_time,
    }
    const patch = readPatch({ ...series, ...current }, given, zone)
    refuseSeriesFields(series, series.visibility_level !== null, patch)
    const next = { ...changedException(exception, current, patch), updated_at: now }
    await checkTags(patch)
    if (isUnchanged(next)) await exceptions.remove(series.id, at)
    else await exceptions.save(series.id, next)
    await store.save(series)
  }

  async function remove(schedule: Schedule): Promise<void> {
    await deleteSchedules(tx, [schedule.id])
  }

  async function removeFollowing(series: TaggedSeries, at: number): Promise<void> {
    // An added date is not part of the rule, so the rule ends before its next occurrence after that date.
    const next = isAdded(series, at) ? startAfter(series, at) : at
    const split = next === null ? null : splitSeries(series, next)
    if (next !== null && !split?.before) return remove(series)
    await exceptions.removeFrom(series.id, at)
    await store.save({ ...series, ...split?.before, updated_at: now })
  }

  async function removeOne(series: TaggedSeries, at: number): Promise<void> {
    const exception = (await exceptions.find(series.id, at)) ?? unchanged(at, series.all_day)
    if (exception.deleted) throw notFound(NO_OCCURRENCE)
    await exceptions.save(series.id, { ...exception, deleted: true, updated_at: now })
    await store.save(series)
  }

  return { whole, all, following, one, remove, removeFollowing, removeOne }
}

async function copyOfSharing(tx: Tx, id: string): Promise<SchedulePatch['visibility']> {
  const sharing = await sharingOf(tx, 'schedule', id)
  return sharing ? settingsFrom(sharing) : undefined
}
