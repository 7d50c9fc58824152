// Runs work with the same key one at a time, in order. Work with different keys runs concurrently.
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  /** A failure does not affect queued work. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const turn = result.then(
      () => {},
      () => {},
    )
    this.#last.set(key, turn)
    void turn.then(() => {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    })
    return result
  }
}
