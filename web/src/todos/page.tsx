// The Todos page: lists, tree, tag filter with dimmed ancestors, counts.
import { Fragment, useMemo, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useQuickAdd } from '../design/forms/use-quick-add.ts'
import { Icon } from '../design/icon.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { readPreference, useStored } from '../session/storage/preferences.ts'
import { useCommands } from '../shell/commands.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useWrite } from '../sync/use-write.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { Lists, OTHERS } from './lists.tsx'
import './todos.css'
import { inManualOrder } from './order/position.ts'
import { chooseOrder, useIsManual } from './order/use-order.ts'
import { todoTexts } from './texts.ts'
import { TreeView } from './tree/tree-view.tsx'
import { countsOf, doneLast, visible } from './tree/visible.ts'
import { type TodoChoice, useTodos } from './use-todos.ts'
import { useTotals } from './use-totals.ts'

const NEW_TODO = 'new-todo-title'

export default function Todos() {
  const shell = useTexts(shellTexts)
  const t = useTexts(todoTexts)
  const groups = useTagGroups()
  const [wanted, setWanted] = useState<string>()
  const lists = (groups.data ?? []).filter(group => group.is_todo_group)
  const usual = useStored(() => readPreference('default-list'))
  const chosen = wanted ?? (lists.find(({ id }) => id === usual) ?? lists[0])?.id
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
      {groups.data ? <Lists groups={lists} chosen={chosen} choose={setWanted} /> : null}
      {groups.data && lists.length === 0 && wanted === undefined ? (
        <div className="card">
          <Empty title={t.noLists}>
            <p>{t.noListsHint}</p>
          </Empty>
        </div>
      ) : null}
      {chosen === undefined ? null : <OneList key={chosen} id={chosen} />}
    </div>
  )
}

function OneList({ id }: { id: string }) {
  const t = useTexts(todoTexts)
  const others = OTHERS.find(each => each === id)
  const [tagIds, setTagIds] = useState<string[]>([])
  const [showDone, setShowDone] = useState(false)
  const choice = useMemo<TodoChoice>(
    () => ({ groupId: others ? undefined : id, tagIds, from: others ?? 'mine' }),
    [id, tagIds, others],
  )
  const query = useTodos(choice)
  const { data } = query
  const chosenOrder = useIsManual()
  const isManual = chosenOrder && others === undefined
  const all = useMemo(() => (isManual ? inManualOrder(data ?? []) : doneLast(data ?? [])), [data, isManual])
  const shown = useMemo(() => visible(all, showDone), [all, showDone])
  const counts = useMemo(() => countsOf(all), [all])
  const efforts = useTotals(choice.groupId)
  return (
    <>
      {others ? null : <NewTodo choice={choice} groupId={id} />}
      <div className="row spread">
        <TagFilter chosen={tagIds} choose={setTagIds} />
        {others ? null : (
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
      </div>
      <Missing query={query} skeleton={<Skeleton lines={7} height={30} />} />
      {data && shown.length === 0 ? (
        <div className="card">
          <Empty title={others ? t.othersEmpty[others] : t.empty}>
            <p>{others ? t.othersHints[others] : t.emptyHint}</p>
          </Empty>
        </div>
      ) : null}
      {shown.length > 0 ? (
        <section className="card tree-card">
          <TreeView todos={shown} all={all} efforts={efforts} isManual={isManual} />
        </section>
      ) : null}
      {data ? (
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

function NewTodo({ choice, groupId }: { choice: TodoChoice; groupId: string }) {
  const t = useTexts(todoTexts)
  const client = useClient()
  const write = useWrite()
  const field = useQuickAdd(`todo:${groupId}`, title =>
    write(live =>
      live.write(client.todos.create, { body: { title, tag_group_id: groupId, tag_ids: choice.tagIds } }),
    ),
  )
  return (
    <form className="row new-todo" onSubmit={field.onSubmit}>
      <input
        dir="auto"
        id={NEW_TODO}
        className="input"
        aria-label={t.add}
        placeholder={t.addPlaceholder}
        maxLength={255}
        autoComplete="off"
        {...field.inputProps}
      />
      <Button type="submit" kind="primary">
        <Icon name="plus" /> {t.add}
      </Button>
    </form>
  )
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
