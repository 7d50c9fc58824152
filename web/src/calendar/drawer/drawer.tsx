import type { Todo } from '@daymark/contract/planning/todos'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Empty } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { chipStyle } from '../../tags/chip-style.ts'
import { useTagGroups } from '../../tags/use-tags.ts'
import { isOverdue } from '../../todos/due.ts'
import './drawer.css'
import { SECTIONS, sectionsOf } from './sections.ts'
import { drawerTexts } from './texts.ts'
import { TodoItem, type TodoItemActions } from './todo-item.tsx'

interface Props extends TodoItemActions {
  todos: readonly Todo[]
  today: string
  /** Maps titles to planned start times in epoch milliseconds. */
  planned?: ReadonlyMap<string, number> | undefined
  className?: string
  notice?: ReactNode
  /** Replaces the empty state. */
  welcome?: ReactNode
  /**
   * True renders the lists in a later frame, so that the drawer opens quickly. Use false while a page loads, because
   * late lists would move the content below.
   */
  opensFirst?: boolean
  /** Undefined if the drawer cannot be closed. */
  onClose?: (() => void) | undefined
}

/** Sections that start expanded. */
const OPEN = new Set<string>(['overdue', 'today', 'noDate'])

export function Drawer(props: Props) {
  const {
    todos,
    today,
    className = 'day-drawer card',
    notice,
    welcome,
    opensFirst,
    onClose,
    ...actions
  } = props
  const t = useTexts(drawerTexts)
  const [wanted, setWanted] = useState('')
  const groups = useTagGroups().data
  const isDrawn = useDeferredValue(true, !opensFirst)
  // The typed letter appears first, because rendering the lists takes longer.
  const searched = useDeferredValue(wanted)
  const found = useMemo(() => matching(todos, searched), [todos, searched])
  const sections = useMemo(() => sectionsOf(found, today), [found, today])
  const byList = useMemo(() => Map.groupBy(found, todo => todo.tag_group_id), [found])
  const lists = (groups ?? []).filter(group => byList.has(group.id))
  return (
    <aside className={`drawer ${className}`} aria-label={t.todos}>
      <div className="row spread drawer-head">
        <h2>{t.todos}</h2>
        <span className="row">
          <Link href="/todos">{t.openTodos}</Link>
          {onClose ? (
            <Button kind="quiet" className="icon drawer-close" aria-label={t.closeTodos} onClick={onClose}>
              <Icon name="close" />
            </Button>
          ) : null}
        </span>
      </div>
      <input
        type="search"
        dir="auto"
        className="input drawer-search"
        aria-label={t.findTodo}
        placeholder={t.findTodo}
        value={wanted}
        onChange={event => setWanted(event.target.value)}
      />
      <div className="drawer-lists" aria-busy={searched !== wanted || !isDrawn}>
        {notice}
        {welcome}
        {todos.length === 0 && !welcome ? (
          <Empty title={t.noTodos}>
            <p>{t.noTodosHint}</p>
            <Link href="/todos" className="button">
              {t.addTodo}
            </Link>
          </Empty>
        ) : null}
        {(isDrawn ? SECTIONS : NO_SECTIONS).map(name => (
          <Section
            key={name}
            title={t.sections[name]}
            todos={sections.get(name) ?? []}
            isOpen={OPEN.has(name)}
            today={today}
            empty={name === 'today' && todos.length > 0 && wanted === '' ? t.nothingDue : undefined}
            {...actions}
          />
        ))}
        {(isDrawn ? lists : NO_SECTIONS).map(group => (
          <Section
            key={group.id}
            title={group.name}
            color={group.color}
            todos={byList.get(group.id) ?? []}
            isOpen={false}
            today={today}
            {...actions}
          />
        ))}
      </div>
    </aside>
  )
}

const NO_SECTIONS: readonly never[] = []

/** How many todos a section shows at first, and how many "Show more" adds. More at once would slow the page down. */
const MOST = 40

interface SectionProps extends TodoItemActions {
  title: string
  color?: string
  todos: readonly Todo[]
  today: string
  planned?: ReadonlyMap<string, number> | undefined
  isOpen: boolean
  /** Shown in an empty section. Without it, an empty section is hidden. */
  empty?: string | undefined
}

function Section(props: SectionProps) {
  const { title, color, todos, planned, isOpen: isFirstOpen, empty, ...item } = props
  const t = useTexts(drawerTexts)
  const [isOpen, setOpen] = useState(isFirstOpen)
  const [most, setMost] = useState(MOST)
  if (todos.length === 0 && empty === undefined) return null
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={color ? 'chip' : ''} style={color ? chipStyle(color) : undefined}>
          <bdi>{title}</bdi>
        </span>
        <span className="soft">{todos.length}</span>
      </summary>
      {todos.length === 0 ? <p className="soft drawer-empty">{empty}</p> : null}
      {isOpen ? (
        <ul className="plain-list">
          {todos.slice(0, most).map(todo => (
            <TodoItem
              key={todo.id}
              todo={todo}
              overdue={isOverdue(todo)}
              planned={planned?.get(todo.title)}
              {...item}
            />
          ))}
        </ul>
      ) : null}
      {isOpen && todos.length > most ? (
        <Button kind="quiet" onClick={() => setMost(most + MOST)}>
          {t.showMore(todos.length - most)}
        </Button>
      ) : null}
    </details>
  )
}

function matching(todos: readonly Todo[], wanted: string): readonly Todo[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return todos
  return todos.filter(({ title }) => words.every(word => title.toLowerCase().includes(word)))
}
