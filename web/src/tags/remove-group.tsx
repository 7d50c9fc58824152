// Asks before deleting a group and offers to move its todos, because they would be deleted with the group.
import type { TagGroup } from '@daymark/contract/planning/tags'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../design/confirm.tsx'
import { Field } from '../design/forms/field.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useAction } from '../sync/use-write.ts'
import { tagTexts } from './texts.ts'

export function RemoveGroup({
  group,
  others,
  onClose,
}: {
  group: TagGroup
  others: readonly TagGroup[]
  onClose: () => void
}) {
  const t = useTexts(tagTexts)
  const client = useClient()
  const act = useAction()
  // Prefers lists, because the Todos page does not show todos in other groups.
  const lists = others.filter(other => other.is_todo_group)
  const targets = lists.length > 0 ? lists : others
  // Moving is the default, because it is safer than deleting.
  const [target, setTarget] = useState(targets[0]?.id ?? '')
  const { data: count } = useQuery({
    queryKey: ['todos', 'count', group.id],
    queryFn: async () => (await client.todos.list({ query: { group_ids: [group.id] } })).length,
  })
  const deletes = target === '' && count !== 0

  const remove = () => {
    const query = target === '' ? {} : { move_todos_to: target }
    act(
      live => live.write(client.tags.deleteGroup, { params: { group_id: group.id }, query }),
      t.groupDeleted(group.name),
    )
  }

  return (
    <Confirm
      title={t.removeGroup(group.name)}
      action={deletes && count !== undefined ? t.removeWithTodos(count) : t.removeTheGroup}
      cancel={t.cancel}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t.removeGroupHint(group.tags.length)}</p>
      {count === 0 ? null : (
        <Field label={count === undefined ? t.todosOfGroup : t.todosIn(count)}>
          {field => (
            <select
              {...field}
              className="input"
              value={target}
              onChange={event => setTarget(event.target.value)}
            >
              {targets.map(other => (
                <option key={other.id} value={other.id}>
                  {t.moveTo(other.name)}
                </option>
              ))}
              <option value="">{count === undefined ? t.deleteTodos : t.deleteCount(count)}</option>
            </select>
          )}
        </Field>
      )}
      {deletes && count !== undefined ? (
        <p className="notice" role="alert">
          {t.todosAreDeleted(count)}
        </p>
      ) : null}
    </Confirm>
  )
}
