// Lets only so much work run at the same time, measured by its weight; the rest waits in the order of its arrival.
export class Semaphore {
  readonly #most: number
  #taken = 0
  readonly #waiting: { weight: number; start: () => void }[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** What is heavier than everything together runs alone. */
  async run<T>(weight: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(weight, this.#most)
    if (this.#waiting.length > 0 || this.#taken + taken > this.#most) {
      await new Promise<void>(start => this.#waiting.push({ weight: taken, start }))
    } else {
      this.#taken += taken
    }
    try {
      return await work()
    } finally {
      this.#taken -= taken
      this.#admit()
    }
  }

  /** Counted here, so that nobody comes in between. */
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
