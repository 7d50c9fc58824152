// What the outbox takes, and what it gives for it.

/** A write that was given to the outbox. */
export interface Write<T> {
  /** `Idempotency-Key`, and `reply_to` of the changes that it causes. */
  readonly key: string
  /** What it creates, changes or deletes, if it is about one thing. */
  readonly id: string | null
  /** True when it survives a reload; false when it lives only in the memory of this window. */
  readonly stored: Promise<boolean>
  /** The server's answer. Rejects with `ApiError` or `CommandFailed` when it refuses; may be ignored. */
  readonly done: Promise<T>
}

/** Anything that `operation` made, of the client or imported on its own; GET is not a write. */
export interface Writable<Input, Answer> {
  readonly target: {
    readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly types?: { input: Input; answer: Answer }
  }
}
