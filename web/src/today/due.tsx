// Todos that are due today or overdue: mark as done or start a timer.
import type { Todo } from '@daymark/contract/planning/todos'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { IconButton } from '../design/button.tsx'
import { useHidden } from '../design/deleting/use-removal.ts'
import { dateOf, dateTimeText, timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useToast } from '../design/toast.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useTimerControl } from '../timers/live/control.ts'
import { useDue } from './day.ts'
import { todayTexts } from './texts.ts'

const HALF_HOUR_S = 1800

export function Due() {
  const t = useTexts(todayTexts)
  const query = useDue()
  const hidden = useHidden()
  const data = query.data?.filter(todo => !hidden.has(todo.id))
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
  const deadline = todo.deadline ?? ''
  const overdue = Date.parse(deadline) < Date.now()
  return (
    <li className="row item">
      <input
        type="checkbox"
        aria-label={t.done(todo.title)}
        checked={false}
        onChange={() => finish.mutate()}
      />
      <span className="due-words">
        <span className="due-title" dir="auto">
          {todo.title}
        </span>
        <span className={overdue ? 'overdue' : 'soft'}>
          {dateOf(deadline) === dateOf() ? timeText(deadline, language) : dateTimeText(deadline, language)}
          {overdue ? ` · ${t.overdue}` : ''}
        </span>
      </span>
      <IconButton
        name={t.startOn(todo.title)}
        onClick={() =>
          control.start({ title: todo.title, allocated_duration: HALF_HOUR_S, todo_id: todo.id })
        }
      >
        <Icon name="play" />
      </IconButton>
    </li>
  )
}

/** Removes the todo immediately and puts it back with an error if the change fails. */
function useFinish(todo: Todo) {
  const t = useTexts(todayTexts)
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const key = ['todos', 'due', dateOf()]
  const setStatus = (status: Todo['status']) =>
    client.todos.update({ params: { todo_id: todo.id }, body: { status } })
  const refresh = () => queries.invalidateQueries({ queryKey: ['todos'] })
  return useMutation({
    mutationFn: () => setStatus('DONE'),
    onMutate: () => {
      const before = queries.getQueryData<Todo[]>(key)
      queries.setQueryData<Todo[]>(key, all => all?.filter(each => each.id !== todo.id))
      return before
    },
    onError: (error, _nothing, before) => {
      queries.setQueryData(key, before)
      toast(error.message)
    },
    onSuccess: () =>
      toast(`${t.isDone}: ${todo.title}`, {
        name: t.undo,
        run: () => void setStatus(todo.status).then(refresh),
      }),
    onSettled: refresh,
  })
}
