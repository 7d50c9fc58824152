// The field uses the quick-add syntax.
import type { QuickAdd } from '@daymark/quick-add/quick-add'
import { useLayoutEffect } from 'react'
import { dateOf } from '../design/format.ts'
import { LineField } from '../quick-add/field.tsx'
import { useFirstTodo } from '../quick-add/first-todo.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import type { WriteProgress } from '../session/unsent/quick-add.ts'
import { useAction } from '../sync/use-write.ts'
import { todoTexts } from './texts.ts'
import type { TodoChoice } from './use-todos.ts'

export const NEW_TODO = 'new-todo-title'
const LONGEST_TITLE = 255

export const focusNewTodo = (): void => document.getElementById(NEW_TODO)?.focus()

export function FirstTodo() {
  const add = useFirstTodo()
  // The first todo replaces this field with the field of its new list. Moves the focus there, so that the user can keep
  // typing.
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id === NEW_TODO) queueMicrotask(focusNewTodo)
    },
    [],
  )
  return (
    <TodoField draft="todo:first" onCreate={line => (line.kind === 'todo' ? add(line.draft) : undefined)} />
  )
}

interface NewTodoProps {
  choice: TodoChoice
  groupId: string | undefined
  onAdded: (id: string) => void
}

/** In the view "Due today", new todos are due today unless the line says otherwise. */
export function NewTodo({ choice, groupId, onAdded }: NewTodoProps) {
  const client = useClient()
  const act = useAction()
  const { view, tagIds } = choice
  const onCreate = (line: QuickAdd) => {
    if (line.kind !== 'todo') return undefined
    const { tag_group_id, tag_ids = [], ...fields } = line.draft
    // While a list is shown, the new todo goes to another list only if the line names that list. A tag of another list
    // is not enough.
    const isNamed = view !== undefined || line.chips.some(({ type }) => type === 'group')
    const list = (isNamed ? tag_group_id : undefined) ?? groupId
    // The lists have not loaded yet.
    if (list === undefined) return undefined
    return act(live => {
      const write = live.write(client.todos.create, {
        body: {
          ...(view === 'today' && { deadline: dateOf() }),
          ...fields,
          tag_group_id: list,
          tag_ids: [...new Set([...tagIds, ...tag_ids])],
        },
      })
      if (write.id) onAdded(write.id)
      return write
    })
  }
  return <TodoField draft={`todo:${view ?? groupId}`} groupId={groupId} onCreate={onCreate} />
}

interface Props {
  draft: string
  groupId?: string | undefined
  onCreate: (line: QuickAdd) => WriteProgress | undefined
}

function TodoField({ draft, groupId, onCreate }: Props) {
  const t = useTexts(todoTexts)
  return (
    <LineField
      draft={draft}
      onCreate={onCreate}
      options={{ groupId, only: 'todo' }}
      texts={{ label: t.add, placeholder: t.addPlaceholder, add: t.add }}
      inputId={NEW_TODO}
      longest={LONGEST_TITLE}
      className="new-todo"
    />
  )
}
