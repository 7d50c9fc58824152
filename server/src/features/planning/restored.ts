// After an undo, checks that todos and schedules still follow their rules, because other fields may have changed since.
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import { isOccurrence } from '@daymark/recurrence/recurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import type { UndoableRow } from '../../platform/changes/change.ts'
import { joinedRows } from '../../platform/changes/joined-rows.ts'
import { cannotUndo, ruleInWords } from '../../platform/changes/refusal.ts'
import { conflict, Problem } from '../../platform/kernel/errors.ts'
import type { Row } from '../../platform/storage/captured-row.ts'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import { checkRecurrence, checkTimes } from './schedules/change.ts'
import { exceptionStore } from './schedules/exceptions/exception-store.ts'
import type { StoredException } from './schedules/exceptions/instance.ts'
import { isSeries, type Schedule } from './schedules/schedule.ts'
import { scheduleStore } from './schedules/store.ts'
import { checkRepetition } from './todos/repeating/repetition.ts'
import { todoStore } from './todos/store.ts'
import { circular, heightsOf, isLevelAllowed, levelsOf } from './todos/tree.ts'

export async function requireSoundPlan(tx: Tx, changes: readonly UndoableRow[]): Promise<void> {
  const rows = joinedRows(changes)
  const todos = todoStore(tx)
  await requireSoundTrees(tx, rows)
  for (const some of slicesOf(idsWith(rows, 'todos', PLACE, true))) {
    const foreign = await todos.inOtherGroup(some)
    if (foreign !== undefined) throw refusal(foreign, 'its parent belongs to another tag group')
  }
  for (const some of slicesOf(idsWith(rows, 'todos', REPETITION)))
    for (const todo of await todos.byIds(some)) check(todo.title, () => checkRepetition(todo))
  const times = idsWith(rows, 'schedules', TIMES)
  const exceptions = Map.groupBy(rows.filter(isException), ({ key }) => String(key['series_id']))
  const schedules = new Map(rows.filter(isSchedule).map(row => [String(row.key['id']), row]))
  const series = [...exceptions.keys()].filter(id => !isWhole(schedules.get(id)))
  for (const some of slicesOf([...new Set([...times, ...series])]))
    for (const schedule of await scheduleStore(tx).findMany(some)) {
      const { id } = schedule
      await requireSoundSchedule(tx, schedule, schedules.get(id)?.after ?? {}, exceptions.get(id) ?? [])
    }
}

/** Throws if the undo makes a todo its own ancestor, or puts it deeper than it is now and than a tree may be. */
async function requireSoundTrees(tx: Tx, rows: readonly UndoableRow[]): Promise<void> {
  const moved = rows.filter(({ table, before }) => table === 'todos' && before && 'parent_id' in before)
  const todos = todoStore(tx)
  for (const some of slicesOf(moved)) {
    const ids = some.map(({ key }) => String(key['id']))
    const parents = some.flatMap(({ after }) => (after?.['parent_id'] ? [String(after['parent_id'])] : []))
    const above = await todos.ancestry([...ids, ...parents])
    const nodes = new Map(above.map(node => [node.id, node]))
    const looped = circular(nodes)
    if (looped !== undefined) throw refusal(await titleOf(tx, looped), 'it would become a subtodo of itself')
    for (const node of await todos.descendants(ids)) nodes.set(node.id, node)
    const levels = levelsOf(nodes)
    const levelBefore = ({ after }: UndoableRow): number | undefined => {
      if (after === null) return undefined
      const parent = after['parent_id']
      return parent === null ? 1 : (levels.get(String(parent)) ?? 0) + 1
    }
    const before = new Map(some.map(row => [String(row.key['id']), levelBefore(row)]))
    const height = heightsOf(nodes)
    const deep = ids.find(id => !isLevelAllowed(levels.get(id) ?? 1, height.get(id) ?? 1, before.get(id)))
    if (deep !== undefined)
      throw refusal(
        await titleOf(tx, deep),
        `it or its subtodos would be deeper than ${MAX_TODO_LEVELS} levels`,
      )
  }
}

