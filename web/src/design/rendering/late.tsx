// Parts of the app that are loaded after the first page, but open at once.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** The pause before loading is tried again after a failure, while the device is online. */
const RETRY_MS = 2000

interface Failing {
  onFailed?: () => void
}

const loads = new Set<() => Promise<unknown>>()

/** Loads all late parts, so that they open without waiting, even offline. */
export const loadLateParts = (): Promise<unknown> => Promise.allSettled([...loads].map(load => load()))

/**
 * Unlike `lazy`, needs no Suspense, which delays a loaded part by 300 ms after it has shown a fallback. Shows `waiting`
 * until the part is loaded. Each failed attempt calls `onFailed` of the part.
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
            // The device may have come online while the request was failing.
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
