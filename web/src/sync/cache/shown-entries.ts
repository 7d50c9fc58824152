// The writes that pages show on top of server data: pending ones, and completed ones until the lists they change are
// reloaded. Otherwise a page would briefly show the old state after a write.
import { type OutboxEntry, versionsOf } from '@daymark/client'

/** A write as pages show it. Server data of `version` or later includes it. */
export interface ShownEntry extends OutboxEntry {
  readonly version?: number | undefined
}

export interface ShownEntries {
  /** Returns the same array until something changes. */
  list(): readonly ShownEntry[]
  subscribe(notify: () => void): () => void
  /** Called when the outbox has changed. */
  update(entries: readonly OutboxEntry[]): void
  /** Called with the server's response to the write. */
  answered(key: string, response: unknown): void
  /**
   * Called when the change of the write arrives. Data of earlier versions than `version` does not include the write.
   */
  arrived(key: string, version: number | undefined): void
  /** Called when the lists that this write changes are reloaded. */
  drop(key: string): void
  /** Called when the write was discarded, in this window or another one; it disappears immediately. */
  discarded(key: string): void
}

/** How long to wait for the change of a completed write before reloading its lists. */
const LONGEST_MS = 4000

const OPEN: ReadonlySet<OutboxEntry['state']> = new Set(['waiting', 'sending', 'sent'])

interface Parts {
  /** Reloads the lists that a write may have changed. Called if its change did not arrive. */
  refresh(entry: OutboxEntry): Promise<unknown>
  later?(work: () => void, ms: number): void
}

export function shownEntries({ refresh, later = setTimeout }: Parts): ShownEntries {
  let current: readonly OutboxEntry[] = []
  const done = new Map<string, OutboxEntry>()
  const discarded = new Set<string>()
  const versions = new Map<string, number>()
  const listeners = new Set<() => void>()
  let shown: readonly ShownEntry[] | undefined

  function changed(): void {
    shown = undefined
    for (const notify of listeners) notify()
  }

  function drop(key: string): void {
    versions.delete(key)
    if (done.delete(key)) changed()
  }

  function arrived(key: string, version: number | undefined): void {
    if (version === undefined) return
    versions.set(key, version)
    changed()
  }

  function keep(entry: OutboxEntry): void {
    done.set(entry.key, entry)
    const end = () => drop(entry.key)
    later(() => {
      if (done.has(entry.key)) void refresh(entry).then(end, end)
    }, LONGEST_MS)
  }

  return {
    list() {
      shown ??= [...current, ...done.values()]
        .filter(entry => OPEN.has(entry.state))
        .sort((a, b) => a.order - b.order)
        .map(entry => ({ ...entry, version: versions.get(entry.key) }))
      return shown
    },
    subscribe(notify) {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    update(entries) {
      const keys = new Set(entries.map(entry => entry.key))
      for (const entry of current) {
        const isDone = !keys.has(entry.key) && OPEN.has(entry.state) && !discarded.delete(entry.key)
        if (isDone) keep(entry)
      }
      for (const key of keys) done.delete(key)
      current = entries
      changed()
    },
    answered: (key, response) => arrived(key, versionsOf(response)[0]),
    arrived,
    drop,
    discarded(key) {
      discarded.add(key)
      drop(key)
    },
  }
}
