// Limits the total weight of concurrent tasks. Other tasks wait in order of arrival.
export class Semaphore {
  readonly #most: number
  #taken = 0
  readonly #waiting: { weight: number; start: () => void }[] = []

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(weight: number, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(weight)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Returns a function that must be called once, when the task has ended. A task that exceeds the capacity runs alone. */
  async enter(weight: number): Promise<() => void> {
    const taken = Math.min(weight, this.#most)
    if (this.#waiting.length > 0 || this.#taken + taken > this.#most) {
      await new Promise<void>(start => this.#waiting.push({ weight: taken, start }))
    } else {
      this.#taken += taken
    }
    return () => {
      this.#taken -= taken
      this.#admit()
    }
  }

  /** Reserves the weight before the task resumes, so that no other caller takes it in between. */
  #admit(): void {
    for (
      let next = this.#waiting[0];
      next && this.#taken + next.weight <= this.#most;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift()
      this.#taken += next.weight
      next.start()
    }
  }
}
