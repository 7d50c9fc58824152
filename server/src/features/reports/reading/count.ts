import type { Grouping } from '@daymark/contract/reports/time'
import { inTurns } from '../../../platform/kernel/concurrency/in-turns.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { type EntryFilter, matches, rowKeys } from '../counting/entry.ts'
import type { Slices } from '../counting/slices.ts'
import { Counter, type Tally } from '../counting/tally.ts'
import { type Reading, readEntries } from './entries.ts'
import type { TagLabel } from './label-store.ts'
import type { TimerNeeds } from './timer-page.ts'

export const EVERYTHING: EntryFilter = { tag_ids: [], group_ids: [], todo_ids: undefined }

export async function count(
  db: Db,
  reading: Omit<Reading, 'window'>,
  slices: Slices,
  group_by: Grouping,
  tags: readonly TagLabel[],
  filter: EntryFilter = EVERYTHING,
): Promise<Tally> {
  const groups = new Map(tags.map(tag => [tag.id, tag.group_id]))
  const counter = new Counter(slices)
  const needs = needsOf(group_by, filter)
  await readEntries(db, { ...reading, window: slices.window, needs }, entry => {
    if (matches(entry, filter, groups)) counter.add(entry, rowKeys(entry, group_by, groups))
  })
  return inTurns(counter.finish())
}

function needsOf(group_by: Grouping, filter: EntryFilter): TimerNeeds {
  if (group_by.startsWith('tag') || filter.tag_ids.length > 0 || filter.group_ids.length > 0) return 'tags'
  return group_by === 'todo' || group_by === 'schedule' || filter.todo_ids ? 'links' : 'times'
}
