// A pane beside the list on wide screens, and a dialog on others. It stays what it was when it opened, because another
// container would discard edits when the window changes its width.
import type { Todo } from '@daymark/contract/planning/todos'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { Pane } from '../../design/leaving/pane.tsx'
import { Empty } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { todoTexts } from '../texts.ts'
import { OwnTodo } from './own-todo.tsx'
import { SharedTodo } from './shared-todo.tsx'

/** Wide enough for three columns: lists, todos and details. Keep in sync with todos.css. */
const WIDE = '(min-width: 1200px)'

interface Props {
  id: string
  /** The todos in the current list. A todo opened by a link may be in another list. */
  all: readonly Todo[]
  onClose: () => void
}

export function OpenDetails({ id, all, onClose }: Props) {
  const t = useTexts(todoTexts)
  const [isWide] = useState(() => matchMedia(WIDE).matches)
  const client = useClient()
  const listed = all.find(todo => todo.id === id)
  const { data, isError } = useQuery({
    queryKey: ['todos', 'one', id],
    enabled: listed === undefined,
    retry: false,
    queryFn: () => client.todos.get({ params: { todo_id: id } }),
  })
  const found = listed ?? (data && !('items' in data) ? data : undefined)
  const Frame = isWide ? Pane : DialogInUrl
  if (!found)
    return isError ? (
      <Frame title={t.missing} onClose={onClose}>
        <Empty title={t.missing}>
          <p>{t.missingHint}</p>
        </Empty>
      </Frame>
    ) : null
  return found.is_shared ? (
    <SharedTodo todo={found} onClose={onClose} Frame={Frame} />
  ) : (
    <OwnTodo todo={found} onClose={onClose} Frame={Frame} />
  )
}

const DialogInUrl = (props: Parameters<typeof Pane>[0]) => <Dialog {...props} inUrl />
