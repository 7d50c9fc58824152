// The id of the open todo is in the URL, so that links can open a todo and the Back button closes it.
import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { dropGuards } from '../../design/leaving/leave-guard.ts'

const NAME = 'todo'

export interface OpenTodo {
  id: string | undefined
  open: (id: string) => void
  close: () => void
}

export function useOpenTodo(): OpenTodo {
  const [, navigate] = useLocation()
  const id = new URLSearchParams(useSearch()).get(NAME) ?? undefined
  const open = useCallback(
    (todo: string) => {
      // Only the first opened todo adds a browser history entry. Todos opened later replace that entry.
      const isOwnEntry = isOpenNow() || history.state?.[CLOSED] === true
      navigate(urlWith(todo), { replace: isOwnEntry })
    },
    [navigate],
  )
  const close = useCallback(() => {
    // The user may already have left the page.
    if (!isOpenNow()) return
    dropGuards()
    navigate(urlWith(undefined), { replace: true, state: { [CLOSED]: true } })
  }, [navigate])
  return { id, open, close }
}

const CLOSED = 'todoClosed'

const isOpenNow = (): boolean => new URLSearchParams(location.search).has(NAME)

function urlWith(id: string | undefined): string {
  const params = new URLSearchParams(location.search)
  if (id === undefined) params.delete(NAME)
  else params.set(NAME, id)
  const search = params.toString()
  return location.pathname + (search && `?${search}`)
}
