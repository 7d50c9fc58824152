// Stops a server between two steps of a staged request, or lets it die there.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Storage } from '../../src/platform/storage/unit-of-work.ts'

/** Set around a request, whose own writes do not count as steps. */
export const inRequest = new AsyncLocalStorage<true>()

/** Lets a test stop one step of a server, or let all writes fail. */
export function stoppable(storage: Storage) {
  let left = Number.POSITIVE_INFINITY
  let isDead = false
  let opened = Promise.withResolvers<void>()
  let reached = Promise.withResolvers<void>()
  return {
    isStopped: () => reached.promise,
    storage: {
      ...storage,
      close: async () => {},
      write: async (keys, work) => {
        if (isDead) throw new Error('The server is dead.')
        if (!inRequest.getStore() && left-- === 0) {
          reached.resolve()
          await opened.promise
        }
        if (isDead) throw new Error('The server is dead.')
        return storage.write(keys, work)
      },
    } as Storage,
    stopAfter(writes: number) {
      opened = Promise.withResolvers()
      reached = Promise.withResolvers()
      left = writes
    },
    go() {
      left = Number.POSITIVE_INFINITY
      opened.resolve()
    },
    die() {
      isDead = true
      opened.resolve()
    },
  }
}
