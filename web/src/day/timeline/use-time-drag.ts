import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useStillPage } from '../../todos/drag/use-still-page.ts'
import { DragSession, type Lane, type Preview } from './drag-session.ts'
import type { DaySpan } from './geometry.ts'

export interface TimeDrag {
  press: DragSession['press']
  preview: PreviewStore
  refs: Record<Lane | 'scroller' | 'ghost', RefObject<HTMLDivElement | null>>
}

interface PreviewStore {
  get(): Preview | undefined
  set(preview: Preview | undefined): void
  subscribe(notify: () => void): () => void
}

function previewStore(): PreviewStore {
  let current: Preview | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(preview) {
      current = preview
      for (const notify of listeners) notify()
    },
    subscribe(notify) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
  }
}

/** `root` contains everything that can be dragged, including todos in the drawer. */
export function useTimeDrag(day: DaySpan, root: RefObject<HTMLElement | null>): TimeDrag {
  const preview = useMemo(previewStore, [])
  const latest = useRef(day)
  useLayoutEffect(() => {
    latest.current = day
  }, [day])
  const planned = useRef<HTMLDivElement>(null)
  const tracked = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const refs = useMemo(() => ({ planned, tracked, scroller, ghost }), [])
  const session = useMemo(
    () =>
      new DragSession({
        day: () => latest.current,
        lane: lane => refs[lane].current,
        scroller: () => refs.scroller.current,
        ghost: () => refs.ghost.current,
        show: preview.set,
      }),
    [refs, preview],
  )
  const shown = useRef(day.from)
  useEffect(() => {
    // Showing another day ends the drag.
    if (shown.current !== day.from) session.stop()
    shown.current = day.from
  }, [session, day.from])
  useStillPage(root, session)
  return useMemo(() => ({ press: session.press, preview, refs }), [session, preview, refs])
}

export const TimeDragContext = createContext<TimeDrag | undefined>(undefined)

export function useDragParts(): TimeDrag {
  const drag = useContext(TimeDragContext)
  if (!drag) throw new Error('The timeline is not on the page.')
  return drag
}

/** Selects a part of the preview, so that components render during a drag only if their part changes. */
export function usePreview<T>(part: (preview: Preview | undefined) => T): T {
  const { preview } = useDragParts()
  return useSyncExternalStore(preview.subscribe, () => part(preview.get()))
}
