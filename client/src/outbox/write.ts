// The types of a write that is added to the outbox, and the name of its operation.

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

/** Returns the name of an operation, such as `POST /v1/todos`. Programs without types may pass anything. */
export function nameOf({ target }: { target?: { method: string; path: string } }): string {
  if (!target || target.method === 'GET')
    throw new TypeError('Pass an operation that writes, such as `client.todos.create`, without calling it.')
  return `${target.method} ${target.path}`
}
