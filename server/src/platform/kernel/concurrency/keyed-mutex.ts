// Runs tasks with the same key one at a time, in order. Tasks with different keys run concurrently.
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  /** A failed task does not affect queued tasks. */
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
