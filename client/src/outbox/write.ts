// Types for adding a write to the outbox.

/** A write that was added to the outbox. */
export interface Write<T> {
  /** The `Idempotency-Key`; also `reply_to` of the changes that it causes. */
  readonly key: string
  /** The id of the item that the write creates, changes or deletes; null if it does not affect exactly one item. */
  readonly id: string | null
  /** Resolves to true if the write survives a reload, to false if it is only in the memory of this window. */
  readonly stored: Promise<boolean>
  /** The server's response. Rejects with `ApiError` or `CommandFailed` if the server refuses. May be ignored. */
  readonly done: Promise<T>
}

/** An operation of the client, or one that was imported individually. GET is not a write. */
export interface Writable<Input, Answer> {
  readonly target: {
    readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly types?: { input: Input; answer: Answer }
  }
}
