// The local copy of all items of one kind: the confirmed state, overlaid with the outbox's pending writes.

export type Listener = () => void

export class Collection<T> {
  readonly #confirmed = new Map<string, T>()
  /** Pending changes by id: the expected item, or null for a deletion. */
  #overlay: ReadonlyMap<string, T | null> = new Map()
  /** The keys of the outbox entries in the overlay. The overlay is recomputed if these or confirmed items change. */
  #waiting = ''
  #merged: ReadonlyMap<string, T> | undefined
  readonly #listeners = new Set<Listener>()
  readonly #byId = new Map<string, Set<Listener>>()

  /** The item with all pending writes applied. */
  get(id: string): T | undefined {
    const waiting = this.#overlay.get(id)
    return waiting === undefined ? this.#confirmed.get(id) : (waiting ?? undefined)
  }

  /** All items by id. Returns the same map until something changes. */
  all(): ReadonlyMap<string, T> {
    this.#merged ??= this.#merge()
    return this.#merged
  }

  /** The confirmed state, without pending writes. */
  get confirmed(): ReadonlyMap<string, T> {
    return this.#confirmed
  }

  /** Calls the listener after every change to this kind, or to one item. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void
  subscribe(id: string, listener: Listener): () => void
  subscribe(first: string | Listener, second?: Listener): () => void {
    if (typeof first !== 'string') {
      this.#listeners.add(first)
      return () => this.#listeners.delete(first)
    }
    const listener = second ?? (() => {})
    const listeners = this.#byId.get(first) ?? new Set()
    this.#byId.set(first, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byId.get(first) === listeners) this.#byId.delete(first)
    }
  }

  /** For the store only. Changes the confirmed state, recomputes the overlay, and returns the listeners to call. */
  update(
    waiting: string,
    confirm: (confirmed: Map<string, T>) => Iterable<string>,
    overlay: (confirmed: ReadonlyMap<string, T>) => ReadonlyMap<string, T | null>,
  ): Listener[] {
    const before = this.#overlay
    const shown = new Map([...before.keys()].map(id => [id, this.get(id)]))
    const touched = new Set(confirm(this.#confirmed))
    if (touched.size === 0 && waiting === this.#waiting) return []
    this.#waiting = waiting
    this.#overlay = overlay(this.#confirmed)
    const ids = new Set([...touched, ...before.keys(), ...this.#overlay.keys()])
    const changed = [...ids].filter(id => touched.has(id) || !shown.has(id) || shown.get(id) !== this.get(id))
    if (changed.length === 0) return []
    this.#merged = undefined
    return [...this.#listeners, ...changed.flatMap(id => [...(this.#byId.get(id) ?? [])])]
  }

  #merge(): ReadonlyMap<string, T> {
    const all = new Map(this.#confirmed)
    for (const [id, value] of this.#overlay) {
      if (value === null) all.delete(id)
      else all.set(id, value)
    }
    return all
  }
}
