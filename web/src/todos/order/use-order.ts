import type { Todo } from '@daymark/contract/planning/todos'
import { useCallback } from 'react'
import { readPreference, useStored, writePreference } from '../../session/storage/preferences.ts'
import { useTodoMoves } from '../use-todos.ts'
import { inManualOrder, moveTo } from './position.ts'

export type Edge = 'before' | 'after'

const isManual = (): boolean => readPreference('todo-order') === 'manual'

/** The choice is stored in the browser, not in the account. */
export const useIsManual = (): boolean => useStored(isManual)

export const chooseOrder = (order: string): void =>
  writePreference('todo-order', order === 'manual' ? 'manual' : undefined)

/** Returns a function that moves a todo next to another one, under the other one's parent. */
export function usePlaceBeside(all: readonly Todo[]): (id: string, target: string, edge: Edge) => void {
  const move = useTodoMoves()
  return useCallback(
    (id, target, edge) => {
      const [todo, beside] = [id, target].map(each => all.find(({ id: other }) => other === each))
      if (!todo || !beside) return
      const siblings = inManualOrder(
        all.filter(each => each.parent_id === beside.parent_id && each.id !== id),
      )
      const at = siblings.findIndex(each => each.id === target) + (edge === 'after' ? 1 : 0)
      const parent = todo.parent_id === beside.parent_id ? undefined : beside.parent_id
      move(moveTo(siblings, id, at), id, parent)
    },
    [all, move],
  )
}
