import type { Todo } from '@daymark/contract/planning/todos'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { ListSelection } from '../../selection/use-selection.ts'
import { useTexts } from '../../session/language.tsx'
import { todoTimerSeconds } from '../../session/region/timer-minutes.ts'
import { useOwnerName } from '../../sharing/owner.ts'
import { useCommands } from '../../shell/commands.tsx'
import { useTimerControl } from '../../timers/live/control.ts'
import { DragSigns, partOf } from '../drag/drag-signs.tsx'
import { useDrag } from '../drag/use-drag.ts'
import { usePlaceBeside } from '../order/use-order.ts'
import { todoTexts } from '../texts.ts'
import { useDeleteTodo } from '../use-delete-todo.tsx'
import { useTodoChange } from '../use-todos.ts'
import type { Effort } from '../use-totals.ts'
import { type RowActions, TodoRow } from './row.tsx'
import { mayMoveUnder, type Row } from './tree.ts'
import { actionOf } from './tree-keys.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useRowFocus } from './use-row-focus.ts'
import { VirtualRows } from './virtual.tsx'
import { below, isOpen } from './visible.ts'

interface Props {
  todos: Todo[]
  /** All todos, including hidden completed ones. */
  all: Todo[]
  rows: Row[]
  toggle: (row: Row) => void
  selection: ListSelection
  efforts: ReadonlyMap<string, Effort>
  isManual: boolean
  /** Returns the name of a todo's list. Only set in views across lists. */
  listName?: ((groupId: string) => string | undefined) | undefined
  /** The accessible name of the tree. */
  label: string
  /** False while another list has the keyboard shortcuts for the selected todo. */
  hasCommands: boolean
  onFocus: () => void
  /** The id of the todo whose details are shown. */
  opened: string | undefined
  onOpen: (id: string) => void
}

export function TreeView(props: Props) {
  const { todos, all, rows, toggle, selection, efforts, isManual, listName } = props
  const { label, hasCommands, onFocus, opened, onOpen } = props
  const t = useTexts(todoTexts)
  const change = useTodoChange()
  const deleting = useDeleteTodo(all)
  const ownerName = useOwnerName()
  const [current, setCurrent] = useCurrentRow(rows)
  const [editing, setEditing] = useState<string>()

  const move = useCallback(
    (id: string, parent_id: string | null | undefined) => {
      if (parent_id === undefined || !mayMoveUnder(todos, id, parent_id)) return
      change(id, { parent_id })
    },
    [todos, change],
  )
  const tree = useRef<HTMLDivElement>(null)
  useRowFocus(tree)
  const ghost = useRef<HTMLDivElement>(null)
  const parentOf = (id: string | null) => todos.find(todo => todo.id === id)?.parent_id ?? null
  const place = usePlaceBeside(all)
  const { drag, press } = useDrag(tree, ghost, {
    hasEdges: isManual,
    mayDrop: (id, target, edge) =>
      edge
        ? target !== id && mayMoveUnder(todos, id, parentOf(target))
        : parentOf(id) !== target && isSameList(todos, id, target) && mayMoveUnder(todos, id, target),
    onDrop: (id, target, edge) => (edge && target !== null ? place(id, target, edge) : move(id, target)),
    onHold: selection.toggle,
  })
  const finish = useFinish(all, change)
  const start = useStart()
  const actions = useMemo<RowActions>(
    () => ({
      focus: setCurrent,
      toggle,
      finish,
      rename: ({ todo }, title) => change(todo.id, { title }),
      edit: setEditing,
      details: ({ todo }) => onOpen(todo.id),
      start,
      press,
      select: selects(selection.click),
    }),
    [setCurrent, toggle, finish, change, onOpen, start, press, selection.click],
  )
  useTreeCommands(hasCommands ? rows[current] : undefined, actions)

  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))]?.todo.id
    if (next === undefined) return
    setCurrent(next)
    document.getElementById(`todo-${next}`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Focused buttons and the title field handle their own keys.
    if (/^(BUTTON|INPUT)$/.test((event.target as HTMLElement).tagName)) return
    // The selection bar handles Delete while todos are selected.
    if (event.key === 'Delete' && selection.ids.size > 0) return
    if (selection.key(event, rows[current]?.todo.id)) {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'ArrowDown') go(current + 1)
      if (event.key === 'ArrowUp') go(current - 1)
      return
    }
    const act = actionOf(event, rows, current, {
      go,
      toggle,
      finish,
      rename: ({ todo }) => setEditing(todo.id),
      details: actions.details,
      remove: ({ todo }) => deleting.remove(todo),
      nest: ({ todo }, parentId) => move(todo.id, parentId),
      place: isManual ? ({ todo }, beside, edge) => place(todo.id, beside.todo.id, edge) : undefined,
    })
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <div
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        tabIndex={-1}
        ref={tree}
        className={drag ? 'todo-tree is-dragging' : 'todo-tree'}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <VirtualRows
          count={rows.length}
          rows={(first, end) =>
            rows
              .slice(first, end)
              .map((row, offset) => (
                <TodoRow
                  key={row.todo.id}
                  row={row}
                  focused={first + offset === current}
                  selected={selection.ids.has(row.todo.id)}
                  list={listName?.(row.todo.tag_group_id)}
                  selecting={selection.isOn}
                  editing={row.todo.id === editing}
                  opened={row.todo.id === opened}
                  part={partOf(row, drag)}
                  effort={efforts.get(row.todo.id)}
                  owner={row.todo.is_shared ? (ownerName(row.todo.owner_id) ?? t.someoneElse) : undefined}
                  actions={actions}
                />
              ))
          }
        />
      </div>
      {drag ? <DragSigns drag={drag} ghost={ghost} isRoot={isRoot(todos, drag.id)} /> : null}
      {deleting.question}
    </>
  )
}

