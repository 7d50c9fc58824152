import type { Schedule } from '@daymark/contract/planning/schedule'
import type { TagGroup } from '@daymark/contract/planning/tags'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { readPreference, timezone } from '../../session/storage/preferences.ts'
import { useAction } from '../../sync/use-write.ts'
import { chipStyle } from '../../tags/chip-style.ts'
import { useTagGroups } from '../../tags/use-tags.ts'
import { rowIdOf } from '../entries/address.ts'
import { entryTexts } from './entry-texts.ts'

interface Props {
  entry: Schedule
  onClose: () => void
  onDone: () => void
}

export function TodoDialog({ entry, onClose, onDone }: Props) {
  const t = useTexts(entryTexts)
  const client = useClient()
  const act = useAction()
  const { data } = useTagGroups()
  const usual = readPreference('default-list')
  const rank = ({ id, is_todo_group }: TagGroup) => (id === usual ? 0 : is_todo_group ? 1 : 2)
  const groups = data?.toSorted((a, b) => rank(a) - rank(b))
  const make = (tag_group_id: string) => {
    const params = { schedule_id: rowIdOf(entry) }
    act(
      live =>
        live.write(client.schedules.createTodo, { params, query: { tag_group_id, timezone: timezone() } }),
      t.todoMade(entry.title),
    )
    onDone()
  }
  return (
    <Dialog title={t.makeTodo} onClose={onClose}>
      <p className="soft">{groups?.length === 0 ? t.noGroups : t.todoGroup}</p>
      {groups ? null : <Skeleton lines={2} height={40} />}
      <div className="stack scope-choices">
        {groups?.map(group => (
          <button key={group.id} type="button" className="scope-choice" onClick={() => make(group.id)}>
            <span className="chip tag-group-name" style={chipStyle(group.color)}>
              <bdi>{group.name}</bdi>
            </span>
          </button>
        ))}
      </div>
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  )
}
