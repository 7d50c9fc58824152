// What is deleted but can still be brought back: hidden at once, sent when the time for "Undo" is over.

export interface Removal {
  /** By which the lists know what to hide. */
  id: string
  /** What else disappears with it. */
  also?: readonly string[] | undefined
  run: () => Promise<unknown>
  /** Reads again what has changed; until then the thing stays hidden. */
  refresh: () => Promise<unknown>
  failed: (error: Error) => void
  /** Kept elsewhere once it is on its way, so that closing the page does not send it again. */
  isKept?: boolean | undefined
}

export interface Removals {
  hidden: () => ReadonlySet<string>
  subscribe: (notify: () => void) => () => void
  /** Gives the way back. */
  add: (removal: Removal) => () => void
  /** Sends everything that waits, now: nobody will be there later. Resolves when the server has answered. */
  flush: () => Promise<void>
  /** Sends everything that has no answer yet: what is on its way would end with the page. */
  leave: () => void
}

export function removals(delayMs: number): Removals {
  const waiting = new Map<string, { removal: Removal; timer: ReturnType<typeof setTimeout> }>()
  const onTheWay = new Set<Removal>()
  const listeners = new Set<() => void>()
  let hidden: ReadonlySet<string> = new Set()

  function hide(next: ReadonlySet<string>): void {
    hidden = next
    for (const notify of listeners) notify()
  }
  const idsOf = ({ id, also = [] }: Removal) => new Set([id, ...also])
  const show = (removal: Removal) => hide(hidden.difference(idsOf(removal)))

  async function send(removal: Removal): Promise<void> {
    clearTimeout(waiting.get(removal.id)?.timer)
    if (!waiting.delete(removal.id)) return
    onTheWay.add(removal)
    try {
      await removal.run()
      onTheWay.delete(removal)
      await removal.refresh().catch(() => {})
    } catch (error) {
      onTheWay.delete(removal)
      removal.failed(error instanceof Error ? error : new Error(String(error)))
    }
    show(removal)
  }
  const flush = () => Promise.all([...waiting.values()].map(({ removal }) => send(removal)))

  return {
    hidden: () => hidden,
    subscribe(notify) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    add(removal) {
      const { id } = removal
      waiting.set(id, { removal, timer: setTimeout(() => void send(removal), delayMs) })
      hide(hidden.union(idsOf(removal)))
      return () => {
        clearTimeout(waiting.get(id)?.timer)
        if (waiting.delete(id)) show(removal)
      }
    },
    async flush() {
      await flush()
    },
    leave() {
      // Deleting twice does no harm.
      for (const removal of onTheWay) if (!removal.isKept) removal.run().catch(() => {})
      void flush()
    },
  }
}
