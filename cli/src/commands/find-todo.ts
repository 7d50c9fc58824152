// Finds a todo by its number in the last printed list, by its id, or by part of its title.
import type { Context } from '../context.ts'
import { openTodos } from '../day/data.ts'
import { Failure } from '../failure.ts'
import { readList } from '../session/copy.ts'
import type { Session } from '../session/session.ts'
import type { TodoShape } from '../view/items.ts'
import { plain } from '../view/width.ts'

const MOST_SHOWN = 8
/** Text that may be the start of an id. Shorter text is not compared with ids. */
const ID = /^[0-9a-f-]{8,}$/i
const NUMBER = /^[1-9]\d{0,3}$/

export async function findTodo(session: Session, context: Context): Promise<TodoShape> {
  const text = context.words.join(' ').trim()
  const todos = openTodos(session)
  const found = await candidates(text, todos, session, context)
  if (found.length === 1 && found[0]) return found[0]
  const { errors } = context.t
  if (found.length === 0) throw new Failure('not_found', errors.noTodo(text), errors.listHint)
  const titles = found.slice(0, MOST_SHOWN).map(({ title }) => `\n  ${plain(title)}`)
  throw new Failure('not_found', `${errors.severalTodos(text)}${titles.join('')}`)
}

async function candidates(
  text: string,
  todos: readonly TodoShape[],
  session: Session,
  { t }: Context,
): Promise<readonly TodoShape[]> {
  if (NUMBER.test(text)) {
    const id = (await readList(session.folder))[Number(text) - 1]
    if (id === undefined) throw new Failure('not_found', t.errors.noNumber(text), t.errors.listHint)
    return todos.filter(todo => todo.id === id)
  }
  return byText(text, todos)
}

/**
 * Matches by id, then by whole title, then by the start of the title, then by any part of it. Returns the matches of
 * the first rule that has any.
 */
export function byText<T extends { id: string; title: string | null }>(
  text: string,
  items: readonly T[],
): T[] {
  const wanted = folded(text)
  const title = (item: T) => folded(item.title ?? '')
  const kinds = [
    (item: T) => ID.test(text) && item.id.startsWith(text.toLowerCase()),
    (item: T) => title(item) === wanted,
    (item: T) => title(item).startsWith(wanted),
    (item: T) => title(item).includes(wanted),
  ]
  for (const matches of kinds) {
    const found = items.filter(matches)
    if (found.length > 0) return found
  }
  return []
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
