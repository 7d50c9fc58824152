export interface ConnectionQuota {
  /** Returns false if the quota is exhausted. */
  take(userId: string): boolean | Promise<boolean>
  free(userId: string): void
  count(userId: string): number | Promise<number>
  close(): void
}

export class LocalConnectionQuota implements ConnectionQuota {
  readonly #most: number
  readonly #held = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  take(userId: string): boolean {
    const count = this.#held.get(userId) ?? 0
    if (count >= this.#most) return false
    this.#held.set(userId, count + 1)
    return true
  }

  free(userId: string): void {
    const count = (this.#held.get(userId) ?? 0) - 1
    if (count > 0) this.#held.set(userId, count)
    else this.#held.delete(userId)
  }

  count(userId: string): number {
    return this.#held.get(userId) ?? 0
  }

  close(): void {}
}
