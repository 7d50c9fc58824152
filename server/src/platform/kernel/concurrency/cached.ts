// Caches a value that is expensive to compute and may be slightly stale.
import type { Clock } from '../time/clock.ts'

/**
 * Callers share a value while it is computed and for `ms` afterwards. A failure is shared only by concurrent
 * callers.
 */
export function cachedFor<T>(ms: number, clock: Clock, make: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let madeAt: number | undefined

  // A clock that went back must not extend the lifetime of a value.
  const isOld = (now: number) => madeAt !== undefined && (now - madeAt >= ms || now < madeAt)

  return () => {
    if (current && !isOld(clock.now())) return current
    madeAt = undefined
    const making = make()
    current = making
    making.then(
      () => {
        if (current === making) madeAt = clock.now()
      },
      () => {
        if (current === making) current = undefined
      },
    )
    return making
  }
}
