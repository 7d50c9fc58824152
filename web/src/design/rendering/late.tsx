// Components whose code loads after the first page.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const RETRY_MS = 2000

interface Failing {
  onFailed?: () => void
}

const loads = new Set<() => Promise<unknown>>()

/** Loads every late component, so that each one opens without delay and offline. */
export const loadLateParts = (): Promise<unknown> => Promise.allSettled([...loads].map(load => load()))

/**
 * Replaces `lazy`, because Suspense delays a component by 300 ms once it has shown a fallback. Renders `waiting` until
 * the component is loaded. Each failed attempt calls the component's `onFailed`.
 */
export function late<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P & Failing> {
  let loaded: ComponentType<P> | undefined
  const loading = async () => {
    loaded ??= (await load()).default
    return loaded
  }
  loads.add(loading)
  return function Late(props: P & Failing) {
    const { onFailed } = props
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      let isOpen = true
      let timer: ReturnType<typeof setTimeout> | undefined
      const attempt = () => {
        clearTimeout(timer)
        loading().then(
          part => isOpen && setPart(() => part),
          () => {
            if (isOpen) onFailed?.()
            // The `online` event may have fired before the request failed.
            if (isOpen && navigator.onLine) timer = setTimeout(attempt, RETRY_MS)
          },
        )
      }
      attempt()
      addEventListener('online', attempt)
      return () => {
        isOpen = false
        clearTimeout(timer)
        removeEventListener('online', attempt)
      }
    }, [Part, onFailed])
    return Part ? <Part {...props} /> : waiting(props)
  }
}
