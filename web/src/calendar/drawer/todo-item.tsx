import type { Todo } from '@daymark/contract/planning/todos'
import { memo, type PointerEvent } from 'react'
import { IconButton } from '../../design/button.tsx'
import { durationText, timeText } from '../../design/format.ts'
import { isSecondClick } from '../../design/forms/second-click.ts'
import { Icon } from '../../design/icon.tsx'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { dueDate, dueText } from '../../todos/due.ts'
import { drawerTexts } from './texts.ts'

/** Pass stable functions. Otherwise every item rerenders whenever the drawer does. */
export interface TodoItemActions {
  onFinish: (todo: Todo) => void
  /** Plans the todo in the next free slot. */
  onPlan: (todo: Todo) => void
  onStart: (todo: Todo) => void
  /** Starts a drag. Not called for presses on the item's buttons and checkbox. */
  onPress?: ((event: PointerEvent, todo: Todo) => void) | undefined
}

interface Props extends TodoItemActions {
  todo: Todo
  today: string
  overdue: boolean
  /** The planned start in epoch milliseconds. */
  planned: number | undefined
}

/** Memoized, because the drawer renders many items. */
export const TodoItem = memo(({ todo, today, overdue, planned, ...on }: Props) => {
  const t = useTexts(drawerTexts)
  const { language } = useLanguage()
  const due = dueWords(todo, { today, language, todayWord: t.today })
  const facts = [
    due && overdue ? `${due} · ${t.overdue}` : due,
    todo.estimate_minutes === null ? undefined : durationText(todo.estimate_minutes * 60_000, language),
  ].filter(Boolean)
  return (
    <li
      className={planned === undefined ? 'row item drawer-item' : 'row item drawer-item is-planned'}
      data-todo={todo.id}
      onPointerDown={event => {
        if (event.target instanceof Element && event.target.closest('button, input')) return
        on.onPress?.(event, todo)
      }}
    >
      <input
        type="checkbox"
        aria-label={t.done(todo.title)}
        checked={false}
        onChange={event => {
          if (!isSecondClick(event)) on.onFinish(todo)
        }}
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
      <IconButton name={t.planTodo(todo.title)} onClick={() => on.onPlan(todo)}>
        <Icon name="calendar" size={16} />
      </IconButton>
      <IconButton name={t.startOn(todo.title)} onClick={() => on.onStart(todo)}>
        <Icon name="play" size={16} />
      </IconButton>
    </li>
  )
})

interface Words {
  today: string
  language: Language
  todayWord: string
}

function dueWords(todo: Todo, { today, language, todayWord }: Words): string | undefined {
  if (dueDate(todo) !== today) return dueText(todo, language)
  return todo.deadline === null ? todayWord : timeText(todo.deadline, language)
}
