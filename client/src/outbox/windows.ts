// Coordinates one person's windows: a lock selects the one that sends, and a channel notifies the others of changes.

/** The part of the Web Locks API used here. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, held: () => Promise<void>): Promise<unknown>
}

/** The part of `BroadcastChannel` used here. */
export interface Channel {
  postMessage(message: unknown): void
  close(): void
  onmessage: ((event: { data: unknown }) => void) | null
}

/** One person's windows share locks and channels. Tests pass their own. */
export interface Windows {
  readonly locks: Locks
  channel(name: string): Channel | undefined
}

export const platformWindows: Windows = {
  locks: {
    // Pages over plain HTTP have no Web Locks, so every window sends. Idempotency keys make that safe.
    request: (...input) =>
      ((globalThis.navigator as { locks?: Locks } | undefined)?.locks ?? processLocks).request(...input),
  },
  channel(name) {
    if (typeof BroadcastChannel === 'undefined') return undefined
    const channel = new BroadcastChannel(name)
    // In Node, an open channel would keep the program from exiting.
    ;(channel as { unref?: () => void }).unref?.()
    return channel as unknown as Channel
  },
}

/** A single window that shares nothing, for entries in memory only. */
export const singleWindow: Windows = {
  locks: { request: (_name, _options, held) => held() },
  channel: () => undefined,
}

const queues = new Map<string, Promise<unknown>>()

/** These locks work only within one process or page, for platforms without Web Locks. */
export const processLocks: Locks = {
  request(name, { signal }, held) {
    const before = queues.get(name) ?? Promise.resolve()
    const turn = before.then(() => {
      signal.throwIfAborted()
      return held()
    })
    const settled = turn.then(
      () => {},
      () => {},
    )
    queues.set(name, settled)
    void settled.then(() => {
      if (queues.get(name) === settled) queues.delete(name)
    })
    return turn
  },
}
