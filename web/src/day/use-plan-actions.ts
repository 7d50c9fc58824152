import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import { useMemo } from 'react'
import { marksDeadline } from '../calendar/deadlines/deadlines.ts'
import { entryOf, freeFrom } from '../calendar/drawer/plan.ts'
import { plannedLength } from '../calendar/drawer/sections.ts'
import { isOccurrence, rowIdOf } from '../calendar/entries/address.ts'
import { useEntryChanges } from '../calendar/entries/changes.ts'
import { useTexts } from '../session/language.tsx'
import { todoTimerSeconds } from '../session/region/timer-minutes.ts'
import { useTimerControl } from '../timers/live/control.ts'
import { useTodoChange } from '../todos/use-todos.ts'
import type { Open } from './dialogs.tsx'
import { dayTexts } from './texts.ts'
import type { Gap } from './timeline/blocks.ts'
import { snapped } from './timeline/geometry.ts'
import { PLAN_STEP_MS } from './timeline/planned-lane.tsx'
import type { Times } from './timeline/time-block.tsx'

interface Plan {
  planned: readonly Gap[]
  todos: readonly Todo[]
  /** The earliest time for a todo planned with a button. */
  earliest: number
  open: (dialog: Open) => void
}

const MINUTE_S = 60
const DAY_S = 86_400

export function usePlanActions({ planned, todos, earliest, open }: Plan) {
  const t = useTexts(dayTexts)
  const control = useTimerControl()
  const { create, move, remove } = useEntryChanges()
  const changeTodo = useTodoChange()
  return useMemo(() => {
    const startTodo = (todo: Todo): void =>
      control.start({
        title: todo.title,
        allocated_duration:
          todo.estimate_minutes === null ? todoTimerSeconds() : todo.estimate_minutes * MINUTE_S,
        todo_id: todo.id,
      })
    return {
      startTodo,
      moveEntry(entry: Schedule, { from, until }: Times): void {
        const body = { start_time: text(from), end_time: text(until) }
        const resetsSingles = Date.parse(entry.start_time) !== from
        if (isOccurrence(entry))
          open({ kind: 'scope', what: 'edit', resetsSingles, choose: to => move(entry, body, to) })
        else if (entry.source_todo_id !== null && resetsSingles)
          open({
            kind: 'moved-deadline',
            title: entry.title,
            start: body.start_time,
            choose: movesDeadline => move(entry, body, 'this', movesDeadline),
          })
        else move(entry, body, 'this')
      },
      deleteEntry(entry: Schedule): void {
        if (isOccurrence(entry))
          open({ kind: 'scope', what: 'delete', resetsSingles: false, choose: to => remove(entry, to) })
        else remove(entry)
      },
      startEntry(entry: Schedule): void {
        const seconds = (Date.parse(entry.end_time) - Date.parse(entry.start_time)) / 1000
        const due = todos.find(({ id }) => id === entry.source_todo_id)
        const todo_id = entry.source_todo_id ?? todoOf(entry, todos)
        if (due && marksDeadline(entry, due)) startTodo(due)
        else
          control.start({
            title: entry.title,
            allocated_duration: Math.round(Math.min(DAY_S, Math.max(MINUTE_S, seconds))),
            schedule_id: rowIdOf(entry),
            tag_ids: entry.tags.map(tag => tag.id),
            ...(todo_id && { todo_id }),
          })
      },
      planTodo(todo: Todo, times?: Times): void {
        const length = plannedLength(todo)
        const from =
          times?.from ?? freeFrom(planned, snapped(earliest + PLAN_STEP_MS / 2, PLAN_STEP_MS), length)
        create(entryOf(todo, { start_time: text(from), end_time: text(times?.until ?? from + length) }))
      },
      finishTodo: (todo: Todo): void => changeTodo(todo.id, { status: 'DONE' }, t.isDone(todo.title)),
    }
  }, [t, control, create, move, remove, changeTodo, planned, todos, earliest, open])
}

const text = (ms: number): string => new Date(ms).toISOString()

/** Returns the id of the only todo with the entry's title; undefined if there is none or more than one. */
function todoOf({ title }: Schedule, todos: readonly Todo[]): string | undefined {
  const [first, ...others] = todos.filter(todo => todo.title === title)
  return others.length === 0 ? first?.id : undefined
}
