/**
 * Ends a transaction that does not hold all keys it needs, because what its keys were read from has changed. The write is
 * tried again with these keys as well: locking one key after another could deadlock.
 */
export class Stale extends Error {
  readonly keys: readonly string[]

  constructor(keys: readonly string[]) {
    super('The transaction runs again with further keys.')
    this.name = 'Stale'
    this.keys = keys
  }
}
