// A value that is expensive to make and may be a little old: callers share one instead of making their own.
import type { Clock } from '../time/clock.ts'

/** Callers share a value while it is being made and for `ms` afterwards. A failure is shared only while it is made. */
export function cachedFor<T>(ms: number, clock: Clock, make: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let madeAt: number | undefined

  // A clock that stepped back must not keep a value for longer.
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
