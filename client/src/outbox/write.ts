// The input and the result of adding a write to the outbox.

/** A write that was added to the outbox. */
export interface Write<T> {
  /** `Idempotency-Key`, and `reply_to` of the changes that it causes. */
  readonly key: string
  /** What it creates, changes or deletes, if it is about one item. */
  readonly id: string | null
  /** True if it survives a reload; false if it is only in the memory of this window. */
  readonly stored: Promise<boolean>
  /** The server's response. Rejects with `ApiError` or `CommandFailed` if it refuses; may be ignored. */
  readonly done: Promise<T>
}

/** Any operation created by `operation`, of the client or imported on its own; GET is not a write. */
export interface Writable<Input, Answer> {
  readonly target: {
    readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly types?: { input: Input; answer: Answer }
  }
}
