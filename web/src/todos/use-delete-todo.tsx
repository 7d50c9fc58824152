// Deletions can be undone. A dialog asks whether to delete subtodos too.
import type { LiveConnection } from '@daymark/client'
import type { Todo } from '@daymark/contract/planning/todos'
import { type ReactNode, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useAction } from '../sync/use-write.ts'
import { todoTexts } from './texts.ts'
import { below } from './tree/visible.ts'

interface DeleteTodo {
  remove: (todo: Todo) => void
  /** The dialog that asks about subtodos, while it is open. */
  question: ReactNode
}

/** `todos` must contain the subtodos. Calls `onRemoved` after a deletion, but not if the user cancels it. */
export function useDeleteTodo(todos: readonly Todo[], onRemoved?: () => void): DeleteTodo {
  const t = useTexts(todoTexts)
  const client = useClient()
  const act = useAction()
  const [asking, setAsking] = useState<Todo>()
  const send = (live: LiveConnection, { id }: Todo) =>
    live.write(client.todos.remove, { params: { todo_id: id } })

  const removeAll = (todo: Todo) => {
    const others = below(todos, todo.id)
    // Deletes children first, so that undo restores the parent before them.
    const inOrder = [todo, ...others].toReversed()
    act(live => inOrder.map(each => send(live, each)), t.removedAll(inOrder.length))
    onRemoved?.()
  }
  const removeOne = (todo: Todo) => {
    const children = todos.filter(each => each.parent_id === todo.id)
    // Moves the children to the deleted todo's parent, because the server would move them to the top level.
    const { parent_id } = todo
    const risen = parent_id === null ? [] : children
    act(
      live => [
        ...risen.map(({ id }) =>
          live.write(client.todos.update, { params: { todo_id: id }, body: { parent_id } }),
        ),
        send(live, todo),
      ],
      children.length > 0 ? t.removedKept(todo.title, children.length) : t.removed(todo.title),
    )
    onRemoved?.()
  }
  return {
    remove: todo => (below(todos, todo.id).length > 0 ? setAsking(todo) : removeOne(todo)),
    question: asking ? (
      <Question
        title={asking.title}
        count={below(todos, asking.id).length}
        onAll={() => removeAll(asking)}
        onOne={() => removeOne(asking)}
        onClose={() => setAsking(undefined)}
      />
    ) : null,
  }
}

interface QuestionProps {
  title: string
  count: number
  onAll: () => void
  onOne: () => void
  onClose: () => void
}

function Question({ title, count, onAll, onOne, onClose }: QuestionProps) {
  const t = useTexts(todoTexts)
  const choose = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Dialog title={t.removeTitle(title)} onClose={onClose}>
      <p>{t.removeHint(count)}</p>
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button onClick={choose(onOne)}>{t.removeOne}</Button>
        <Button kind="danger" onClick={choose(onAll)}>
          {t.removeAll(count + 1)}
        </Button>
      </div>
    </Dialog>
  )
}
