// Changes or deletes many items in one batch. Only a deletion can take more than one transaction.
import { MAX_BULK_ITEMS } from '@daymark/contract/constants'
import type { BulkResult } from '@daymark/contract/planning/bulk'
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { todoRoutes } from '@daymark/contract/planning/todos'
import type { DecodedBody, DecodedQuery } from '@daymark/contract/route'
import type { timerRoutes } from '@daymark/contract/timers/timers'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { invalid, isRefusal, Problem, STATUS } from '../../platform/kernel/errors.ts'
import type { StagedRequest } from '../../platform/kernel/staged-request.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import {
  getSchedule,
  refusedSchedules,
  removeSchedule,
  updateSchedule,
} from '../planning/schedules/service.ts'
import { patchTodo } from '../planning/todos/patch.ts'
import { getTodo, parentsFirst, refusedTodos } from '../planning/todos/service.ts'
import type { Deletable } from '../planning/weight.ts'
import { getTimer, refusedTimers, updateTimer } from '../timers/service.ts'
import { checkChange, isRelative, patchOf, shiftedTimes } from './change.ts'
import { deleteOrStage } from './deletion.ts'

type TodoBulk = DecodedBody<(typeof todoRoutes)['bulk']>
type TodoQuery = DecodedQuery<(typeof todoRoutes)['bulk']>
type ScheduleBulk = DecodedBody<(typeof scheduleRoutes)['bulk']>
type TimerBulk = DecodedBody<(typeof timerRoutes)['bulk']>

/** An item, or an occurrence of a series. */
export interface Target {
  id: string
  instance_start?: string
}

export interface BulkOutcome {
  items: { id: string; version: number }[]
  failed: { target: Target; problem: Problem }[]
}

export const bulkTodos = async (
  tx: RequestTx,
  { ids, change, atomic }: TodoBulk,
  query: TodoQuery,
  most_at_once?: number,
): Promise<BulkOutcome | StagedRequest> => {
  checkRequest(ids.length, change)
  if (change.delete) {
    const refused = await refusedTodos(tx, ids)
    return removal(tx, { type: 'todo', ids: await parentsFirst(tx, ids), refused, atomic, most_at_once })
  }
  return whole(atomic, async () => {
    const targets = (await parentsFirst(tx, ids)).map(id => ({ id }))
    return each(tx, targets, async ({ id }) => {
      const current = isRelative(change) ? await getTodo(tx, tx.actor, id, {}, () => tx.now) : undefined
      return (await patchTodo(tx, id, patchOf(change, current?.tags ?? []), query)).version
    })
  })
}

export const bulkSchedules = async (
  tx: RequestTx,
  body: ScheduleBulk,
  zone: Zone,
  most_at_once?: number,
): Promise<BulkOutcome | StagedRequest> => {
  const { change, atomic } = body
  const ids = body.ids ?? []
  const instances = unique(body.occurrences ?? [])
  checkRequest(ids.length + instances.length, change)
  if (!change.delete)
    return whole(atomic, () =>
      each(tx, [...ids.map(id => ({ id })), ...instances], target =>
        applyToSchedule(tx, target, change, zone),
      ),
    )
  const single = await each(tx, instances, async ({ id, instance_start }) => {
    await removeSchedule(tx, id, { instance_start, apply_to: 'this' }, zone)
    return 0
  })
  const refused = await refusedSchedules(tx, ids)
  return removal(tx, { type: 'schedule', ids, refused, atomic, most_at_once, single })
}

export const bulkTimers = async (
  tx: RequestTx,
  { ids, change, atomic }: TimerBulk,
  most_at_once?: number,
): Promise<BulkOutcome | StagedRequest> => {
  checkRequest(ids.length, change)
  if (change.delete)
    return removal(tx, { type: 'timer', ids, refused: await refusedTimers(tx, ids), atomic, most_at_once })
  return whole(atomic, async () => {
    const targets = ids.map(id => ({ id }))
    return each(tx, targets, async ({ id }) => {
      const tags = isRelative(change) ? (await getTimer(tx, tx.actor, id, {})).timer.tags : []
      return (await updateTimer(tx, id, patchOf(change, tags), {})).timer.version
    })
  })
}

async function whole(atomic: TodoBulk['atomic'], work: () => Promise<BulkOutcome>): Promise<BulkOutcome> {
  const outcome = await work()
  requireWhole(atomic, outcome)
  return outcome
}

/** A failing item fails the whole request, unless `atomic` is false. */
function requireWhole(atomic: TodoBulk['atomic'], outcome: BulkOutcome): void {
  if (atomic !== false && outcome.failed.length > 0) throw refusal(outcome)
}

