// The accuracy report compares planned and measured time of schedules with timers, and of todos with an estimate.
import type { Window } from '@daymark/recurrence/occurrence'
import { eachInTurns } from '../../platform/kernel/concurrency/in-turns.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { UNTAGGED } from './counting/entry.ts'
import { lengthOf, measuredSpans } from './counting/spans.ts'
import { distributionOf, type MeasuredItem, sumsOf, worstOf } from './figures/accuracy.ts'
import { type LinkedTimer, measuredOccurrences, type PlannedOccurrence } from './figures/linked-time.ts'
import type { AccuracyFigures, RatioFigures } from './figures/report.ts'
import { readEntries } from './reading/entries.ts'
import { type LabelStore, labelStore } from './reading/label-store.ts'
import { timersOfTodos } from './reading/timer-store.ts'

const WORST = 10

export async function accuracyFigures(
  db: Db,
  ownerId: string,
  window: Window,
  now: number,
): Promise<AccuracyFigures> {
  const store = labelStore(db, ownerId)
  const timers = new Map<string, LinkedTimer[]>()
  const occurrences = new Map<string, PlannedOccurrence[]>()
  const todoIds = new Set<string>()
  await readEntries(db, { ownerId, window, now }, ({ side, spans, schedule_id, todo_id, tag_ids }) => {
    if (side === 'actual') {
      if (todo_id !== null) todoIds.add(todo_id)
      if (schedule_id !== null) {
        append(timers, schedule_id, { start: spans[0] ?? 0, ms: lengthOf(spans) })
      }
      return
    }
    // `readEntries` returns timers first, so all schedules with timers are known here.
    if (schedule_id === null || !timers.has(schedule_id)) return
    for (let at = 0; at < spans.length; at += 2) {
      const [start = 0, end = 0] = [spans[at], spans[at + 1]]
      append(occurrences, schedule_id, { start, planned_ms: end - start, tag_ids })
    }
  })
  const entries = [...occurrences].flatMap(([id, list]) =>
    measuredOccurrences(id, list, timers.get(id) ?? []),
  )
  const todos = await estimatedTodos(db, ownerId, store, [...todoIds], window, now)
  const titles = (ids: string[]) => store.schedules(ids)
  return {
    window,
    entries: await ratioFigures(entries, titles),
    todos: await ratioFigures(todos, ids => store.estimates(ids)),
    tags: await byTag(store, [...entries, ...todos]),
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Counts all time up to the end of the period, because the estimate is for the whole todo. */
async function estimatedTodos(
  db: Db,
  ownerId: string,
  store: LabelStore,
  todoIds: readonly string[],
  { to }: Window,
  now: number,
): Promise<MeasuredItem[]> {
  const todos = todoIds.length > 0 ? await store.estimates(todoIds) : []
  if (todos.length === 0) return []
  const ids = todos.map(todo => todo.id)
  const tagsOf = Map.groupBy(await store.tagsOfTodos(ids), link => link.id)
  const measured = new Map<string, number>()
  const whole = { from: Number.NEGATIVE_INFINITY, to }
  for await (const page of timersOfTodos(db, ownerId, ids, to)) {
    await eachInTurns(page, ({ todo_id, history }) => {
      const ms = lengthOf(measuredSpans(history, whole, now))
      measured.set(todo_id ?? '', (measured.get(todo_id ?? '') ?? 0) + ms)
    })
  }
  return todos.map(({ id, estimate_minutes }) => ({
    id,
    start: null,
    planned_ms: estimate_minutes * 60_000,
    measured_ms: measured.get(id) ?? 0,
    tag_ids: (tagsOf.get(id) ?? []).map(link => link.tag_id),
  }))
}

async function ratioFigures(
  items: readonly MeasuredItem[],
  read: (ids: string[]) => Promise<{ id: string; title: string }[]>,
): Promise<RatioFigures> {
  const worst = worstOf(items, WORST)
  const named = worst.length > 0 ? await read([...new Set(worst.map(item => item.id))]) : []
  const titles = new Map(named.map(each => [each.id, each.title]))
  return {
    ...sumsOf(items),
    distribution: distributionOf(items),
    worst: worst.map(item => ({ ...item, title: titles.get(item.id) ?? '' })),
  }
}

async function byTag(store: LabelStore, items: readonly MeasuredItem[]): Promise<AccuracyFigures['tags']> {
  const lists = new Map<string, MeasuredItem[]>()
  for (const item of items) {
    for (const id of item.tag_ids.length > 0 ? item.tag_ids : [UNTAGGED]) append(lists, id, item)
  }
  const tags = new Map((await store.tags()).map(tag => [tag.id, tag]))
  return [...lists]
    .map(([key, list]) => {
      const { name = 'Untagged', color = null } = tags.get(key) ?? {}
      return { key, title: name, color, ...sumsOf(list) }
    })
    .sort((a, b) => b.planned_ms - a.planned_ms || (a.title < b.title ? -1 : 1))
}
