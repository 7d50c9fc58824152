import type { Todo } from '@daymark/contract/planning/todos'
import { type MouseEvent, memo, type PointerEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../design/button.tsx'
import { isSecondClick } from '../../design/forms/second-click.ts'
import { Icon } from '../../design/icon.tsx'
import { useTexts } from '../../session/language.tsx'
import type { DragPart } from '../drag/drag-signs.tsx'
import { todoTexts } from '../texts.ts'
import type { Effort } from '../use-totals.ts'
import { Facts } from './facts.tsx'
import type { Row } from './tree.ts'

export interface RowActions {
  focus(id: string): void
  toggle(row: Row): void
  finish(row: Row): void
  rename(row: Row, title: string): void
  edit(id: string | undefined): void
  details(row: Row): void
  start(row: Row): void
  press(event: PointerEvent, todo: Todo): void
  /** Returns true if the click selects the todo instead of opening it. */
  select(event: MouseEvent, todo: Todo): boolean
}

interface Props {
  row: Row
  focused: boolean
  selected: boolean
  /** True while clicks select todos. The checkbox then shows the selection instead of the status. */
  selecting: boolean
  editing: boolean
  /** True while the todo's details are shown. */
  opened: boolean
  /** The row's role in a drag: the dragged todo, or the drop target. Undefined for other rows. */
  part: DragPart | undefined
  /** The owner's name if the todo belongs to someone else. */
  owner: string | undefined
  /** Includes the todo's descendants. Undefined if no time is tracked or estimated, or the totals are not loaded. */
  effort: Effort | undefined
  /** The name of the todo's list, in views across lists. */
  list: string | undefined
  actions: RowActions
}

export const TodoRow = memo(function TodoRow(props: Props) {
  const { row, focused, selected, selecting, editing, opened, part, owner, effort, list, actions } = props
  const t = useTexts(todoTexts)
  const { todo, level, children, open } = row
  const isDone = todo.status === 'DONE' || todo.status === 'CANCELLED'
  const faded = todo.include_reason === 'ANCESTOR'
  return (
    <div
      role="treeitem"
      id={`todo-${todo.id}`}
      aria-level={level}
      aria-setsize={row.siblings}
      aria-posinset={row.place}
      aria-selected={selected}
      aria-expanded={children > 0 ? open : undefined}
      tabIndex={focused ? 0 : -1}
      className={`todo-row ${isDone ? 'is-done' : ''} ${faded ? 'is-ancestor' : ''} ${part ? `is-${part}` : ''} ${selected ? 'is-selected' : ''} ${opened ? 'is-opened' : ''}`}
      style={{ paddingLeft: (level - 1) * 24 }}
      onFocus={() => actions.focus(todo.id)}
      onClickCapture={event => {
        if (editing) return
        const isControl = event.target instanceof Element && event.target.closest('button, input') !== null
        if (!actions.select(event, todo)) return isControl ? undefined : actions.details(row)
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={event => {
        if (!editing && !todo.is_shared) actions.press(event, todo)
      }}
    >
      {children > 0 ? (
        <IconButton
          tabIndex={-1}
          name={open ? t.close(todo.title) : t.open(todo.title)}
          onClick={() => actions.toggle(row)}
        >
          <Icon name={open ? 'down' : 'right'} size={15} />
        </IconButton>
      ) : (
        <span className="todo-gap" />
      )}
      {selecting && !todo.is_shared ? (
        // Inert, because the row itself is clicked, focused and announced as selected.
        <input type="checkbox" inert aria-hidden="true" tabIndex={-1} checked={selected} readOnly />
      ) : (
        <input
          type="checkbox"
          tabIndex={-1}
          disabled={todo.is_shared}
          aria-label={t.done(todo.title)}
          checked={isDone}
          onChange={event => {
            if (!isSecondClick(event)) actions.finish(row)
          }}
        />
      )}
      <div className="todo-main">
        {editing ? (
          <TitleInput row={row} actions={actions} />
        ) : (
          <Title
            row={row}
            onOpen={() => actions.details(row)}
            onRename={todo.is_shared ? undefined : () => actions.edit(todo.id)}
          />
        )}
        <Facts todo={todo} owner={owner} effort={effort} list={list} />
      </div>
      {owner === undefined ? (
        <IconButton tabIndex={focused ? 0 : -1} name={t.start(todo.title)} onClick={() => actions.start(row)}>
          <Icon name="play" size={15} />
        </IconButton>
      ) : null}
      <IconButton
        tabIndex={focused ? 0 : -1}
        name={owner === undefined ? t.edit(todo.title) : t.show(todo.title)}
        onClick={() => actions.details(row)}
      >
        <Icon name="more" size={15} />
      </IconButton>
    </div>
  )
})

interface TitleProps {
  row: Row
  onOpen: () => void
  onRename: (() => void) | undefined
}

/** A mouse click renames in place. A tap opens the todo, because taps on a phone are rarely meant to edit. */
const Title = ({ row, onOpen, onRename = onOpen }: TitleProps) => (
  <button
    type="button"
    tabIndex={-1}
    className="todo-title"
    dir="auto"
    onClick={event => (isTouch(event) ? onOpen() : onRename())}
  >
    {row.todo.title}
  </button>
)

/** True for a tap. If the browser reports no pointer type for clicks, checks whether the primary pointer can hover. */
function isTouch({ nativeEvent }: MouseEvent): boolean {
  const { pointerType } = nativeEvent as { pointerType?: string }
  return pointerType ? pointerType === 'touch' : matchMedia('(hover: none)').matches
}

function TitleInput({ row, actions }: { row: Row; actions: RowActions }) {
  const t = useTexts(todoTexts)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  // Escape closes the field, which also triggers a blur event that would save the title. Only the first of the two
  // events counts.
  const isOver = useRef(false)
  const end = (isSaved: boolean) => {
    if (isOver.current) return
    isOver.current = true
    const title = input.current?.value.trim() ?? ''
    if (isSaved && title !== '' && title !== row.todo.title) actions.rename(row, title)
    actions.edit(undefined)
  }
  return (
    <input
      ref={input}
      className="input todo-title"
      aria-label={t.titleOf}
      dir="auto"
      maxLength={255}
      defaultValue={row.todo.title}
      onBlur={() => end(true)}
      onKeyDown={event => {
        event.stopPropagation()
        if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
        event.preventDefault()
        end(event.key === 'Enter')
        document.getElementById(`todo-${row.todo.id}`)?.focus()
      }}
    />
  )
}
