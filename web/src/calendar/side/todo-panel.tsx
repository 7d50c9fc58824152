import type { Todo } from '@daymark/contract/planning/todos'
import { Draggable } from '@fullcalendar/react/interaction'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { dateOf } from '../../design/format.ts'
import { useStable } from '../../design/rendering/use-stable.ts'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { todoTimerSeconds } from '../../session/region/timer-minutes.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { useAction } from '../../sync/use-write.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { useTimerControl } from '../../timers/live/control.ts'
import { deadlineTexts } from '../deadlines/texts.ts'
import { Drawer } from '../drawer/drawer.tsx'
import { entryOf, freeFrom } from '../drawer/plan.ts'
import { plannedLength } from '../drawer/sections.ts'
import { useEntryChanges } from '../entries/changes.ts'
import type { Dates } from '../entries/entries.ts'
import { entrySpan } from '../entries/span.ts'
import { morningOf, nextHour } from '../grid/planning.ts'
import { shownBetween } from '../grid/use-source.ts'

interface Props {
  todos: readonly Todo[]
  dates: Dates
}

export function TodoPanel({ todos, dates }: Props) {
  const t = useTexts(deadlineTexts)
  const client = useClient()
  const act = useAction()
  const control = useTimerControl()
  const { create } = useEntryChanges()
  const entries = usePlanned(dates)
  const open = useMemo(
    () => todos.filter(({ status }) => status !== 'DONE' && status !== 'CANCELLED'),
    [todos],
  )
  const root = useTodoDragging(open)
  const today = dateOf()
  function plan(todo: Todo): void {
    const isVisible = dates.start <= today && today < dates.end
    const earliest = isVisible ? nextHour(Date.now()) : morningOf(dates.start, timezone())
    const length = plannedLength(todo)
    const taken = entries().flatMap(entry => {
      const { start, end } = entrySpan(entry, timezone())
      return entry.all_day || entry.is_shared ? [] : [{ from: start, until: end }]
    })
    const from = freeFrom(taken, earliest.start, length)
    create(
      entryOf(todo, {
        start_time: new Date(from).toISOString(),
        end_time: new Date(from + length).toISOString(),
      }),
    )
  }
  const actions = useStable({
    onFinish: (todo: Todo) =>
      act(
        live => live.write(client.todos.update, { params: { todo_id: todo.id }, body: { status: 'DONE' } }),
        t.done(todo.title),
      ),
    onPlan: plan,
    onStart: (todo: Todo) =>
      control.start({
        title: todo.title,
        allocated_duration: todo.estimate_minutes === null ? todoTimerSeconds() : todo.estimate_minutes * 60,
        todo_id: todo.id,
      }),
  })
  return (
    <div ref={root} className="calendar-todos">
      <Drawer className="" todos={open} today={today} {...actions} />
    </div>
  )
}

/** Returns a function that reads the entries, because they are needed only when a todo is planned. */
function usePlanned(dates: Dates) {
  const queries = useQueryClient()
  const waiting = useShownEntries()
  const tag = useTagOf()
  return () => shownBetween(queries, dates, { zone: timezone(), discover: false, waiting, tag })
}

/** Makes the todos draggable with FullCalendar. The grid handles the drop, because only it knows the time. */
function useTodoDragging(todos: readonly Todo[]) {
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(todos)
  latest.current = todos
  useEffect(() => {
    if (!root.current) return
    const draggable = new Draggable(root.current, {
      itemSelector: '[data-todo]',
      longPressDelay: 350,
      eventData: element => {
        const todo = latest.current.find(({ id }) => id === element.dataset['todo'])
        return {
          title: todo?.title ?? '',
          duration: todo ? plannedLength(todo) : 0,
          create: false,
        }
      },
    })
    return () => draggable.destroy()
  }, [])
  return root
}
