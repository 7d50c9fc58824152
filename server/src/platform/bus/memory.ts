import type { Notice } from '../kernel/notice.ts'
import type { Bus, BusListener } from './bus.ts'

export class MemoryBus implements Bus {
  readonly #joined = new Map<string, number>()
  #listener: BusListener | undefined

  publish(notices: readonly Notice[]): void {
    for (const notice of notices) {
      if (this.#joined.has(notice.user_id)) this.#listener?.notice(notice)
    }
  }

  listen(listener: BusListener): void {
    this.#listener = listener
  }

  async join(userId: string): Promise<void> {
    this.#joined.set(userId, (this.#joined.get(userId) ?? 0) + 1)
  }

  leave(userId: string): void {
    const count = (this.#joined.get(userId) ?? 0) - 1
    if (count > 0) this.#joined.set(userId, count)
    else this.#joined.delete(userId)
  }

  async close(): Promise<void> {
    this.#joined.clear()
  }
}
