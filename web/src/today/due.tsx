// Todos that are due today or overdue: mark as done or start a timer.
import type { Todo } from '@daymark/contract/planning/todos'
import { Link } from 'wouter'
import { IconButton } from '../design/button.tsx'
import { dateOf, timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { type Language, useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { todoTimerSeconds } from '../session/region/timer-minutes.ts'
import { useAction } from '../sync/use-write.ts'
import { useTimerControl } from '../timers/live/control.ts'
import { dueDate, dueText, isOverdue } from '../todos/due.ts'
import { useDue } from './day.ts'
import { todayTexts } from './texts.ts'

export function Due() {
  const t = useTexts(todayTexts)
  const query = useDue()
  const { data } = query
  return (
    <section className="card panel" aria-labelledby="due-title">
      <div className="row spread">
        <h2 id="due-title">{t.due}</h2>
        <Link href="/todos">{t.openTodos}</Link>
      </div>
      <Missing query={query} skeleton={<Skeleton />} />
      {data?.length === 0 ? (
        <Empty title={t.nothingDue}>
          <p>{t.dueHint}</p>
        </Empty>
      ) : null}
      <ul className="plain-list">
        {data?.map(todo => (
          <DueItem key={todo.id} todo={todo} />
        ))}
      </ul>
    </section>
  )
}

function DueItem({ todo }: { todo: Todo }) {
  const t = useTexts(todayTexts)
  const { language } = useLanguage()
  const control = useTimerControl()
  const finish = useFinish(todo)
  const overdue = isOverdue(todo)
  return (
    <li className="row item">
      <input type="checkbox" aria-label={t.done(todo.title)} checked={false} onChange={finish} />
      <span className="due-words">
        <span className="due-title" dir="auto">
          {todo.title}
        </span>
        <span className={overdue ? 'overdue' : 'soft'}>
          {dueDate(todo) === dateOf() ? dueOnDay(todo.deadline, language, t.today) : dueText(todo, language)}
          {overdue ? ` · ${t.overdue}` : ''}
        </span>
      </span>
      <IconButton
        name={t.startOn(todo.title)}
        onClick={() =>
          control.start({ title: todo.title, allocated_duration: todoTimerSeconds(), todo_id: todo.id })
        }
      >
        <Icon name="play" />
      </IconButton>
    </li>
  )
}

/** Returns the time of the deadline, or the word "today" if it has no time. */
const dueOnDay = (deadline: string | null, language: Language, today: string): string =>
  deadline === null ? today : timeText(deadline, language)

/** Marks the todo as done, which removes it from the list. */
function useFinish(todo: Todo): () => void {
  const t = useTexts(todayTexts)
  const client = useClient()
  const act = useAction()
  return () =>
    void act(
      live =>
        live.write(client.todos.update, { params: { todo_id: todo.id }, body: { status: 'DONE' as const } }),
      `${t.isDone}: ${todo.title}`,
    )
}
