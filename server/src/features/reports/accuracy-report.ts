// Compares the planned and the measured time of schedules and estimated todos that have timers in the period.
import type { Window } from '@daymark/recurrence/occurrence'
import { inTurns, pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { UNTAGGED } from './counting/entry.ts'
import { lengthOf, SpanReader } from './counting/spans.ts'
import { type MeasuredItem, Ratios } from './figures/accuracy.ts'
import { LinkedTimes } from './figures/linked-time.ts'
import type { AccuracyFigures, RatioFigures } from './figures/report.ts'
import { readEntries } from './reading/entries.ts'
import { type LabelStore, labelStore } from './reading/label-store.ts'
import type { TimerPage } from './reading/timer-page.ts'
import { timersOfTodos } from './reading/timer-store.ts'

export async function accuracyFigures(
  db: Db,
  ownerId: string,
  window: Window,
  now: number,
): Promise<AccuracyFigures> {
  const store = labelStore(db, ownerId)
  const linked = new LinkedTimes()
  const todoIds = new Set<string>()
  // Timers come first, so the occurrences of schedules without timers can be skipped.
  await readEntries(db, { ownerId, window, now }, ({ side, spans, schedule_id, todo_id, tag_ids }) => {
    if (side === 'actual' && todo_id !== null) todoIds.add(todo_id)
    if (schedule_id === null) return
    if (side === 'actual') linked.addTimer(schedule_id, { start: spans[0] ?? 0, ms: lengthOf(spans) })
    else if (linked.hasTimers(schedule_id)) {
      for (let at = 0; at < spans.length; at += 2) {
        const [start = 0, end = 0] = [spans[at], spans[at + 1]]
        linked.addOccurrence(schedule_id, { start, planned_ms: end - start, tag_ids })
      }
    }
  })
  const [entries, todos, tags] = [new Ratios(), new Ratios(), new Map<string, Ratios>()]
  const addTo = (ratios: Ratios) => (item: MeasuredItem) => {
    ratios.add(item)
    for (const id of item.tag_ids.length > 0 ? item.tag_ids : [UNTAGGED]) {
      const own = tags.get(id) ?? new Ratios()
      tags.set(id, own)
      own.add(item)
    }
  }
  await inTurns(linked.measured(addTo(entries)))
  const pauseIfLong = pauses()
  for (const some of slicesOf([...todoIds], AT_ONCE)) {
    await estimatedTodos(db, ownerId, { store, todoIds: some, to: window.to, now }, addTo(todos))
    await pauseIfLong()
  }
  return {
    window,
    entries: await ratioFigures(entries, ids => store.schedules(ids)),
    todos: await ratioFigures(todos, ids => store.estimates(ids)),
    tags: await tagFigures(store, tags),
  }
}

/** The number of todos per statement. It is limited because a year may have timers for very many todos. */
const AT_ONCE = 1_000

interface Estimates {
  store: LabelStore
  todoIds: readonly string[]
  to: number
  now: number
}

/** Counts all time up to the end of the period, because the estimate is for the whole todo. */
async function estimatedTodos(
  db: Db,
  ownerId: string,
  { store, todoIds, to, now }: Estimates,
  visit: (item: MeasuredItem) => void,
): Promise<void> {
  const todos = await store.estimates(todoIds)
  if (todos.length === 0) return
  const ids = todos.map(todo => todo.id)
  const tagsOf = Map.groupBy(await store.tagsOfTodos(ids), link => link.id)
  const measured = new Map<string, number>()
  const reader = new SpanReader({ from: Number.NEGATIVE_INFINITY, to }, now)
  for await (const page of timersOfTodos(db, ownerId, ids, to)) await inTurns(addUp(page, reader, measured))
  for (const { id, estimate_minutes } of todos) {
    visit({
      id,
      start: null,
      planned_ms: estimate_minutes * 60_000,
      measured_ms: measured.get(id) ?? 0,
      tag_ids: (tagsOf.get(id) ?? []).map(link => link.tag_id),
    })
  }
}

function* addUp(page: TimerPage, reader: SpanReader, sums: Map<string, number>): Generator<undefined, void> {
  for (let at = 0, place = 0; at < page.count; at++) {
    const id = page.todo_ids[at] ?? ''
    sums.set(id, (sums.get(id) ?? 0) + lengthOf(reader.read(page.histories, place)))
    place = reader.end + 1
    yield
  }
}

async function ratioFigures(
  ratios: Ratios,
  read: (ids: string[]) => Promise<{ id: string; title: string }[]>,
): Promise<RatioFigures> {
  const { worst, distribution } = ratios
  const named = worst.length > 0 ? await read([...new Set(worst.map(item => item.id))]) : []
  const titles = new Map(named.map(each => [each.id, each.title]))
  return {
    ...ratios.sums(),
    distribution,
    worst: worst.map(item => ({ ...item, title: titles.get(item.id) ?? '' })),
  }
}

async function tagFigures(
  store: LabelStore,
  ratios: ReadonlyMap<string, Ratios>,
): Promise<AccuracyFigures['tags']> {
  const tags = new Map((await store.tags()).map(tag => [tag.id, tag]))
  const figures: AccuracyFigures['tags'] = []
  await inTurns(
    (function* () {
      for (const [key, own] of ratios) {
        const { name = 'Untagged', color = null } = tags.get(key) ?? {}
        figures.push({ key, title: name, color, ...own.sums() })
        yield
      }
    })(),
  )
  return figures.sort((a, b) => b.planned_ms - a.planned_ms || (a.title < b.title ? -1 : 1))
}