const titleOf = async (tx: Tx, id: string): Promise<string> => (await todoStore(tx).find(id))?.title ?? ''

const PLACE = ['parent_id', 'tag_group_id']
const REPETITION = ['recurrence_rule', 'timezone', 'deadline', 'deadline_date']
const TIMES = ['start_time', 'end_time', 'all_day', 'timezone', 'recurrence_rule', 'recurrence_end']

/**
 * Returns the ids of rows where the undo restored one of these columns. Unless `whole` is set, skips rows that had been
 * deleted, because these rows were valid before the deletion.
 */
const idsWith = (rows: readonly UndoableRow[], table: string, names: readonly string[], whole = false) =>
  rows.flatMap(({ table: of, key, before, after }) =>
    of === table && before !== null && (whole || after !== null) && names.some(name => name in before)
      ? [String(key['id'])]
      : [],
  )

const isException = ({ table, before }: UndoableRow): boolean =>
  table === 'schedule_exceptions' && before !== null

const isSchedule = ({ table }: UndoableRow): boolean => table === 'schedules'

/** True if the undo restores a deleted schedule together with its exceptions. */
const isWhole = (row: UndoableRow | undefined): boolean => row?.after === null

/**
 * Throws if the undo leaves an invalid schedule. `undone` contains the values that the undo replaced, `restored` the
 * exceptions that it restored or changed.
 */
async function requireSoundSchedule(
  tx: Tx,
  schedule: Schedule,
  undone: Row,
  restored: readonly UndoableRow[],
): Promise<void> {
  const { id, title, all_day } = schedule
  if (all_day && (schedule.start_time % DAY_MS !== 0 || schedule.end_time % DAY_MS !== 0))
    throw refusal(
      title,
      'its start and end have been changed since, and an all-day entry must start and end at midnight',
    )
  check(title, () => {
    checkTimes(schedule, schedule, all_day)
    checkRecurrence(schedule)
  })
  const exceptions = await exceptionStore(tx).list(id)
  const changes = new Map(restored.map(row => [Number(row.key['original_start']), row]))
  const earlier = earlierOf(schedule, undone)
  if (exceptions.some(each => isStranded(each, schedule, earlier, changes.get(each.instance_start))))
    throw refusal(title, 'a changed occurrence would no longer belong to the series')
  for (const { start_time, end_time } of exceptions)
    if (start_time !== null && end_time !== null)
      check(title, () => checkTimes({ start_time, end_time }, { start_time, end_time }, all_day))
}

const earlierOf = (schedule: Schedule, undone: Row): Schedule => {
  const values = { ...schedule, ...undone }
  return { ...values, all_day: Boolean(values.all_day) }
}

/**
 * True if the undo leaves an exception without an occurrence. False for exceptions that calendar apps store on purpose:
 * added dates, which have their own times, and deleted dates that the rule does not contain.
 */
function isStranded(
  exception: StoredException,
  schedule: Schedule,
  earlier: Schedule,
  restored: UndoableRow | undefined,
): boolean {
  if (isSeries(schedule) && exception.all_day === schedule.all_day) {
    if (exception.deleted || belongs(exception, schedule)) return false
    // True if the exception already existed before the change that is being undone.
    const isOlder = restored !== undefined || exception.updated_at < earlier.updated_at
    if (isOlder && exception.start_time !== null) return false
  }
  const isNew = restored !== undefined && (restored.after === null || 'series_id' in restored.after)
  return isNew || belongs(exception, earlier)
}

const belongs = ({ instance_start, all_day }: StoredException, schedule: Schedule): boolean =>
  schedule.all_day === all_day && isSeries(schedule) && isOccurrence(schedule, instance_start)

const refusal = (title: string, reason: string): Problem => cannotUndo(`“${title}”`, reason)

/** Reports a violated rule as a conflict, because the request itself is valid but contradicts later changes. */
function check(title: string, rule: () => unknown): void {
  try {
    rule()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [fault] = error.errors ?? []
    throw fault && error.message.startsWith(fault.path)
      ? refusal(title, ruleInWords(fault))
      : conflict(`The change to “${title}” cannot be undone. ${error.message}`)
  }
}
