// Tasks with the same key run in sequence. Tasks with different keys run concurrently.
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  /** Queued tasks run even if an earlier task fails. */
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
