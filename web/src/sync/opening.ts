// In a new session, the connection opens only after the browser has read the outbox and the user has decided about
// changes left from the last session.
import type { Sync } from './sync.ts'

export interface Opening {
  /** Returns undefined before the connection opens and after it closes. */
  sync: () => Sync | undefined
  subscribe: (notify: () => void) => () => void
  set: (sync: Sync | undefined) => void
  /** Returns the reason why the connection cannot open. Undefined if it has opened or may still open. */
  failure: () => Error | undefined
  /** Rejects waiting and new actions until the connection opens. */
  fail: (failure: Error) => void
  /**
   * Runs the action when the connection is open. Shows nothing while it waits, so do not use it for actions that users
   * might then repeat.
   */
  run: <T>(action: (sync: Sync) => T | Promise<T>) => Promise<T>
}

export function opening(): Opening {
  let opened: Sync | undefined
  let failure: Error | undefined
  let waiting: { run: (sync: Sync) => void; reject: (failure: Error) => void }[] = []
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
      failure = undefined
      for (const { run } of taken()) run(sync)
    },
    failure: () => failure,
    fail(reason) {
      failure = reason
      for (const { reject } of taken()) reject(reason)
    },
    run: action =>
      new Promise((resolve, reject) => {
        if (opened) return resolve(action(opened))
        if (failure) return reject(failure)
        const run = (sync: Sync) => {
          try {
            resolve(action(sync))
          } catch (error) {
            reject(error)
          }
        }
        waiting.push({ run, reject })
      }),
  }

  function taken() {
    const all = waiting
    waiting = []
    return all
  }
}
