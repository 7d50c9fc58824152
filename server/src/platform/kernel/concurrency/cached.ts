// Caches values that are expensive to compute and may be slightly stale.
import type { Clock } from '../time/clock.ts'

/**
 * Returns a function that calls `make` and caches the value for `ms`. Concurrent callers share one call. Failures are
 * not cached.
 */
export function cachedFor<T>(ms: number, clock: Clock, make: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let madeAt: number | undefined

  // If the clock is set back, the value must not live longer.
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