export const presentBulk = ({ items, failed }: BulkOutcome): BulkResult => ({
  items,
  failed: failed.map(({ target, problem }) => ({
    ...target,
    status: STATUS[problem.kind],
    detail: problem.message,
  })),
})

async function applyToSchedule(
  tx: RequestTx,
  { id, instance_start }: Target,
  change: ScheduleBulk['change'],
  zone: Zone,
): Promise<number> {
  const address = instance_start === undefined ? {} : { instance_start, apply_to: 'this' as const }
  const current = isRelative(change)
    ? (await getSchedule(tx, tx.actor, id, zone, instance_start)).schedule
    : undefined
  const patch = patchOf(change, current?.tags ?? [])
  if (!current || change.shift_days === undefined)
    return (await updateSchedule(tx, id, address, patch, zone)).schedule.version
  const moved = { ...patch, ...shiftedTimes(current, change.shift_days, zone) }
  // Moving a whole series also moves the weekdays of its rule, as dragging its first occurrence does.
  const series =
    current.recurrence_rule !== null && instance_start === undefined
      ? { instance_start: firstStart(current), apply_to: 'all' as const }
      : address
  return (await updateSchedule(tx, id, series, moved, zone)).schedule.version
}

/** Applies the change to each target. An item that fails is rolled back alone. */
async function each<T extends Target>(
  tx: RequestTx,
  targets: readonly T[],
  apply: (target: T) => Promise<number>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { items: [], failed: [] }
  const mayPause = pauses()
  for (const target of targets) {
    try {
      outcome.items.push({ id: target.id, version: await tx.attempt(() => apply(target)) })
    } catch (error) {
      if (!isOfItem(error)) throw error
      outcome.failed.push({ target, problem: error })
    }
    await mayPause()
  }
  return outcome
}

interface Removal {
  type: Deletable
  ids: readonly string[]
  refused: ReadonlyMap<string, Problem>
  atomic: TodoBulk['atomic']
  most_at_once: number | undefined
  /** Occurrences, which are already deleted. */
  single?: BulkOutcome
}

/** Version 0 is a placeholder, which the REST layer replaces with the version from the change log. */
async function removal(
  tx: RequestTx,
  { type, ids, refused, atomic, most_at_once, single = { items: [], failed: [] } }: Removal,
): Promise<BulkOutcome | StagedRequest> {
  const deleted = ids.filter(id => !refused.has(id))
  const failed = [...refused].map(([id, problem]) => ({ target: { id }, problem }))
  const outcome: BulkOutcome = {
    items: [...deleted.map(id => ({ id, version: 0 })), ...single.items],
    failed: [...failed, ...single.failed],
  }
  requireWhole(atomic, outcome)
  const rest = presentBulk({ items: single.items, failed: outcome.failed })
  return (await deleteOrStage(tx, { type, ids: deleted, rest }, most_at_once)) ?? outcome
}

function checkRequest(count: number, change: Parameters<typeof checkChange>[0]): void {
  if (count === 0) throw invalid('ids', 'must have at least 1 entry')
  if (count > MAX_BULK_ITEMS) throw invalid('ids', `must not have more than ${MAX_BULK_ITEMS} entries`)
  checkChange(change)
}

/**
 * Removes duplicates. Compares instants instead of strings, because the same instant can be written in several forms.
 */
const unique = (targets: readonly Required<Target>[]): Required<Target>[] => {
  const nameOf = ({ id, instance_start: start }: Required<Target>) => `${id} ${Date.parse(start) || start}`
  return [...new Map(targets.map(target => [nameOf(target), target])).values()]
}

/** True if the problem concerns only one item. Other problems end the whole request. */
const isOfItem = (error: unknown): error is Problem => isRefusal(error) && error.kind !== 'limited'

function refusal({ items, failed }: BulkOutcome): Problem {
  const count = items.length + failed.length
  const errors = failed.map(({ target, problem }) => ({
    path: target.instance_start === undefined ? 'ids' : 'occurrences',
    message: problem.message,
    ...target,
  }))
  const [first] = failed
  const which = count === 1 ? 'The item' : `${failed.length} of ${count} items`
  const detail = `${which} cannot be changed, so nothing was changed. ${first?.problem.message}`
  // A limit that all failed items exceed keeps its own status and code.
  const limit = failed.every(({ problem }) => problem.code === first?.problem.code) && first?.problem.code
  return limit && first
    ? new Problem(first.problem.kind, detail, { errors, code: limit })
    : new Problem('rejected', detail, { errors })
}

const firstStart = ({ start_time, all_day }: { start_time: number; all_day: boolean }): string =>
  new Date(start_time).toISOString().slice(0, all_day ? 10 : undefined)
