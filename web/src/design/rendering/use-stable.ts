// Functions that stay the same while a component renders again, so that long lists of memoized rows do not.
import { useLayoutEffect, useMemo, useRef } from 'react'

/** Calls the latest version of each function. For event handlers only, because a render may see an older version. */
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
