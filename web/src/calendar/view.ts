// The URL takes precedence over the view stored in the browser. Without either, phones start in the agenda.
import { useCallback, useState, useSyncExternalStore } from 'react'
import { readPreference, writePreference } from '../session/storage/preferences.ts'

export const VIEWS = ['month', 'week', 'day', 'agenda'] as const
export type View = (typeof VIEWS)[number]

const NARROW = '(max-width: 720px)'

const isView = (text: string | undefined): text is View => VIEWS.some(view => view === text)

export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => {
    const linked = new URLSearchParams(location.search).get('view') ?? undefined
    const kept = isView(linked) ? linked : readPreference('calendar-view')
    return isView(kept) ? kept : matchMedia(NARROW).matches ? 'agenda' : 'week'
  })
  const choose = useCallback((next: View) => {
    writePreference('calendar-view', next)
    setView(next)
  }, [])
  return [view, choose]
}

export function useNarrow(): boolean {
  return useSyncExternalStore(
    notify => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => matchMedia(NARROW).matches,
  )
}
