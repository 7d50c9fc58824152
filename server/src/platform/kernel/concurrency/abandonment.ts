// Ends long work that nobody waits for any more, because the client has disconnected.
import { AsyncLocalStorage } from 'node:async_hooks'

export class Abandoned extends Error {
  override name = 'Abandoned'
}

const current = new AsyncLocalStorage<() => boolean>()

/** Runs work that only reads. It fails at its next step after `isAbandoned` has become true. */
export const untilAbandoned = <T>(isAbandoned: () => boolean, work: () => T): T =>
  current.run(isAbandoned, work)

/** Throws if nobody waits for the current work any more. */
export function stopIfAbandoned(): void {
  if (current.getStore()?.()) throw new Abandoned('The client has disconnected.')
}
