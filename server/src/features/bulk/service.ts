// Changes or deletes many items through their own services, in one transaction and one batch.
import { MAX_BULK_ITEMS } from '@daymark/contract/constants'
import type { scheduleRoutes } from '@daymark/contract/planning/schedules'
import type { todoRoutes } from '@daymark/contract/planning/todos'
import type { DecodedBody, DecodedQuery } from '@daymark/contract/route'
import type { timerRoutes } from '@daymark/contract/timers/timers'
import type { RecordedStorage } from '../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { invalid, isRefusal, Problem } from '../../platform/kernel/errors.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { ScheduleService } from '../planning/schedules/service.ts'
import type { TodoService } from '../planning/todos/service.ts'
import type { TimerService } from '../timers/service.ts'
import { checkChange, isRelative, patchOf, shiftedTimes } from './change.ts'

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

export interface BulkParts {
  storage: Pick<RecordedStorage, 'together'>
  todos: Pick<TodoService, 'get' | 'apply' | 'removeMany' | 'parentsFirst'>
  schedules: Pick<ScheduleService, 'get' | 'update' | 'remove' | 'removeMany'>
  timers: Pick<TimerService, 'get' | 'update' | 'removeMany'>
}

export type BulkService = ReturnType<typeof bulkService>

export function bulkService({ storage, todos, schedules, timers }: BulkParts) {
  /** Runs the work in one transaction. A failing item fails the whole request, unless `atomic` is false. */
  const run = (actor: Actor, atomic: TodoBulk['atomic'], work: () => Promise<BulkOutcome>) =>
    storage.together([actor.id], async () => {
      const outcome = await work()
      if (atomic !== false && outcome.failed.length > 0) throw refusal(outcome)
      return outcome
    })

  return {
    todos(actor: Actor, { ids, change, atomic }: TodoBulk, query: TodoQuery): Promise<BulkOutcome> {
      checkRequest(ids.length, change)
      return run(actor, atomic, async () => {
        if (change.delete) return deleted(ids, await todos.removeMany(actor, ids))
        const targets = (await todos.parentsFirst(ids)).map(id => ({ id }))
        return each(targets, async ({ id }) => {
          const current = isRelative(change) ? await todos.get(actor, id, {}) : undefined
          const tags = current?.tags ?? []
          return todos.apply(actor, id, patchOf(change, tags), query)
        })
      })
    },

    schedules(actor: Actor, body: ScheduleBulk, zone: Zone): Promise<BulkOutcome> {
      const { change, atomic } = body
      const ids = body.ids ?? []
      const instances = unique(body.occurrences ?? [])
      checkRequest(ids.length + instances.length, change)
      return run(actor, atomic, async () => {
        if (!change.delete)
          return each([...ids.map(id => ({ id })), ...instances], target =>
            applyToSchedule(actor, target, change, zone),
          )
        const single = await each(instances, async ({ id, instance_start }) => {
          await schedules.remove(actor, id, { instance_start, apply_to: 'this' }, zone)
          return 0
        })
        const whole = deleted(ids, await schedules.removeMany(actor, ids))
        return { items: [...whole.items, ...single.items], failed: [...whole.failed, ...single.failed] }
      })
    },

    timers(actor: Actor, { ids, change, atomic }: TimerBulk): Promise<BulkOutcome> {
      checkRequest(ids.length, change)
      return run(actor, atomic, async () => {
        if (change.delete) return deleted(ids, await timers.removeMany(actor, ids))
        const targets = ids.map(id => ({ id }))
        return each(targets, async ({ id }) => {
          const tags = isRelative(change) ? (await timers.get(actor, id, {})).value.timer.tags : []
          return (await timers.update(actor, id, patchOf(change, tags), {})).value.timer.version
        })
      })
    },
  }

  async function applyToSchedule(
    actor: Actor,
    { id, instance_start }: Target,
    change: ScheduleBulk['change'],
    zone: Zone,
  ): Promise<number> {
    const address = instance_start === undefined ? {} : { instance_start, apply_to: 'this' as const }
    const current = isRelative(change)
      ? (await schedules.get(actor, id, zone, instance_start)).schedule
      : undefined
    const patch = patchOf(change, current?.tags ?? [])
    if (!current || change.shift_days === undefined)
      return (await schedules.update(actor, id, address, patch, zone)).schedule.version
    const moved = { ...patch, ...shiftedTimes(current, change.shift_days, zone) }
    // Moving a whole series also moves the weekdays of its rule, as dragging its first occurrence does.
    const whole =
      current.recurrence_rule !== null && instance_start === undefined
        ? { instance_start: firstStart(current), apply_to: 'all' as const }
        : address
    return (await schedules.update(actor, id, whole, moved, zone)).schedule.version
  }
}

/** Applies the change to each target in its own write, which joins the enclosing transaction. */
async function each<T extends Target>(
  targets: readonly T[],
  apply: (target: T) => Promise<number>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { items: [], failed: [] }
  const mayPause = pauses()
  for (const target of targets) {
    try {
      outcome.items.push({ id: target.id, version: await apply(target) })
    } catch (error) {
      if (!isOfItem(error)) throw error
      outcome.failed.push({ target, problem: error })
    }
    await mayPause()
  }
  return outcome
}

/** Version 0 is a placeholder, which the REST layer replaces with the version from the change log. */
const deleted = (ids: readonly string[], problems: ReadonlyMap<string, Problem>): BulkOutcome => ({
  items: ids.flatMap(id => (problems.has(id) ? [] : [{ id, version: 0 }])),
  failed: [...problems].map(([id, problem]) => ({ target: { id }, problem })),
})

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
