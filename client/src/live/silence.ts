// Confirms writes whose change does not arrive, for example because the write had already run or had no effect.
import type { Connection } from '../connection.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { currentSeq } from './poll.ts'

/** The longest wait for a change after a response. The change normally arrives much sooner. */
const LONGEST_SILENCE_MS = 2_000

export class SilenceWatch {
  readonly #connection: Connection
  readonly #outbox: Outbox
  /** Called after writes without a log position have received one. */
  readonly #found: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(connection: Connection, outbox: Outbox, found: () => void) {
    this.#connection = connection
    this.#outbox = outbox
    this.#found = found
  }

  /**
   * Call this after every response. If a `sent` write has no version, it receives the current log position a little
   * later.
   */
  start(): void {
    if (this.#isClosed || this.#timer !== undefined || !this.#outbox.needsVersion) return
    this.#timer = setTimeout(() => void this.#ask(), LONGEST_SILENCE_MS)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<void> {
    const before = performance.now()
    const seq = this.#outbox.needsVersion
      ? await currentSeq(this.#connection).catch(() => undefined)
      : undefined
    this.#timer = undefined
    if (this.#isClosed) return
    if (seq !== undefined) {
      this.#outbox.setVersions({ before, seq })
      this.#found()
    }
    this.start()
  }
}
