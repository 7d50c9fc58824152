// The connection of a window before and after it opens. In a new session, that takes until the browser has read the
// outbox, and until the person has decided about changes of the last session.
import type { Sync } from './sync.ts'

export interface Opening {
  /** Undefined until the connection opens. */
  sync: () => Sync | undefined
  subscribe: (notify: () => void) => () => void
  set: (sync: Sync | undefined) => void
  /** Runs an action now, or when the connection opens. Not for what a person may repeat, because nothing is shown. */
  run: <T>(action: (sync: Sync) => T | Promise<T>) => Promise<T>
}

export function opening(): Opening {
  let opened: Sync | undefined
  let waiting: ((sync: Sync) => void)[] = []
  const listeners = new Set<() => void>()
  return {
    sync: () => opened,
    subscribe(notify) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    set(sync) {
      opened = sync
      for (const notify of listeners) notify()
      if (!sync) return
      const runs = waiting
      waiting = []
      for (const run of runs) run(sync)
    },
    run: action =>
      new Promise((resolve, reject) => {
        if (opened) return resolve(action(opened))
        waiting.push(sync => {
          try {
            resolve(action(sync))
          } catch (error) {
            reject(error)
          }
        })
      }),
  }
}
