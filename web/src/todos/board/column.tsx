import type { Todo } from '@daymark/contract/planning/todos'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { isSecondClick } from '../../design/forms/second-click.ts'
import { useTexts } from '../../session/language.tsx'
import { chipStyle } from '../../tags/chip-style.ts'
import { todoTexts } from '../texts.ts'
import { Facts } from '../tree/facts.tsx'
import { isOpen } from '../tree/visible.ts'
import type { Column } from './columns.ts'

/**
 * The initial number of cards per column, and the number that "Show more" adds. More at once would slow the page down.
 */
const MOST = 50

interface Props {
  column: Column
  isTarget: boolean
  /** The `cardId` of the dragged card, without its prefix. */
  dragged: string | undefined
  opened: string | undefined
  parentOf: (todo: Todo) => string | undefined
  cardId: (todo: Todo) => string
  onPress: (event: PointerEvent, todo: Todo) => void
  onKey: (event: KeyboardEvent) => void
  onOpen: (id: string) => void
  onFinish: (todo: Todo) => void
}

export function BoardColumn({ column, isTarget, dragged, opened, ...card }: Props) {
  const t = useTexts(todoTexts)
  const [most, setMost] = useState(MOST)
  const { todos, name, color } = column
  return (
    <section
      className={isTarget ? 'board-column is-target' : 'board-column'}
      data-column={column.id}
      aria-label={t.column(name, todos.length)}
    >
      <h2 className="row spread">
        <span className={color ? 'chip' : ''} style={color ? chipStyle(color) : undefined}>
          <bdi>{name}</bdi>
        </span>
        <span className="soft">{todos.length}</span>
      </h2>
      {todos.length === 0 ? <p className="soft board-empty">{t.columnEmpty}</p> : null}
      <ul className="plain-list board-cards">
        {todos.slice(0, most).map(todo => (
          <Card
            key={todo.id}
            todo={todo}
            isDragged={dragged === `${column.id}|${todo.id}`}
            isOpened={opened === todo.id}
            {...card}
          />
        ))}
      </ul>
      {todos.length > most ? (
        <Button kind="quiet" onClick={() => setMost(most + MOST)}>
          {t.more(Math.min(MOST, todos.length - most))}
        </Button>
      ) : null}
    </section>
  )
}

interface CardProps extends Pick<Props, 'parentOf' | 'cardId' | 'onPress' | 'onKey' | 'onOpen' | 'onFinish'> {
  todo: Todo
  isDragged: boolean
  isOpened: boolean
}

function Card(props: CardProps) {
  const { todo, isDragged, isOpened, parentOf, cardId, onPress, onKey, onOpen, onFinish } = props
  const t = useTexts(todoTexts)
  const parent = parentOf(todo)
  const isDone = !isOpen(todo)
  return (
    <li
      className={`board-item ${isDragged ? 'is-dragged' : ''} ${isOpened ? 'is-opened' : ''} ${isDone ? 'is-done' : ''}`}
      onPointerDown={event => onPress(event, todo)}
    >
      <input
        type="checkbox"
        aria-label={t.done(todo.title)}
        checked={isDone}
        onChange={event => {
          if (!isSecondClick(event)) onFinish(todo)
        }}
      />
      <button
        type="button"
        id={cardId(todo)}
        className="board-card"
        onKeyDown={onKey}
        onClick={() => onOpen(todo.id)}
      >
        <span className="board-title" dir="auto">
          {todo.title}
        </span>
        {parent === undefined ? null : (
          <span className="soft board-parent" dir="auto">
            {t.under(parent)}
          </span>
        )}
        <Facts todo={todo} owner={undefined} effort={undefined} list={undefined} />
      </button>
    </li>
  )
}
