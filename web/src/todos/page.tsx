import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { readPreference, useStored } from '../session/storage/preferences.ts'
import { useCommands } from '../shell/commands.tsx'
import { shellTexts } from '../shell/texts.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { OneList } from './list.tsx'
import { Lists } from './lists.tsx'
import './todos.css'
import { FirstTodo, focusNewTodo } from './new-todo.tsx'
import { todoTexts } from './texts.ts'
import { boardIn, OTHERS, smartViewOf, urlOf, viewIn } from './views.ts'

export default function Todos() {
  const shell = useTexts(shellTexts)
  const t = useTexts(todoTexts)
  const groups = useTagGroups()
  const [location, navigate] = useLocation()
  const lists = (groups.data ?? []).filter(group => group.is_todo_group)
  const usual = useStored(() => readPreference('default-list'))
  const first = (lists.find(({ id }) => id === usual) ?? lists[0])?.id
  const wanted = viewIn(location)
  const board = boardIn(useSearch())
  const hasNoLists = groups.data !== undefined && lists.length === 0
  // The list in an old URL may have been deleted. Without lists, smart views have nothing to show.
  const isKnown = (id: string) =>
    (smartViewOf(id) && !hasNoLists) || OTHERS.some(each => each === id) || lists.some(each => each.id === id)
  const chosen = wanted !== undefined && isKnown(wanted) ? wanted : first
  useCommands(
    useMemo(
      () => [
        {
          id: 'new-todo',
          name: t.commandNew,
          keys: 'n',
          run: focusNewTodo,
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
          <Lists groups={lists} chosen={chosen} board={board} choose={id => navigate(urlOf(id, board))} />
        ) : null}
        <div className="todos-content">
          {hasNoLists && chosen === undefined ? (
            <>
              <FirstTodo />
              <div className="card">
                <Empty title={t.noLists}>
                  <p>{t.noListsHint}</p>
                </Empty>
              </div>
            </>
          ) : null}
          {chosen === undefined ? null : (
            <OneList key={chosen} id={chosen} lists={lists} first={first} board={board} />
          )}
        </div>
      </div>
    </div>
  )
}
