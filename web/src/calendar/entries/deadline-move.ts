// Moves only the deadline. The todo's entries keep their times.
import type { Todo } from '@daymark/contract/planning/todos'
import { useCallback } from 'react'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { useAction } from '../../sync/use-write.ts'
import { deadlineTexts } from '../deadlines/texts.ts'

export function useDeadlineMove(): (todo: Todo, deadline: string) => void {
  const t = useTexts(deadlineTexts)
  const client = useClient()
  const act = useAction()
  return useCallback(
    (todo, deadline) =>
      act(live => {
        const moved = live.write(client.todos.update, { params: { todo_id: todo.id }, body: { deadline } })
        // Restores the planned times, because the server moves a todo's entries with its deadline.
        const kept = todo.schedules.map(({ id, all_day, ...entry }) =>
          live.write(client.schedules.update, {
            params: { schedule_id: id },
            body: {
              all_day,
              start_time: entry.start_date ?? entry.start_time,
              end_time: entry.end_date ?? entry.end_time,
            },
          }),
        )
        return [moved, ...kept]
      }, t.moved(todo.title)),
    [act, client, t],
  )
}
