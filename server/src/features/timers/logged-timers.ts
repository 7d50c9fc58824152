// Reconstructs timers as they were at a change log entry, even if they were deleted later.

import { changesAfter, type LaterChanges, membersBefore, rowBefore } from '../../platform/changes/as-of.ts'
import type { Entry } from '../../platform/changes/change.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { tagsByIds } from '../tags/store.ts'
import type { Tag } from '../tags/tag.ts'
import type { TimerSnapshot } from './change.ts'
import { readHistory, writeHistory } from './history.ts'
import { snapshotsOf } from './state.ts'
import { timerStore } from './store.ts'
import type { Timer } from './timer.ts'

/** Returns the timer as it was at the entry. Without an entry, returns the current timer. */
export type TimerAt = (entry: Entry | undefined) => TimerSnapshot

export async function timersInLog(
  db: Db,
  ownerId: string,
  ids: readonly string[],
  since: number,
): Promise<Map<string, TimerAt>> {
  const found = (await timerStore(db).findMany(ids)).filter(timer => timer.owner_id === ownerId)
  const current = new Map((await snapshotsOf(db, ownerId, found)).map(each => [each.timer.id, each]))
  const later = Map.groupBy(await changesAfter(db, ownerId, 'timer', ids, since), change => change.id)
  const tags = await formerTags(db, [...later.values()].flat())
  return new Map(
    ids.flatMap(id => {
      const now = current.get(id)
      const changes = later.get(id) ?? []
      if (!now && changes.length === 0) return []
      return [[id, (entry: Entry | undefined) => snapshotAt(now, changes, tags, entry)] as const]
    }),
  )
}

function snapshotAt(
  now: TimerSnapshot | undefined,
  changes: readonly LaterChanges[],
  tags: ReadonlyMap<string, Tag>,
  entry: Entry | undefined,
): TimerSnapshot {
  // Without an entry, shows a deleted timer as it was before the newest change, which is its deletion.
  const later = entry ? changes.filter(({ seq }) => seq > entry.seq) : now ? [] : changes.slice(0, 1)
  if (now && later.length === 0) return now
  const row = rowBefore(later, 'timers', now && { ...now.timer, history: writeHistory(now.timer.history) })
  const { level: _level, ...fields } = row ?? {}
  const ids = membersBefore(later, 'timer_tags', 'tag_id', now?.tags.map(tag => tag.id) ?? [])
  const known = new Map(now?.tags.map(tag => [tag.id, tag]))
  const timer = {
    // Rows that an older version deleted do not contain this column.
    corrected_at: null,
    ...fields,
    history: readHistory(String(row?.['history'] ?? '[]')),
    version: entry?.seq ?? 0,
  }
  return {
    timer: timer as unknown as Timer,
    tags: ids.flatMap(id => known.get(id) ?? tags.get(id) ?? []),
    sharing: now?.sharing ?? null,
  }
}

/** Reads the tags that the timers had earlier. Deleted tags can no longer be read. */
async function formerTags(db: Db, changes: readonly LaterChanges[]): Promise<Map<string, Tag>> {
  const ids = new Set(
    changes.flatMap(({ rows }) =>
      rows.flatMap(({ table, before }) =>
        table === 'timer_tags' && before ? [String(before['tag_id'])] : [],
      ),
    ),
  )
  return new Map((ids.size > 0 ? await tagsByIds(db, [...ids]) : []).map(tag => [tag.id, tag]))
}
