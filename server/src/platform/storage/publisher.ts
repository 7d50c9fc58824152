import type { Notice } from '../kernel/notice.ts'
import type { StorageOptions } from './unit-of-work.ts'

export class Publisher {
  #publish: StorageOptions['publish']
  readonly #failed: StorageOptions['publishFailed']

  constructor({ publish, publishFailed }: StorageOptions) {
    this.#publish = publish
    this.#failed = publishFailed
  }

  publishTo(publish: (notices: readonly Notice[]) => void): void {
    this.#publish = publish
  }

  /** Never throws: the write is durable, so its caller must see success, and queued writes must run. */
  publish(notices: readonly Notice[]): void {
    if (notices.length === 0) return
    try {
      this.#publish?.(notices)
    } catch (error) {
      this.#failed?.(error)
    }
  }
}
