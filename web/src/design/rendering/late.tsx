// Parts of the app that are loaded after the first page, but open at once.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** How long a part waits before it is loaded again, if the device is online. */
const RETRY_MS = 2000

interface Failing {
  onFailed?: () => void
}

const loads = new Set<() => Promise<unknown>>()

/** Loads all late parts, so that they open without waiting, even offline. */
export const loadLateParts = (): Promise<unknown> => Promise.allSettled([...loads].map(load => load()))

/**
 * Unlike `lazy`, it needs no Suspense, which shows loaded parts only after 300 ms if it has shown anything else before.
 * `waiting` is shown until the part is loaded. Each attempt that fails calls `onFailed` of the part.
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
