// Deleting a todo with a way back. Of one that has others below it, it is asked first what becomes of those.
import type { Todo } from '@daymark/contract/planning/todos'
import { type ReactNode, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useRemoval } from '../design/deleting/use-removal.ts'
import { Dialog } from '../design/dialog.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { todoTexts } from './texts.ts'
import { below } from './tree/visible.ts'

interface TodoRemoval {
  remove: (todo: Todo) => void
  /** What is asked at the moment. */
  question: ReactNode
}

export function useTodoRemoval(todos: readonly Todo[]): TodoRemoval {
  const t = useTexts(todoTexts)
  const client = useClient()
  const removeLater = useRemoval('todos', 'schedules')
  const [asking, setAsking] = useState<Todo>()
  const send = ({ id }: Todo) => client.todos.remove({ params: { todo_id: id } })

  const removeAll = (todo: Todo) => {
    const others = below(todos, todo.id)
    removeLater({
      id: todo.id,
      also: others.map(each => each.id),
      text: t.removedAll(others.length + 1),
      undo: t.undo,
      run: () => Promise.all([todo, ...others].map(send)),
    })
  }
  const removeOne = (todo: Todo) => {
    const children = todos.filter(each => each.parent_id === todo.id)
    removeLater({
      id: todo.id,
      text: children.length > 0 ? t.removedKept(todo.title, children.length) : t.removed(todo.title),
      undo: t.undo,
      run: async () => {
        await send(todo)
        // The server takes children to the top level; here they move up by one.
        const { parent_id } = todo
        if (parent_id === null) return
        const rise = ({ id }: Todo) => client.todos.update({ params: { todo_id: id }, body: { parent_id } })
        await Promise.all(children.map(rise))
      },
    })
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
      <div className="row">
        <Button onClick={choose(onOne)}>{t.removeOne}</Button>
        <Button kind="danger" onClick={choose(onAll)}>
          {t.removeAll(count + 1)}
        </Button>
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  )
}
