// The Todos page: lists, tree, tag filter with dimmed ancestors, counts.
import type { TagGroup } from '@daymark/contract/planning/tags'
import type { Todo } from '@daymark/contract/planning/todos'
import { Fragment, useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { SelectButton } from '../selection/bar.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { useTexts } from '../session/language.tsx'
import { readPreference, useStored } from '../session/storage/preferences.ts'
import { useCommands } from '../shell/commands.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { TodoBar } from './bulk/todo-bar.tsx'
import { Lists } from './lists.tsx'
import './todos.css'
import { FirstTodo, NEW_TODO, NewTodo } from './new-todo.tsx'
import { inManualOrder } from './order/position.ts'
import { chooseOrder, useIsManual } from './order/use-order.ts'
import { todoTexts } from './texts.ts'
import { type Row, toRows } from './tree/tree.ts'
import { TreeView } from './tree/tree-view.tsx'
import { countsOf, doneLast, visible } from './tree/visible.ts'
import { type TodoChoice, useTodos } from './use-todos.ts'
import { useTotals } from './use-totals.ts'
import { OTHERS, smartViewOf, viewIn } from './views.ts'

export default function Todos() {
  const shell = useTexts(shellTexts)
  const t = useTexts(todoTexts)
  const groups = useTagGroups()
  const [location, navigate] = useLocation()
  const lists = (groups.data ?? []).filter(group => group.is_todo_group)
  const usual = useStored(() => readPreference('default-list'))
  const first = (lists.find(({ id }) => id === usual) ?? lists[0])?.id
  const wanted = viewIn(location)
  // The list of an old URL may have been deleted.
  const isKnown = (id: string) =>
    smartViewOf(id) || OTHERS.some(each => each === id) || lists.some(each => each.id === id)
  const chosen = wanted !== undefined && isKnown(wanted) ? wanted : first
  useCommands(
    useMemo(
      () => [
        {
          id: 'new-todo',
          name: t.commandNew,
          keys: 'n',
          run: () => document.getElementById(NEW_TODO)?.focus(),
        },
      ],
      [t],
    ),
  )
  return (
    <div className="page">
      <h1>{shell.pages.todos}</h1>
      <Missing query={groups} skeleton={<Skeleton lines={2} height={30} />} />
      <div className="todos-layout">
        {groups.data ? (
          <Lists groups={lists} chosen={chosen} choose={id => navigate(`/todos/${id}`)} />
        ) : null}
        <div className="todos-content">
          {groups.data && lists.length === 0 && chosen === undefined ? (
            <>
              <FirstTodo />
              <div className="card">
                <Empty title={t.noLists}>
                  <p>{t.noListsHint}</p>
                </Empty>
              </div>
            </>
          ) : null}
          {chosen === undefined ? null : <OneList key={chosen} id={chosen} lists={lists} first={first} />}
        </div>
      </div>
    </div>
  )
}

interface ListProps {
  /** The id of a list, a smart view, or one of `OTHERS`. */
  id: string
  lists: readonly TagGroup[]
  /** The list of new todos in smart views. */
  first: string | undefined
}

function OneList({ id, lists, first }: ListProps) {
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
  const shown = useMemo(() => visible(all, showDone), [all, showDone])
  const counts = useMemo(() => countsOf(all), [all])
  const efforts = useTotals(choice.groupId)
  const { rows, toggle } = useRows(shown)
  const selectable = useMemo(
    () => rows.filter(({ todo }) => !todo.is_shared).map(({ todo }) => todo.id),
    [rows],
  )
  const selection = useSelection(selectable)
  const listName = (group: string) => lists.find(each => each.id === group)?.name
  return (
    <>
      {others || view === 'upcoming' ? null : <NewTodo choice={choice} groupId={view ? first : id} />}
      <div className="row spread">
        <TagFilter chosen={tagIds} choose={setTagIds} />
        {others || view ? null : (
          <select
            className="input todo-order"
            aria-label={t.order}
            value={isManual ? 'manual' : 'automatic'}
            onChange={event => chooseOrder(event.target.value)}
          >
            <option value="automatic">{t.orders.automatic}</option>
            <option value="manual">{t.orders.manual}</option>
          </select>
        )}
        <label className="row">
          <input type="checkbox" checked={showDone} onChange={event => setShowDone(event.target.checked)} />{' '}
          {t.showDone}
        </label>
        {selectable.length > 0 ? <SelectButton selection={selection} /> : null}
      </div>
      <Missing query={query} skeleton={<Skeleton lines={7} height={30} />} />
      {query.data && shown.length === 0 ? (
        <div className="card">
          <Empty title={others ? t.othersEmpty[others] : view ? t.viewsEmpty[view] : t.empty}>
            <p>{others ? t.othersHints[others] : view ? t.viewsHints[view] : t.emptyHint}</p>
          </Empty>
        </div>
      ) : null}
      {shown.length > 0 ? (
        <section className="card tree-card">
          <TreeView
            todos={shown}
            all={all}
            rows={rows}
            toggle={toggle}
            selection={selection}
            efforts={efforts}
            isManual={isManual}
            listName={view ? listName : undefined}
          />
        </section>
      ) : null}
      <TodoBar all={all} total={selectable.length} selection={selection} />
      {query.data ? (
        <p className="soft row spread">
          <span>
            {t.stats(counts.open, counts.done, showDone)}
            {counts.byTag.map(([name, count]) => (
              <Fragment key={name}>
                {' '}
                · <bdi>{name}</bdi> {count}
              </Fragment>
            ))}
          </span>
          {others ? null : <span className="wide-only">{isManual ? t.manualKeys : t.keys}</span>}
        </p>
      ) : null}
    </>
  )
}

/** The visible rows. The user can close todos that have subtodos. */
function useRows(todos: readonly Todo[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => toRows(todos, closed), [todos, closed])
  const toggle = useCallback(
    ({ todo }: Row) => setClosed(all => all.symmetricDifference(new Set([todo.id]))),
    [],
  )
  return { rows, toggle }
}

function TagFilter({ chosen, choose }: { chosen: string[]; choose: (ids: string[]) => void }) {
  const t = useTexts(todoTexts)
  const tags = (useTagGroups().data ?? []).flatMap(group => group.tags)
  return (
    <fieldset className="row bare-fieldset chip-line" aria-label={t.filter}>
      {tags.map(tag => (
        <button
          key={tag.id}
          type="button"
          className="chip list-chip"
          aria-pressed={chosen.includes(tag.id)}
          style={{ '--chip': tag.color } as React.CSSProperties}
          onClick={() =>
            choose(chosen.includes(tag.id) ? chosen.filter(id => id !== tag.id) : [...chosen, tag.id])
          }
        >
          <bdi>{tag.name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}
