import { useLayoutEffect, useMemo, useRef } from 'react'

/**
 * Returns functions that stay identical across renders, so that memoized rows do not render again. Use the functions
 * only as event handlers, because during a render they would call the previous version.
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
