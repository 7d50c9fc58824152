// A todo in the drawer: mark as done, plan, start a timer, or drag it into the plan.
import type { Todo } from '@daymark/contract/planning/todos'
import { IconButton } from '../../design/button.tsx'
import { dateOf, durationText, timeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { dueDate, dueText, isOverdue } from '../../todos/due.ts'
import { dayTexts } from '../texts.ts'
import { PLAN_STEP_MS } from '../timeline/planned-lane.tsx'
import type { Times } from '../timeline/time-block.tsx'
import { useDragParts } from '../timeline/use-time-drag.ts'
import { plannedLength } from './sections.ts'

export interface TodoItemActions {
  day: { from: number; to: number }
  /** When a todo is in the plan of this day, in epoch milliseconds. */
  plannedAt: (todo: Todo) => number | undefined
  onFinish: (todo: Todo) => void
  /** Plans a todo at these times, or in the next free slot. */
  onPlan: (todo: Todo, times?: Times) => void
  onStart: (todo: Todo) => void
}

export function TodoItem({
  todo,
  day,
  plannedAt,
  onFinish,
  onPlan,
  onStart,
}: TodoItemActions & { todo: Todo }) {
  const t = useTexts(dayTexts)
  const { language } = useLanguage()
  const { press } = useDragParts()
  const overdue = isOverdue(todo)
  const planned = plannedAt(todo)
  const due = dueWords(todo, language, t.today)
  const facts = [
    due && overdue ? `${due} · ${t.overdue}` : due,
    todo.estimate_minutes === null ? undefined : durationText(todo.estimate_minutes * 60_000, language),
  ].filter(Boolean)
  return (
    <li
      className={planned === undefined ? 'row item drawer-item' : 'row item drawer-item is-planned'}
      onPointerDown={event => {
        if (event.target instanceof Element && event.target.closest('button, input')) return
        press(event, {
          ...{ key: todo.id, lane: 'planned', mode: 'place', title: todo.title },
          ...{ from: 0, until: plannedLength(todo), step: PLAN_STEP_MS, min: day.from, max: day.to },
          onDrop: times => onPlan(todo, times),
        })
      }}
    >
      <input
        type="checkbox"
        aria-label={t.done(todo.title)}
        checked={false}
        onChange={() => onFinish(todo)}
      />
      <span className="due-words">
        <span className="due-title" dir="auto">
          {todo.title}
        </span>
        {facts.length > 0 ? (
          <span className={overdue ? 'overdue due-facts' : 'soft due-facts'}>{facts.join(' · ')}</span>
        ) : null}
        {planned === undefined ? null : (
          <span className="due-facts due-planned">
            <Icon name="check" size={13} /> {t.plannedAt(timeText(planned, language))}
          </span>
        )}
      </span>
      <IconButton name={t.planTodo(todo.title)} onClick={() => onPlan(todo)}>
        <Icon name="calendar" size={16} />
      </IconButton>
      <IconButton name={t.startOn(todo.title)} onClick={() => onStart(todo)}>
        <Icon name="play" size={16} />
      </IconButton>
    </li>
  )
}

/** Returns the time of a deadline today, "Today" if it has no time, otherwise the date. */
function dueWords(todo: Todo, language: Language, today: string): string | undefined {
  if (dueDate(todo) !== dateOf()) return dueText(todo, language)
  return todo.deadline === null ? today : timeText(todo.deadline, language)
}
