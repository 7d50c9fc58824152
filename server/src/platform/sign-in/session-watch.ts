// Notifies long-lived connections when their session is revoked.
import type { Session } from '../kernel/session.ts'

/** Selects the sessions to revoke or to check again. */
export type Revocation = (session: Session) => boolean

type EndedOf = (sessions: readonly Session[]) => Promise<readonly Session[]>

/** Limits the number of sessions per SQL statement. */
const MAX_AT_ONCE = 500

export function sessionWatch(ended: EndedOf, everyMs: number) {
  const listeners = new Map<Session, Set<() => void>>()
  let checking = false

  function notify(session: Session): void {
    const notified = listeners.get(session) ?? []
    listeners.delete(session)
    for (const listener of notified) listener()
  }

  /** Detects sessions that other instances or commands have revoked. */
  async function check(): Promise<void> {
    if (checking) return
    checking = true
    await checkAll([...listeners.keys()])
    checking = false
  }

  async function checkAll(watched: readonly Session[]): Promise<void> {
    try {
      for (let i = 0; i < watched.length; i += MAX_AT_ONCE) {
        for (const session of await ended(watched.slice(i, i + MAX_AT_ONCE))) notify(session)
      }
    } catch {
      // If the database is unavailable, the next check tries again.
    }
  }
  const timer = setInterval(check, everyMs).unref()

  return {
    add(session: Session, listener: () => void): () => void {
      const known = listeners.get(session) ?? new Set()
      listeners.set(session, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0) listeners.delete(session)
      }
    },
    revoke(which: Revocation): void {
      for (const session of [...listeners.keys()]) if (which(session)) notify(session)
    },
    recheck: (which: Revocation): Promise<void> => checkAll([...listeners.keys()].filter(which)),
    stop: () => clearInterval(timer),
  }
}
