// Pages show pending writes on top of server data, and completed writes until the affected lists have reloaded.
// Otherwise a page would briefly show the old state after a write.
import { type OutboxEntry, versionsOf } from '@daymark/client'

/** Server data of `version` or later includes the write. */
export interface ShownEntry extends OutboxEntry {
  readonly version?: number | undefined
}

export interface ShownEntries {
  /** Returns an identical array until something changes. */
  list(): readonly ShownEntry[]
  subscribe(notify: () => void): () => void
  /** Call this when the outbox has changed. */
  update(entries: readonly OutboxEntry[]): void
  /** Call this when the server has responded to the write. */
  answered(key: string, response: unknown): void
  /** Call this when the write's change arrives. Data before `version` does not include the write. */
  arrived(key: string, version: number | undefined): void
  /** Call this when the lists that the write affects have reloaded. */
  drop(key: string): void
  /** Call this when this or another window discarded the write. It disappears immediately. */
  discarded(key: string): void
}

/** If a completed write is still shown after this time, usually because its change did not arrive, its lists reload. */
const LONGEST_MS = 4000

const OPEN: ReadonlySet<OutboxEntry['state']> = new Set(['waiting', 'sending', 'sent'])

interface Parts {
  /** Reloads the lists that a write may affect. Called if the completed write is still shown after `LONGEST_MS`. */
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
