import type { Client } from '@daymark/client'
import type { Todo } from '@daymark/contract/planning/todos'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { dateOf } from '../design/format.ts'
import { useClient } from '../session/provider.tsx'
import { FOLLOWED } from '../session/storage/followed.ts'
import { timezone } from '../session/storage/preferences.ts'
import { publicFrom } from '../sharing/whose.ts'
import { useShownEntries } from '../sync/context.ts'
import { listWith } from '../sync/overlay/lists.ts'
import { useAction } from '../sync/use-write.ts'
import { useTagOf } from '../tags/use-tags.ts'
import type { Move } from './order/position.ts'
import { inView, type SmartView } from './views.ts'

export type TodoChanges = NonNullable<Parameters<Client['todos']['update']>[0]['body']>

export interface TodoChoice {
  groupId: string | undefined
  /** A view across all lists. If set, `groupId` is undefined. */
  view?: SmartView | undefined
  tagIds: string[]
  /** `shared` means todos that are shared with the user, and `discover` means all public todos. */
  from: 'mine' | 'shared' | 'discover'
}

const keyOf = ({ groupId, view, tagIds, from }: TodoChoice) => [
  ...['todos', 'list', groupId ?? (view ? 'every' : ''), tagIds.join(), from],
]

export function useTodos(choice: TodoChoice) {
  const client = useClient()
  const query = useQuery({
    ...(choice.from === 'mine' && FOLLOWED),
    queryKey: keyOf(choice),
    enabled: choice.from !== 'mine' || choice.groupId !== undefined || choice.view !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const discover = choice.from === 'discover'
      const todos = await client.todos.list({
        query: {
          timezone: timezone(),
          ...(choice.from === 'mine'
            ? choice.view === undefined && { group_ids: [choice.groupId ?? ''] }
            : { scope: 'shared' as const, ...publicFrom(discover) }),
          ...(choice.tagIds.length > 0 && { tag_ids: choice.tagIds }),
        },
      })
      return discover ? todos.filter(todo => todo.visibility_level === 'public') : todos
    },
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  /** The user's own lists include pending todos, even if the list itself failed to load. */
  const todos = useMemo(() => {
    const loaded = query.data ?? NONE
    if (choice.from !== 'mine') return loaded
    const shown = listWith('todo', loaded, entries, { tag, accepts: todo => isIn(todo, choice) })
    return choice.view ? inView(shown, choice.view, dateOf()) : shown
  }, [query.data, entries, tag, choice])
  return { query, todos }
}

const NONE: readonly Todo[] = []

/** True if the todo belongs in the list. Ancestors of matches belong there regardless of their tags. */
const isIn = (todo: Todo, { groupId, view, tagIds }: TodoChoice): boolean =>
  (view ? !todo.is_shared : todo.tag_group_id === groupId) &&
  (todo.include_reason === 'ANCESTOR' || tagIds.every(id => todo.tags.some(tag => tag.id === id)))

/** Sends new positions. `id` is the moved todo, which may also get another parent. */
export function useTodoMoves(): (
  moves: readonly Move[],
  id: string,
  parent_id: string | null | undefined,
) => void {
  const client = useClient()
  const act = useAction()
  return useCallback(
    (moves, id, parent_id) =>
      void act(live =>
        moves.map(({ id: todo_id, position }) =>
          live.write(client.todos.update, {
            params: { todo_id },
            body: { position, ...(todo_id === id && parent_id !== undefined && { parent_id }) },
          }),
        ),
      ),
    [act, client],
  )
}

/** If `said` is set, shows it as a toast with "Undo". */
export function useTodoChange(): (
  id: string,
  body: TodoChanges,
  said?: string,
  /** Ends the series. Only valid with a status that completes or cancels a repeating todo. */
  series?: 'end',
) => void {
  const client = useClient()
  const act = useAction()
  return useCallback(
    (id, body, said, series) =>
      void act(
        live =>
          live.write(client.todos.update, {
            params: { todo_id: id },
            body,
            ...(series && { query: { series } }),
          }),
        said,
      ),
    [act, client],
  )
}
