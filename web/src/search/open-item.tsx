// Opens a search result in its dialog, on top of any page.
import type { SearchHit } from '@daymark/contract/search/search'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EditEntry } from '../calendar/dialog/edit-entry.tsx'
import '../calendar/dialog/entry-dialog.css'
import { SharedEntry } from '../calendar/dialog/shared-entry.tsx'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { CorrectTime } from '../timers/corrections/correct-time.tsx'
import { SharedTimer } from '../timers/shared-timer.tsx'
import '../timers/timers.css'
import { OwnTodo } from '../todos/details/own-todo.tsx'
import { SharedTodo } from '../todos/details/shared-todo.tsx'
import '../todos/todos.css'
import { searchTexts } from './texts.ts'

interface Props {
  hit: SearchHit
  onClose: () => void
}

export default function OpenItem({ hit, onClose }: Props) {
  const t = useTexts(searchTexts)
  const client = useClient()
  const toast = useToast()
  const { data, error } = useQuery({
    queryKey: ['search', 'item', hit.kind, hit.id],
    queryFn: () => read(client, hit),
    // Not cached, because the dialog edits the item.
    gcTime: 0,
  })
  useEffect(() => {
    if (!error) return
    const isGone = 'status' in error && (error.status === 404 || error.status === 403)
    toast(isGone ? t.gone : messageOf(error))
    onClose()
  }, [error, toast, t, onClose])
  if (!data) return null
  if ('todo' in data)
    return data.todo.is_shared ? (
      <SharedTodo todo={data.todo} onClose={onClose} />
    ) : (
      <OwnTodo todo={data.todo} onClose={onClose} />
    )
  if ('schedule' in data)
    return data.schedule.is_shared ? (
      <SharedEntry entry={data.schedule} onClose={onClose} />
    ) : (
      <EditEntry entry={data.schedule} onClose={onClose} />
    )
  return hit.is_shared ? (
    <SharedTimer timer={data.timer} onClose={onClose} />
  ) : (
    <CorrectTime timer={data.timer} onClose={onClose} />
  )
}

async function read(client: ReturnType<typeof useClient>, { kind, id }: SearchHit) {
  if (kind === 'schedule') return { schedule: await client.schedules.get({ params: { schedule_id: id } }) }
  if (kind === 'timer') return { timer: await client.timers.get({ params: { timer_id: id } }) }
  const todo = await client.todos.get({ params: { todo_id: id } })
  if ('items' in todo) throw new Error('A search never finds a group.')
  return { todo }
}
