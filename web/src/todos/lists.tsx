// The rail with smart views, one list per todo group, other people's todos, and a field for a new list.
import type { TagGroup } from '@daymark/contract/planning/tags'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../design/button.tsx'
import { Icon, type IconName } from '../design/icon.tsx'
import { FIRST_COLOR } from '../quick-add/first-todo.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useQuickAdd } from '../sync/use-quick-add.ts'
import { useAction } from '../sync/use-write.ts'
import { todoTexts } from './texts.ts'
import { type Board, OTHERS, SMART_VIEWS, type SmartView, urlOf } from './views.ts'

interface Props {
  groups: readonly TagGroup[]
  /** A list id, a smart view, or one of `OTHERS`. */
  chosen: string | undefined
  /** The current board layout. Links to views that have a board keep it. */
  board: Board | undefined
  choose: (id: string) => void
}

const ICONS: Record<SmartView, IconName> = {
  inbox: 'inbox',
  today: 'today',
  upcoming: 'calendar',
  all: 'todos',
}

/** A rail beside the todos on wide screens, and a row of chips above them on narrow screens. */
export function Lists({ groups, chosen, board, choose }: Props) {
  const t = useTexts(todoTexts)
  const rail = useRef<HTMLElement>(null)
  /**
   * The state of the field for a new list. `first` shows the field and `asked` also focuses it. `left` hides the field
   * and focuses the button that shows it.
   */
  const [adding, setAdding] = useState<'first' | 'asked' | 'left' | undefined>(
    groups.length === 0 ? 'first' : undefined,
  )
  useEffect(() => {
    if (adding === 'left') rail.current?.querySelector('button')?.focus()
  }, [adding])
  const current = (id: string) => (id === chosen ? ('page' as const) : undefined)
  return (
    <nav ref={rail} className="row chip-line todo-rail" aria-label={t.groups}>
      {groups.length === 0
        ? null
        : SMART_VIEWS.map(view => (
            <Link
              key={view}
              href={urlOf(view, board)}
              className="chip plain list-chip smart-view"
              aria-current={current(view)}
            >
              <Icon name={ICONS[view]} size={16} /> {t.views[view]}
            </Link>
          ))}
      {groups.map(group => (
        <Link
          key={group.id}
          href={urlOf(group.id, board)}
          className="chip list-chip"
          aria-current={current(group.id)}
          style={{ '--chip': group.color } as React.CSSProperties}
        >
          <bdi>{group.name}</bdi>
        </Link>
      ))}
      {OTHERS.map(each => (
        <Link
          key={each}
          href={`/todos/${each}`}
          className="chip plain list-chip"
          aria-current={current(each)}
          title={t.othersHints[each]}
        >
          {t.others[each]}
        </Link>
      ))}
      {adding === 'first' || adding === 'asked' ? (
        <NewList
          takesFocus={adding === 'asked'}
          onDone={() => setAdding(undefined)}
          onLeave={() => setAdding('left')}
          choose={choose}
        />
      ) : (
        <Button kind="quiet" onClick={() => setAdding('asked')}>
          <Icon name="plus" /> {t.newList}
        </Button>
      )}
    </nav>
  )
}

interface NewListProps {
  takesFocus: boolean
  onDone: () => void
  onLeave: () => void
  choose: (id: string) => void
}

function NewList({ takesFocus, onDone, onLeave, choose }: NewListProps) {
  const t = useTexts(todoTexts)
  const client = useClient()
  const act = useAction()
  const field = useQuickAdd('list', name =>
    act(live => {
      const body = { name, color: FIRST_COLOR, is_todo_group: true }
      const write = live.write(client.tags.createGroup, { body })
      if (write.id !== null) choose(write.id)
      onDone()
      return write
    }),
  )
  const submit = (event: FormEvent) => {
    field.onSubmit(event)
    if (field.typed.trim() === '') onLeave()
  }
  const { ref: input } = field.inputProps
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus, input])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave()
  }
  return (
    <form className="row new-list-form" onSubmit={submit}>
      <input
        dir="auto"
        className="input new-list"
        aria-label={t.listName}
        placeholder={t.listName}
        maxLength={255}
        onKeyDown={onKeyDown}
        {...field.inputProps}
      />
      <Button type="submit">{t.newList}</Button>
    </form>
  )
}
