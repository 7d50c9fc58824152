// Work of one key runs in order, one after the other; work of different keys runs side by side.
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>()

  /** A failure ends its own turn only. */
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
