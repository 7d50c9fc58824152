import type { BucketUnit, Grouping } from '@daymark/contract/reports/time'
import type { Window } from '@daymark/recurrence/occurrence'
import { notFound } from '../../platform/kernel/errors.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { preferenceStore } from '../preferences/store.ts'
import { slicesOf } from './counting/slices.ts'
import type { TimeFigures } from './figures/report.ts'
import { count } from './reading/count.ts'
import { type LabelStore, labelStore } from './reading/label-store.ts'
import { labelsOf } from './reading/labels.ts'

export interface TimeChoice {
  zone: Zone
  bucket: BucketUnit
  group_by: Grouping
  week_start: number | undefined
  tag_ids: readonly string[]
  group_ids: readonly string[]
  todo_id: string | undefined
  include_children: boolean
}

export async function timeFigures(
  db: Db,
  ownerId: string,
  choice: TimeChoice,
  window: Window,
  now: number,
): Promise<TimeFigures> {
  const store = labelStore(db, ownerId)
  const tags = await store.tags()
  const todo_ids = choice.todo_id === undefined ? undefined : await treeOf(store, choice)
  const week_start = choice.bucket === 'week' ? await weekStart(db, ownerId, choice) : 0
  const slices = slicesOf(window, { ...choice, week_start })
  const filter = { ...choice, todo_ids }
  const tally = await count(db, { ownerId, now }, slices, choice.group_by, tags, filter)
  return { window, slices, tally, labels: await labelsOf(store, choice.group_by, tally, tags) }
}

async function treeOf(store: LabelStore, choice: TimeChoice): Promise<Set<string>> {
  const ids = await store.todoTree(choice.todo_id ?? '', choice.include_children)
  if (ids.length === 0) throw notFound('Todo not found.')
  return new Set(ids)
}

async function weekStart(db: Db, ownerId: string, choice: TimeChoice): Promise<number> {
  return choice.week_start ?? (await preferenceStore(db).find(ownerId))?.week_start ?? 0
}
