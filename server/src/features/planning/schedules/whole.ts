// Writes a schedule and all its exceptions at once, for calendar apps and imports.
import type { EntryText } from '@daymark/contract/planning/entry-texts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import type { Tx } from '../../../platform/storage/unit-of-work.ts'
import { requireOwnTags } from '../../tags/service.ts'
import { checkRecurrence, checkTimes } from './change.ts'
import { exceptionStore } from './exceptions/exception-store.ts'
import type { ExceptionRecord, StoredException } from './exceptions/instance.ts'
import { newSchedule, type Schedule, type TaggedSchedule } from './schedule.ts'
import { scheduleStore } from './store.ts'

/** The fields that an iCalendar text contains. */
export type WholeSchedule = Pick<
  Schedule,
  | 'title'
  | EntryText
  | 'start_time'
  | 'end_time'
  | 'all_day'
  | 'timezone'
  | 'recurrence_rule'
  | 'recurrence_end'
  | 'state'
  | 'reminders'
> & { tag_ids: readonly string[] }

interface Target {
  id: string
  /** Undefined if the schedule is new. */
  current: TaggedSchedule | undefined
  now: number
}

export async function writeWhole(
  tx: Tx,
  actor: Actor,
  { id, current, now }: Target,
  { tag_ids, ...fields }: WholeSchedule,
  exceptions: readonly ExceptionRecord[],
): Promise<void> {
  const store = scheduleStore(tx)
  // Every write changes `updated_at`, and thus the version, even if only properties that Daymark does not model differ.
  const updated_at = Math.max(now, (current?.updated_at ?? 0) + 1)
  const draft = current ?? newSchedule({ id, owner_id: actor.id, created_at: now, ...fields })
  checkTimes(fields, fields, fields.all_day)
  const schedule = checkRecurrence({ ...draft, ...fields, updated_at })
  await requireOwnTags(tx, actor.id, tag_ids)
  if (!current) await store.insert(withoutTags(schedule))
  const before = current?.tags.map(tag => tag.id).sort() ?? []
  if (String(before) !== String([...tag_ids].sort())) await store.setTags([id], tag_ids)
  await replaceExceptions(tx, id, exceptions)
  // Runs last, because moved occurrences extend the stored range.
  await store.save(withoutTags(schedule))
}

function withoutTags(schedule: Schedule & Partial<TaggedSchedule>): Schedule {
  const { tags: _tags, visibility_level: _level, ...rest } = schedule
  return rest
}

async function replaceExceptions(tx: Tx, id: string, wanted: readonly ExceptionRecord[]): Promise<void> {
  const store = exceptionStore(tx)
  const existing = new Map((await store.list(id)).map(each => [each.instance_start, each]))
  const pause = pauses()
  for (const each of wanted) {
    await pause()
    const old = existing.get(each.instance_start)
    existing.delete(each.instance_start)
    if (!old || fingerprint(asRecord(old)) !== fingerprint(each)) await store.save(id, each)
  }
  for (const at of existing.keys()) await store.remove(id, at)
}

const asRecord = ({ tags, ...rest }: StoredException): ExceptionRecord => ({
  ...rest,
  tags: tags?.map(tag => ({ id: tag.id })) ?? null,
})

/** Returns a string for comparing exceptions, without the change time. */
const fingerprint = ({ updated_at: _at, tags, ...rest }: ExceptionRecord): string =>
  JSON.stringify([Object.entries(rest).sort(), tags?.map(tag => tag.id).sort() ?? null])