/** Tells the user how many subtodos are still open, because completing a parent does not complete them. */
function useFinish(all: readonly Todo[], change: ReturnType<typeof useTodoChange>) {
  const t = useTexts(todoTexts)
  return useCallback(
    ({ todo }: Row) => {
      if (todo.status === 'DONE') return change(todo.id, { status: 'UNSCHEDULED' })
      const open = below(all, todo.id).filter(isOpen).length
      const text = `${t.statuses.DONE}: ${todo.title}`
      change(todo.id, { status: 'DONE' }, open > 0 ? `${text} · ${t.stayOpen(open)}` : text)
    },
    [all, change, t],
  )
}

function useStart(): (row: Row) => void {
  const timers = useTimerControl()
  return useCallback(
    ({ todo }: Row) =>
      timers.start({ title: todo.title, allocated_duration: todoTimerSeconds(), todo_id: todo.id }),
    [timers],
  )
}

function useTreeCommands(row: Row | undefined, { details, start }: RowActions): void {
  const t = useTexts(todoTexts)
  useCommands(
    useMemo(() => {
      if (!row) return []
      const forSelected = true
      const open = {
        id: 'todo-details',
        name: t.commandDetails,
        keys: 'e',
        forSelected,
        run: () => details(row),
      }
      if (row.todo.is_shared) return [open]
      return [open, { id: 'todo-start', name: t.commandTimer, keys: 's', forSelected, run: () => start(row) }]
    }, [row, details, start, t]),
  )
}

/** A click on a row's button selects the row only with a modifier key. */
const selects =
  (click: ListSelection['click']): RowActions['select'] =>
  (event, { id }) => {
    const isButton = event.target instanceof Element && event.target.closest('.button') !== null
    return (!isButton || event.shiftKey || event.ctrlKey || event.metaKey) && click(event, id)
  }

/** A todo can only be moved under a todo in the same list. */
const isSameList = (todos: readonly Todo[], id: string, target: string | null): boolean => {
  const listOf = (each: string) => todos.find(todo => todo.id === each)?.tag_group_id
  return target === null || listOf(id) === listOf(target)
}

const isRoot = (todos: readonly Todo[], id: string): boolean =>
  todos.find(todo => todo.id === id)?.parent_id === null
