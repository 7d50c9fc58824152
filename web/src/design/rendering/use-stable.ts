// Functions that stay identical across renders, so that memoized rows of long lists do not render again.
import { useLayoutEffect, useMemo, useRef } from 'react'

/**
 * Calls the latest version of each function. Use it only for event handlers, because a render may call an older
 * version.
 */
export function useStable<T extends object>(latest: T): T {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  return useMemo(() => {
    const call =
      (name: string) =>
      (...args: unknown[]) =>
        (current.current as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args)
    return Object.fromEntries(Object.keys(current.current).map(name => [name, call(name)])) as T
  }, [])
}
