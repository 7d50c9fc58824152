// Completing a todo keeps the list of results open. The other actions close it.
import type { SearchHit } from '@daymark/contract/search/search'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useTexts } from '../session/language.tsx'
import { todoTimerSeconds } from '../session/region/timer-minutes.ts'
import { useTimerControl } from '../timers/live/control.ts'
import { useTodoChange } from '../todos/use-todos.ts'
import type { HitActions } from './hit-row.tsx'
import { searchTexts } from './texts.ts'

interface Parts {
  /** Shows an item in a dialog. */
  show: (hit: SearchHit) => void
  /** Closes the list. */
  leave: () => void
  /** Called after a change that affects the list. */
  changed: (hit: SearchHit) => void
}

export function useHitActions({ show, leave, changed }: Parts): HitActions {
  const t = useTexts(searchTexts)
  const [, navigate] = useLocation()
  const change = useTodoChange()
  const timers = useTimerControl()
  return useMemo(
    () => ({
      open: hit => {
        leave()
        if (hit.kind === 'tag') navigate('/tags')
        else if (hit.kind === 'person') navigate('/people')
        else if (hit.kind === 'meeting') navigate(`/meetings/${hit.id}`)
        else show(hit)
      },
      complete: hit => {
        change(hit.id, { status: 'DONE' }, t.completed(hit.title ?? ''))
        changed(hit)
      },
      start: hit => {
        leave()
        timers.start({
          allocated_duration: todoTimerSeconds(),
          ...(hit.title !== null && { title: hit.title }),
          ...(hit.kind === 'todo' && { todo_id: hit.id }),
          ...(hit.kind === 'schedule' && { schedule_id: hit.id }),
          ...(hit.kind === 'timer' && hit.tag_ids.length > 0 && { tag_ids: hit.tag_ids }),
        })
      },
    }),
    [show, leave, changed, change, timers, navigate, t],
  )
}
