// Work with the same key runs in order, one at a time; work with different keys runs concurrently.
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  /** A failure does not affect the work queued behind it. */
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
