// Long-lived connections outlive the request that let them in: tells them when their session is revoked.
import type { Session } from '../kernel/session.ts'

/** Tells whether a session is meant. */
export type Revocation = (session: Session) => boolean

type EndedOf = (sessions: readonly Session[]) => Promise<readonly Session[]>

/** Bounds the length of one statement. */
const MOST_AT_ONCE = 500

export function sessionWatch(ended: EndedOf, everyMs: number) {
  const listeners = new Map<Session, Set<() => void>>()
  let looking = false

  function tell(session: Session): void {
    const told = listeners.get(session) ?? []
    listeners.delete(session)
    for (const listener of told) listener()
  }

  /** Finds what other instances or the command line have revoked. */
  async function look(): Promise<void> {
    if (looking) return
    looking = true
    const watched = [...listeners.keys()]
    try {
      for (let i = 0; i < watched.length; i += MOST_AT_ONCE) {
        for (const session of await ended(watched.slice(i, i + MOST_AT_ONCE))) tell(session)
      }
    } catch {
      // The database is away: the next look will tell.
    } finally {
      looking = false
    }
  }
  const timer = setInterval(look, everyMs).unref()

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
      for (const session of [...listeners.keys()]) if (which(session)) tell(session)
    },
    stop: () => clearInterval(timer),
  }
}
