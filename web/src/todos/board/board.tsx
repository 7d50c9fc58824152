import type { Tag } from '@daymark/contract/planning/tags'
import type { Todo } from '@daymark/contract/planning/todos'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useTexts } from '../../session/language.tsx'
import type { Point } from '../drag/press.ts'
import { useDrag } from '../drag/use-drag.ts'
import { todoTexts } from '../texts.ts'
import { useTodoChange } from '../use-todos.ts'
import type { Board } from '../views.ts'
import './board.css'
import { BoardColumn } from './column.tsx'
import { columnsOf, moveBetween } from './columns.ts'
import { useCardFocus } from './use-card-focus.ts'

interface Props {
  by: Board
  todos: readonly Todo[]
  tags: readonly Tag[]
  opened: string | undefined
  onOpen: (id: string) => void
}

export function BoardView({ by, todos, tags, opened, onOpen }: Props) {
  const t = useTexts(todoTexts)
  const change = useTodoChange()
  const board = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const columns = useMemo(() => columnsOf(by, todos, tags, t), [by, todos, tags, t])
  const titles = useMemo(() => new Map(todos.map(todo => [todo.id, todo.title])), [todos])
  const focusAfterMove = useCardFocus(board, todoOf)

  const move = (key: string, to: string) => {
    const [from = '', id = ''] = key.split(SEPARATOR)
    const todo = todos.find(each => each.id === id)
    const name = columns.find(column => column.id === to)?.name
    const changes = todo && moveBetween(by, todo, from, to)
    if (changes && name !== undefined) change(id, changes, t.movedTo(todo.title, name))
    return changes !== undefined
  }
  const { drag, press } = useDrag(board, ghost, {
    hasEdges: false,
    mayDrop: (key, target) => target !== null && !key.startsWith(target + SEPARATOR),
    onDrop: (key, target) => target !== null && move(key, target),
    onHold: key => onOpen(todoOf(key)),
    targetAt: columnAt,
    onRoll: at => roll(board.current, at),
  })

  function onKeyDown(event: KeyboardEvent): void {
    const card = event.currentTarget
    const step = STEPS[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return
    const key = card.id.slice(PREFIX.length)
    const at = columns.findIndex(column => key.startsWith(column.id + SEPARATOR))
    event.preventDefault()
    if (!event.altKey) focusBeside(board.current, card, step)
    const to = columns[at + step.x]?.id
    if (!event.altKey || step.x === 0 || to === undefined || !move(key, to)) return
    focusAfterMove(`${PREFIX}${to}${SEPARATOR}${todoOf(key)}`)
  }

  return (
    <>
      <div ref={board} className={drag ? 'board is-dragging' : 'board'}>
        {columns.map(column => (
          <BoardColumn
            key={column.id}
            column={column}
            isTarget={drag?.target === column.id}
            dragged={drag?.id}
            opened={opened}
            parentOf={todo => (todo.parent_id === null ? undefined : titles.get(todo.parent_id))}
            cardId={todo => PREFIX + column.id + SEPARATOR + todo.id}
            onPress={(event, todo) =>
              press(event, { id: column.id + SEPARATOR + todo.id, title: todo.title })
            }
            onKey={onKeyDown}
            onOpen={onOpen}
            onFinish={todo => change(todo.id, { status: todo.status === 'DONE' ? 'UNSCHEDULED' : 'DONE' })}
          />
        ))}
      </div>
      {drag ? (
        <div ref={ghost} className="drag-ghost" aria-hidden="true">
          <bdi>{drag.title}</bdi>
        </div>
      ) : null}
    </>
  )
}

const PREFIX = 'card-'
const SEPARATOR = '|'

const todoOf = (key: string): string => key.split(SEPARATOR)[1] ?? ''

const STEPS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Focuses the card above or below. For a sideways move, focuses the nearest card in the next column that has cards. */
function focusBeside(board: HTMLElement | null, card: Element, { x, y }: { x: number; y: number }): void {
  const columns = [...(board?.querySelectorAll('.board-column') ?? [])]
  const cardsOf = (column: Element | undefined) => [
    ...(column?.querySelectorAll<HTMLElement>('.board-card') ?? []),
  ]
  const column = columns.findIndex(each => each.contains(card))
  const own = cardsOf(columns[column])
  const row = own.indexOf(card as HTMLElement)
  if (y !== 0) own[row + y]?.focus()
  for (let at = column + x; x !== 0 && at >= 0 && at < columns.length; at += x) {
    const cards = cardsOf(columns[at])
    if (cards.length === 0) continue
    cards[Math.min(row, cards.length - 1)]?.focus()
    break
  }
}

function columnAt({ x, y }: Point) {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')
  return { target: column?.dataset['column'], edge: undefined }
}

const EDGE_PX = 48
const STEP_PX = 12

/** Scrolls sideways while a dragged card is at the edge of the board. */
function roll(board: HTMLElement | null, { x }: Point): void {
  if (!board) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE_PX) board.scrollLeft -= STEP_PX
  else if (x > right - EDGE_PX) board.scrollLeft += STEP_PX
}
