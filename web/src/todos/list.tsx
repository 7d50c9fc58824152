import type { TagGroup } from '@daymark/contract/planning/tags'
import type { Todo } from '@daymark/contract/planning/todos'
import { Fragment, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../design/button.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { useTexts } from '../session/language.tsx'
import { BoardView } from './board/board.tsx'
import { TodoBar } from './bulk/todo-bar.tsx'
import { Completed } from './completed.tsx'
import { OpenDetails } from './details/details.tsx'
import { useOpenTodo } from './details/use-open-todo.ts'
import { focusNewTodo, NewTodo } from './new-todo.tsx'
import { inManualOrder } from './order/position.ts'
import { useIsManual } from './order/use-order.ts'
import { todoTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { type Row, toRows } from './tree/tree.ts'
import { TreeView } from './tree/tree-view.tsx'
import { useShowNew } from './tree/use-show-new.ts'
import { countsOf, doneLast, isOpen, visible } from './tree/visible.ts'
import { type TodoChoice, useTodos } from './use-todos.ts'
import { useTotals } from './use-totals.ts'
import { type Board, OTHERS, smartViewOf } from './views.ts'

interface Props {
  /** A list id, a smart view, or one of `OTHERS`. */
  id: string
  lists: readonly TagGroup[]
  /** The list that new todos in smart views belong to, unless their line names another one. */
  first: string | undefined
  board: Board | undefined
}

export function OneList({ id, lists, first, board }: Props) {
  const t = useTexts(todoTexts)
  const view = smartViewOf(id)
  const others = OTHERS.find(each => each === id)
  const [tagIds, setTagIds] = useState<string[]>([])
  const [showDone, setShowDone] = useState(false)
  const choice = useMemo<TodoChoice>(
    () => ({ groupId: others || view ? undefined : id, view, tagIds, from: others ?? 'mine' }),
    [id, view, tagIds, others],
  )
  const { query, todos } = useTodos(choice)
  const chosenOrder = useIsManual()
  const isManual = chosenOrder && others === undefined && view === undefined
  const all = useMemo(() => (isManual ? inManualOrder(todos) : doneLast(todos)), [todos, isManual])
  const shown = useMemo(() => visible(all), [all])
  const done = useMemo(() => completedOf(all, shown), [all, shown])
  const counts = useMemo(() => countsOf(all), [all])
  const efforts = useTotals(choice.groupId)
  const { rows, toggle } = useRows(shown)
  const doneRows = useMemo(() => (showDone ? toRows(done, NONE) : []), [done, showDone])
  const isBoard = board !== undefined && others === undefined
  const selectable = useMemo(
    () =>
      isBoard ? [] : [...rows, ...doneRows].filter(({ todo }) => !todo.is_shared).map(({ todo }) => todo.id),
    [rows, doneRows, isBoard],
  )
  const selection = useSelection(selectable)
  const details = useOpenTodo()
  // Marks the row first, because the form and the narrower list take longer to render.
  const shownDetails = useDeferredValue(details.id)
  const [active, setActive] = useState<'open' | 'done'>('open')
  const showNew = useShowNew(rows)
  const listName = view ? (group: string) => lists.find(each => each.id === group)?.name : undefined
  const tree = { all, selection, efforts, listName, opened: details.id, onOpen: details.open }
  return (
    <div className="todos-view">
      <div className="todos-content">
        {others || view === 'upcoming' ? null : (
          <NewTodo choice={choice} groupId={view ? first : id} onAdded={showNew} />
        )}
        <Toolbar
          {...{ tagIds, setTagIds, board, selection }}
          hasBoard={others === undefined}
          hasOrder={others === undefined && view === undefined && !isBoard}
          isManual={isManual}
          hasSelect={selectable.length > 0}
        />
        <Missing query={query} skeleton={<Skeleton lines={7} height={30} />} />
        {query.data && shown.length === 0 && !(isBoard && all.length > 0) ? (
          <div className="card">
            <Empty title={others ? t.othersEmpty[others] : view ? t.viewsEmpty[view] : t.empty}>
              <p>{others ? t.othersEmptyHints[others] : view ? t.viewsHints[view] : t.emptyHint}</p>
              {others || view === 'upcoming' ? null : <Button onClick={focusNewTodo}>{t.writeFirst}</Button>}
              {others === 'shared' ? (
                <Link href="/people" className="button">
                  {t.findPeople}
                </Link>
              ) : null}
            </Empty>
          </div>
        ) : null}
        {isBoard && all.length > 0 ? (
          <BoardView
            by={board}
            todos={all}
            tags={lists.filter(group => view || group.id === id).flatMap(group => group.tags)}
            onOpen={details.open}
            opened={details.id}
          />
        ) : null}
        {!isBoard && shown.length > 0 ? (
          <section className="card tree-card">
            <TreeView
              {...tree}
              {...{ todos: shown, rows, toggle, isManual }}
              label={t.tree}
              hasCommands={active === 'open' || doneRows.length === 0}
              onFocus={() => setActive('open')}
            />
          </section>
        ) : null}
        {!isBoard && done.length > 0 ? (
          <Completed count={done.length} isOpen={showDone} onToggle={() => setShowDone(!showDone)}>
            <section className="card tree-card">
              <TreeView
                {...tree}
                {...{ todos: done, rows: doneRows, toggle: () => {}, isManual: false }}
                label={t.completed}
                hasCommands={active === 'done'}
                onFocus={() => setActive('done')}
              />
            </section>
          </Completed>
        ) : null}
        <TodoBar all={all} total={selectable.length} selection={selection} />
        {query.data ? (
          <p className="soft row spread todo-stats">
            <span>
              {t.stats(counts.open, counts.done)}
              {counts.byTag.map(([name, count]) => (
                <Fragment key={name}>
                  {' '}
                  · <bdi>{name}</bdi> {count}
                </Fragment>
              ))}
            </span>
            {others ? null : (
              <span className="wide-only">{isBoard ? t.boardKeys : isManual ? t.manualKeys : t.keys}</span>
            )}
          </p>
        ) : null}
      </div>
      {shownDetails === undefined ? null : (
        <OpenDetails key={shownDetails} id={shownDetails} all={all} onClose={details.close} />
      )}
    </div>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Completed and canceled todos that the tree does not show, with the last completed one first. */
function completedOf(all: readonly Todo[], shown: readonly Todo[]): Todo[] {
  const ids = new Set(shown.map(todo => todo.id))
  return doneLast(
    all.filter(todo => !ids.has(todo.id) && !isOpen(todo) && todo.include_reason !== 'ANCESTOR'),
  )
}

/** Returns the visible rows, and a function that collapses or expands a todo. */
function useRows(todos: readonly Todo[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => toRows(todos, closed), [todos, closed])
  const toggle = useCallback(
    ({ todo }: Row) => setClosed(all => all.symmetricDifference(new Set([todo.id]))),
    [],
  )
  return { rows, toggle }
}
