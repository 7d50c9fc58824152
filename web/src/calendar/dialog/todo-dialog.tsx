// Creates a todo from an entry and asks for the list it belongs to.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Failure, Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { chipStyle } from '../../tags/chip-style.ts'
import { useTagGroups } from '../../tags/use-tags.ts'
import { rowIdOf } from '../entries/address.ts'
import { calendarTexts } from '../texts.ts'
import { entryTexts } from './entry-texts.ts'

interface Props {
  entry: Schedule
  onClose: () => void
  onDone: () => void
}

export function TodoDialog({ entry, onClose, onDone }: Props) {
  const t = useTexts(entryTexts)
  const again = useTexts(calendarTexts).again
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const { data } = useTagGroups()
  const groups = data?.toSorted((a, b) => Number(b.is_todo_group) - Number(a.is_todo_group))
  const make = useMutation({
    mutationFn: (tag_group_id: string) =>
      client.schedules.createTodo({ params: { schedule_id: rowIdOf(entry) }, query: { tag_group_id } }),
    onSuccess: todo => {
      toast(t.todoMade(todo.title))
      void queries.invalidateQueries({ queryKey: ['todos'] })
      void queries.invalidateQueries({ queryKey: ['schedules'] })
      onDone()
    },
  })
  return (
    <Dialog title={t.makeTodo} onClose={onClose}>
      <p className="soft">{groups?.length === 0 ? t.noGroups : t.todoGroup}</p>
      {groups ? null : <Skeleton lines={2} height={40} />}
      <div className="stack scope-choices">
        {groups?.map(group => (
          <button
            key={group.id}
            type="button"
            className="scope-choice"
            disabled={make.isPending}
            onClick={() => make.mutate(group.id)}
          >
            <span className="chip tag-group-name" style={chipStyle(group.color)}>
              <bdi>{group.name}</bdi>
            </span>
          </button>
        ))}
      </div>
      {make.error ? <Failure error={make.error} again={again} /> : null}
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  )
}
