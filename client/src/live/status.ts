// The synchronization status that a program shows.
import { needsAttention, type OutboxEntry } from '../outbox/entry.ts'
import type { SenderState } from '../outbox/sender.ts'
import type { LiveState } from './change-stream.ts'

export interface Status {
  /**
   * - `signed-out`: nothing is sent until somebody signs in; `waiting` changes are kept.
   * - `attention`: `attention` changes were refused or are too old.
   * - `connecting`: not connected yet.
   * - `offline`: `waiting` changes wait.
   * - `sending`: `waiting` changes are on their way, or done and on their way back.
   * - `synced`: the server has everything, and so has this copy.
   */
  readonly state: 'synced' | 'sending' | 'offline' | 'attention' | 'signed-out' | 'connecting'
  /** Changes that the server does not have yet. */
  readonly waiting: number
  /** Changes that need a decision of the person. */
  readonly attention: number
  /** Changes that a reload would lose, because the storage is full or blocked. */
  readonly unsaved: number
}

export interface StatusParts {
  readonly entries: readonly OutboxEntry[]
  readonly unsaved: number
  readonly live: LiveState
  readonly sender: SenderState
  readonly isOffline: boolean
}

const WAITING: ReadonlySet<OutboxEntry['state']> = new Set(['waiting', 'sending', 'blocked'])

export function statusOf({ entries, unsaved, live, sender, isOffline }: StatusParts): Status {
  const waiting = entries.filter(({ state }) => WAITING.has(state)).length
  const attention = entries.filter(needsAttention).length
  const state =
    sender === 'signed-out' || live === 'unauthorized'
      ? 'signed-out'
      : attention > 0
        ? 'attention'
        : live === 'offline' || isOffline
          ? 'offline'
          : live === 'connecting'
            ? 'connecting'
            : waiting > 0 || entries.some(({ state }) => state === 'sent')
              ? 'sending'
              : 'synced'
  return { state, waiting, attention, unsaved }
}

export const isSameStatus = (a: Status, b: Status): boolean =>
  a.state === b.state && a.waiting === b.waiting && a.attention === b.attention && a.unsaved === b.unsaved
