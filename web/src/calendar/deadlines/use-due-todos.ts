import type { Todo } from '@daymark/contract/planning/todos'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../session/provider.tsx'
import { FOLLOWED } from '../../session/storage/followed.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { listWith } from '../../sync/overlay/lists.ts'
import { useTagOf } from '../../tags/use-tags.ts'

/**
 * The Todos page uses the same key for its views across all lists if no tag filter is set, so both share one query.
 */
const KEY = ['todos', 'list', 'every', '', 'mine']

export function useDueTodos() {
  const client = useClient()
  const query = useQuery({
    ...FOLLOWED,
    queryKey: KEY,
    queryFn: () => client.todos.list({ query: { timezone: timezone() } }),
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const todos = useMemo<readonly Todo[]>(
    () => listWith('todo', query.data ?? NONE, entries, { tag, accepts: todo => !todo.is_shared }),
    [query.data, entries, tag],
  )
  const due = useMemo(
    () =>
      new Map(
        todos
          .filter(({ deadline, deadline_date }) => deadline !== null || deadline_date !== null)
          .map(todo => [todo.id, todo]),
      ),
    [todos],
  )
  return { query, todos, due }
}

const NONE: readonly Todo[] = []
