export interface Write<T> {
  /** The `Idempotency-Key`. The resulting changes have it as `reply_to`. */
  readonly key: string
  /** The id of the item that the write creates, changes or deletes; null for bulk writes or if it is unknown. */
  readonly id: string | null
  /** Resolves to true if the storage has the write, and to false if it exists only in this window's memory. */
  readonly stored: Promise<boolean>
  /**
   * The server's response. Rejects with `ApiError` or `CommandFailed` if the server refuses the write, and with
   * another error if the write expires or is discarded, or if the connection is closed. Ignoring it is safe.
   */
  readonly done: Promise<T>
}

/** An operation from the client, or an individually imported one. GET is not a write. */
export interface Writable<Input, Answer> {
  readonly target: {
    readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly path: string
    readonly types?: { input: Input; answer: Answer }
  }
}

/** Returns an operation's name, such as `POST /v1/todos`. Throws if a program without types passes anything else. */
export function nameOf({ target }: { target?: { method: string; path: string } }): string {
  if (!target || target.method === 'GET')
    throw new TypeError('Pass an operation that writes, such as `client.todos.create`, without calling it.')
  return `${target.method} ${target.path}`
}
