// Asks for the new list and parent.
import type { Todo } from '@daymark/contract/planning/todos'
import { useState } from 'react'
import { Field } from '../../design/forms/field.tsx'
import { FormDialog } from '../../selection/dialogs.tsx'
import { selectionTexts } from '../../selection/texts.ts'
import { useTexts } from '../../session/language.tsx'
import { useTagGroups } from '../../tags/use-tags.ts'
import { mayMoveUnder } from '../tree/tree.ts'
import { isOpen } from '../tree/visible.ts'
import { useTodos } from '../use-todos.ts'

interface Props {
  what: string
  chosen: readonly Todo[]
  onMove: (place: { tag_group_id: string; parent_id: string | null }) => void
  onClose: () => void
}

export function MoveDialog({ what, chosen, onMove, onClose }: Props) {
  const t = useTexts(selectionTexts)
  const lists = (useTagGroups().data ?? []).filter(group => group.is_todo_group)
  const [list, setList] = useState(chosen[0]?.tag_group_id ?? '')
  const [parent, setParent] = useState('')
  const { todos } = useTodos({ groupId: list, tagIds: NO_TAGS, from: 'mine' })
  const parents = todos.filter(
    todo => isOpen(todo) && chosen.every(({ id }) => mayMoveUnder(todos, id, todo.id)),
  )
  return (
    <FormDialog
      title={t.moveTitle(what)}
      action={t.move}
      onSubmit={() => onMove({ tag_group_id: list, parent_id: parent || null })}
      onClose={onClose}
    >
      <Field label={t.list}>
        {field => (
          <select
            {...field}
            className="input"
            value={list}
            onChange={event => {
              setList(event.target.value)
              setParent('')
            }}
          >
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t.parent}>
        {field => (
          <select
            {...field}
            className="input"
            value={parent}
            onChange={event => setParent(event.target.value)}
          >
            <option value="">{t.topLevel}</option>
            {parents.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  )
}

const NO_TAGS: string[] = []
