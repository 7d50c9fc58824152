// The field for a new todo.
import { Button } from '../design/button.tsx'
import { dateOf } from '../design/format.ts'
import { useQuickAdd } from '../design/forms/use-quick-add.ts'
import { Icon } from '../design/icon.tsx'
import { useFirstTodo } from '../quick-add/first-todo.ts'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useWrite } from '../sync/use-write.ts'
import { todoTexts } from './texts.ts'
import type { TodoChoice } from './use-todos.ts'

/** The id of the field, which a shortcut focuses. */
export const NEW_TODO = 'new-todo-title'

export function FirstTodo() {
  const add = useFirstTodo()
  return <AddForm field={useQuickAdd('todo:first', title => add({ title }))} />
}

/** In the view of today, a new todo is due today. */
export function NewTodo({ choice, groupId = '' }: { choice: TodoChoice; groupId: string | undefined }) {
  const client = useClient()
  const write = useWrite()
  const { view, tagIds } = choice
  const field = useQuickAdd(`todo:${view ?? groupId}`, title =>
    write(live =>
      live.write(client.todos.create, {
        body: {
          ...{ title, tag_group_id: groupId, tag_ids: tagIds },
          ...(view === 'today' && { deadline: dateOf() }),
        },
      }),
    ),
  )
  return <AddForm field={field} />
}

function AddForm({ field }: { field: ReturnType<typeof useQuickAdd> }) {
  const t = useTexts(todoTexts)
  return (
    <form className="row new-todo" onSubmit={field.onSubmit}>
      <input
        dir="auto"
        id={NEW_TODO}
        className="input"
        aria-label={t.add}
        placeholder={t.addPlaceholder}
        maxLength={255}
        autoComplete="off"
        {...field.inputProps}
      />
      <Button type="submit" kind="primary">
        <Icon name="plus" /> {t.add}
      </Button>
    </form>
  )
}
