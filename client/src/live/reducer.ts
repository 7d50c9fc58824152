// The only owner of the log position and the tombstones. The socket and the HTTP reads hand it what they receive, in
// any order and as often as they like.
import type { Batch, Delivery, LiveChange } from './change-log.ts'

export class Reducer {
  #position: number | undefined
  /** The log positions at which items were deleted, by kind and id. */
  readonly #tombstones = new Map<string, number>()

  constructor(position: number | undefined) {
    this.#position = position
  }

  /** All changes up to this log position have been handed out. Undefined before the first load. */
  get position(): number | undefined {
    return this.#position
  }

  /** Returns what is new in the delivery. Undefined if there is nothing new, or if it starts after the position. */
  take({ from, to, batches }: Delivery): readonly Batch[] | undefined {
    const position = this.#position
    if (position === undefined || from > position || to <= position) return undefined
    this.#position = to
    return batches.flatMap(batch => {
      const changes = batch.changes.filter(change => change.seq > position && this.#isNew(change))
      return changes.length > 0 ? [{ ...batch, changes }] : []
    })
  }

  /** Continues at the position of a copy that was read at once; undefined while there is none. */
  restart(position: number | undefined): void {
    this.#position = position
  }

  #isNew({ kind, id, resource, seq }: LiveChange): boolean {
    const key = `${kind} ${id}`
    if ((this.#tombstones.get(key) ?? -1) >= seq) return false
    if (resource === null) this.#tombstones.set(key, seq)
    else this.#tombstones.delete(key)
    return true
  }
}
