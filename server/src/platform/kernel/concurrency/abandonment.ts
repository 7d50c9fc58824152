// Stops long reads after the client has disconnected.
import { AsyncLocalStorage } from 'node:async_hooks'

export class Abandoned extends Error {
  override name = 'Abandoned'
}

const current = new AsyncLocalStorage<() => boolean>()

/** `work` must only read, because its next call of `stopIfAbandoned` throws once `isAbandoned` returns true. */
export const untilAbandoned = <T>(isAbandoned: () => boolean, work: () => T): T =>
  current.run(isAbandoned, work)

/** Throws if the client of the current work has disconnected. */
export function stopIfAbandoned(): void {
  if (current.getStore()?.()) throw new Abandoned('The client has disconnected.')
}
