// Sends statements without waiting for each response. PostgreSQL runs them in order.
import type { Execute } from '../statements/execute.ts'

/** Covers one transaction. An error in a statement that was not awaited fails the whole transaction. */
export class Pipeline {
  readonly #unanswered = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined

  send(answer: Promise<unknown>): void {
    const settled: Promise<void> = answer.then(
      () => void this.#unanswered.delete(settled),
      error => {
        this.#failure ??= { error }
        this.#unanswered.delete(settled)
      },
    )
    this.#unanswered.add(settled)
  }

  /** If an earlier statement failed, throws that error, because this statement only reports an aborted transaction. */
  async run<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      await this.flush()
      throw error
    }
  }

  /** Waits for all statements and throws the first error. */
  async flush(): Promise<void> {
    await Promise.all(this.#unanswered)
    if (this.#failure) throw this.#failure.error
  }

  /** Forgets all failures so far, because the transaction rolls back to a savepoint before them. */
  async recover(): Promise<void> {
    await this.flush().catch(() => {})
    this.#failure = undefined
  }
}

export const pipelined =
  (pipeline: () => Pipeline, execute: Execute): Execute =>
  async (text, parameters) => {
    if (text.startsWith('rollback to')) await pipeline().recover()
    return pipeline().run(execute(text, parameters))
  }
