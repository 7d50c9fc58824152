import type { Todo } from '@daymark/contract/planning/todos'
import { type ComponentProps, useMemo } from 'react'
import { useDeleteTodo } from '../use-delete-todo.tsx'
import { useTodos } from '../use-todos.ts'
import { TodoDetails } from './form.tsx'

interface Props extends Pick<ComponentProps<typeof TodoDetails>, 'Frame'> {
  todo: Todo
  onClose: () => void
}

/**
 * Loads all todos of the list, because the shown page may contain only some of the subtodos that a deletion asks about.
 * If they cannot be loaded, for example offline, only the todo itself can be deleted.
 */
export function OwnTodo({ todo, onClose, ...frame }: Props) {
  const { tag_group_id } = todo
  const choice = useMemo(() => ({ groupId: tag_group_id, tagIds: [], from: 'mine' as const }), [tag_group_id])
  const { query, todos } = useTodos(choice)
  // Closes the details after the answer, because the question is part of them.
  const deleting = useDeleteTodo(todos, onClose)
  return (
    <>
      <TodoDetails
        {...frame}
        todo={todo}
        onRemove={query.isLoading ? undefined : () => deleting.remove(todo)}
        onClose={onClose}
      />
      {deleting.question}
    </>
  )
}
