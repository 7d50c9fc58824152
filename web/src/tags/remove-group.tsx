// Asks before deleting a group, because its todos are deleted too, and offers to move them.
import type { TagGroup } from '@daymark/contract/planning/tags'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
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
  const [target, setTarget] = useState('')

  const remove = () => {
    const query = target === '' ? {} : { move_todos_to: target }
    act(
      live => live.write(client.tags.deleteGroup, { params: { group_id: group.id }, query }),
      t.groupDeleted(group.name),
    )
    onClose()
  }

  return (
    <Dialog title={t.removeGroup(group.name)} onClose={onClose}>
      <p>{t.removeGroupHint}</p>
      <select
        className="input"
        aria-label={t.todosOfGroup}
        value={target}
        onChange={event => setTarget(event.target.value)}
      >
        <option value="">{t.deleteTodos}</option>
        {others.map(other => (
          <option key={other.id} value={other.id}>
            {t.moveTo(other.name)}
          </option>
        ))}
      </select>
      <div className="row">
        <Button kind="danger" onClick={remove}>
          {t.remove}
        </Button>
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  )
}
