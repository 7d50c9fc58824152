// Queries for todos, and optimistic changes that roll back with an error.
import type { Client } from '@daymark/client'
import type { Todo } from '@daymark/contract/planning/todos'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { designTexts } from '../design/texts.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { timezone } from '../session/storage/preferences.ts'
import { publicFrom } from '../sharing/whose.ts'
import { answered, type Shown, shownOf, staysInPlace, withTodo } from './change.ts'

type TodoChanges = NonNullable<Parameters<Client['todos']['update']>[0]['body']>
type NewTodo = Parameters<Client['todos']['create']>[0]['body']

interface TodoChange {
  id: string
  body: TodoChanges
  /** An open form shows the error itself. */
  isTold?: boolean
}

export interface TodoChoice {
  groupId: string | undefined
  tagIds: string[]
  /** `shared`: todos shared with me. `discover`: all public todos. */
  from: 'mine' | 'shared' | 'discover'
}

const keyOf = ({ groupId, tagIds, from }: TodoChoice) => ['todos', 'list', groupId ?? '', tagIds.join(), from]

export function useTodos(choice: TodoChoice) {
  const client = useClient()
  return useQuery({
    queryKey: keyOf(choice),
    enabled: choice.from !== 'mine' || choice.groupId !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const discover = choice.from === 'discover'
      const todos = await client.todos.list({
        query: {
          timezone: timezone(),
          ...(choice.from === 'mine'
            ? { group_ids: [choice.groupId ?? ''] }
            : { scope: 'shared' as const, ...publicFrom(discover) }),
          ...(choice.tagIds.length > 0 && { tag_ids: choice.tagIds }),
        },
      })
      return discover ? todos.filter(todo => todo.visibility_level === 'public') : todos
    },
  })
}

export function useTodoChanges(choice: TodoChoice) {
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const t = useTexts(designTexts)
  const key = keyOf(choice)
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['todos'] })
    void queries.invalidateQueries({ queryKey: ['schedules'] })
  }
  /** Does not reload thousands of todos after each change; other pages reload when they are opened. */
  const settle = (answer: Todo) => {
    queries.setQueryData<Todo[]>(key, all => all && withTodo(all, answer.id, old => answered(old, answer)))
    void queries.invalidateQueries({ queryKey: ['todos'], refetchType: 'none' })
    void queries.invalidateQueries({ queryKey: ['schedules'] })
  }

  const change = useMutation({
    mutationFn: ({ id, body }: TodoChange) => client.todos.update({ params: { todo_id: id }, body }),
    onMutate: async ({ id, body }) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<Todo[]>(key)
      const shown = shownOf(body as Shown)
      queries.setQueryData<Todo[]>(key, all => all && withTodo(all, id, each => ({ ...each, ...shown })))
      return before
    },
    onError: (error, asked, before) => {
      queries.setQueryData(key, before)
      // Offers a retry, so that the user does not have to repeat the change.
      if (!asked.isTold) toast(error.message, { name: t.again, run: () => change.mutate(asked) })
      refresh()
    },
    onSuccess: (answer, { body }) => {
      if (staysInPlace(body)) settle(answer)
      else refresh()
    },
  })

  /** Rejects if the server has not stored it, so that the field keeps the text. */
  const create = (body: NewTodo): Promise<Todo> => client.todos.create({ body }).finally(refresh)
  return { change, create }
}
