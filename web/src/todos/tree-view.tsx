// The tree by keyboard, mouse and dragging.
import type { Todo } from '@daymark/contract/todos'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useToast } from '../design/toast.tsx'
import { useHidden, useRemoval } from '../design/use-removal.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useTimerControl } from '../timers/control.ts'
import { TodoDetails } from './details.tsx'
import { DragSigns, partOf } from './drag-signs.tsx'
import { type RowActions, TodoRow } from './row.tsx'
import { todoTexts } from './texts.ts'
import { mayMoveUnder, parentWhenIndented, parentWhenOutdented, type Row, toRows } from './tree.ts'
import { useDrag } from './use-drag.ts'
import { type TodoChoice, useTodoChanges } from './use-todos.ts'
import { VirtualRows } from './virtual.tsx'

const HALF_HOUR_S = 1800

export function TreeView({ todos, choice }: { todos: Todo[]; choice: TodoChoice }) {
  const t = useTexts(todoTexts)
  const client = useClient()
  const toast = useToast()
  const timers = useTimerControl()
  const { change } = useTodoChanges(choice)
  const hidden = useHidden()
  const remove = useRemoval('todos', 'schedules')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [focus, setFocus] = useState(0)
  const [editing, setEditing] = useState<number>()
  const [details, setDetails] = useState<Todo>()
  const rows = useMemo(
    () =>
      toRows(
        todos.filter(todo => !hidden.has(todo.id)),
        closed,
      ),
    [todos, hidden, closed],
  )
  const { mutate } = change

  const move = useCallback(
    (id: string, parent_id: string | null | undefined) => {
      if (parent_id === undefined || !mayMoveUnder(todos, id, parent_id)) return
      mutate({ id, body: { parent_id } })
    },
    [todos, mutate],
  )
  const tree = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const { drag, press } = useDrag(tree, ghost, {
    mayDrop: (id, target) =>
      todos.find(todo => todo.id === id)?.parent_id !== target && mayMoveUnder(todos, id, target),
    onDrop: move,
  })
  const toggle = useCallback(
    (row: Row) => setClosed(all => all.symmetricDifference(new Set([row.todo.id]))),
    [],
  )
  const finish = useCallback(
    ({ todo }: Row) => {
      const status = todo.status === 'DONE' ? 'UNSCHEDULED' : 'DONE'
      mutate({ id: todo.id, body: { status } })
      if (status === 'DONE') {
        toast(`${t.statuses.DONE}: ${todo.title}`, {
          name: t.undo,
          run: () => mutate({ id: todo.id, body: { status: todo.status } }),
        })
      }
    },
    [mutate, toast, t],
  )
  const actions = useMemo<RowActions>(
    () => ({
      focus: setFocus,
      toggle,
      finish,
      rename: ({ todo }, title) => mutate({ id: todo.id, body: { title } }),
      edit: setEditing,
      details: ({ todo }) => setDetails(todo),
      start: ({ todo }) =>
        timers.start({ title: todo.title, allocated_duration: HALF_HOUR_S, todo_id: todo.id }),
      press,
    }),
    [toggle, finish, mutate, timers, press],
  )

  const deleteTodo = (todo: Todo) =>
    remove({
      id: todo.id,
      text: t.removed(todo.title),
      undo: t.undo,
      run: () => client.todos.remove({ params: { todo_id: todo.id } }),
    })
  const go = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setFocus(next)
    document.getElementById(`todo-${rows[next]?.todo.id}`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[focus]
    // A focused button acts for itself; so does the field in which a title is being typed, except for Tab.
    const inside = (event.target as HTMLElement).tagName
    if (!row || inside === 'BUTTON' || (inside === 'INPUT' && event.key !== 'Tab')) return
    const { todo } = row
    const keys = new Map<string, () => void>([
      ['ArrowDown', () => go(focus + 1)],
      ['ArrowUp', () => go(focus - 1)],
      ['Home', () => go(0)],
      ['End', () => go(rows.length - 1)],
      ['ArrowRight', () => (row.children > 0 && !row.open ? toggle(row) : go(focus + 1))],
      [
        'ArrowLeft',
        () => (row.open ? toggle(row) : go(rows.findIndex(each => each.todo.id === todo.parent_id))),
      ],
      ['Enter', () => setEditing(focus)],
      [
        'Tab',
        () =>
          move(todo.id, event.shiftKey ? parentWhenOutdented(rows, focus) : parentWhenIndented(rows, focus)),
      ],
      [' ', () => finish(row)],
      ['Delete', () => deleteTodo(todo)],
    ])
    const act = keys.get(event.key)
    // Tab nests only where nesting is possible; elsewhere it leaves the tree, as everywhere on the web.
    const cannotNest =
      event.key === 'Tab' &&
      (event.shiftKey ? parentWhenOutdented(rows, focus) : parentWhenIndented(rows, focus)) === undefined
    if (!act || cannotNest || (todo.is_shared && !event.key.startsWith('Arrow'))) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <div
        role="tree"
        aria-label={t.tree}
        tabIndex={-1}
        ref={tree}
        className={drag ? 'todo-tree is-dragging' : 'todo-tree'}
        onKeyDown={onKeyDown}
      >
        <VirtualRows
          count={rows.length}
          rows={(first, end) =>
            rows.slice(first, end).map((row, offset) => {
              const index = first + offset
              return (
                <TodoRow
                  key={row.todo.id}
                  row={row}
                  index={index}
                  focused={index === Math.min(focus, rows.length - 1)}
                  editing={index === editing}
                  part={partOf(row, drag)}
                  actions={actions}
                />
              )
            })
          }
        />
      </div>
      {drag ? <DragSigns drag={drag} ghost={ghost} isRoot={isRoot(todos, drag.id)} /> : null}
      {details ? (
        <TodoDetails
          todo={details}
          choice={choice}
          onRemove={() => deleteTodo(details)}
          onClose={() => setDetails(undefined)}
        />
      ) : null}
    </>
  )
}

const isRoot = (todos: readonly Todo[], id: string): boolean =>
  todos.find(todo => todo.id === id)?.parent_id === null
