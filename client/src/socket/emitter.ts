type Listener<Event> = (event: Event) => unknown

export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  /** Calls the listener on every event of this type. Returns a function that unsubscribes. */
  on<K extends keyof Events>(type: K, listener: Listener<Events[K]>): () => void {
    const all = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, all.add(listener as Listener<never>))
    return () => all.delete(listener as Listener<never>)
  }

  /** Returns what the listeners return. */
  emit<K extends keyof Events>(type: K, event: Events[K]): unknown[] {
    return [...(this.#listeners.get(type) ?? [])].map(listener => (listener as Listener<Events[K]>)(event))
  }

  clear(): void {
    this.#listeners.clear()
  }
}
