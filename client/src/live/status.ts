import { needsAttention, type OutboxEntry } from '../outbox/entry.ts'
import type { SenderState } from '../outbox/sender.ts'
import type { LiveState } from './change-stream.ts'

export interface Status {
  /**
   * - `signed-out`: nothing is sent until the person signs in; `waiting` changes are kept.
   * - `attention`: some changes were refused or have expired; `attention` counts them.
   * - `connecting`: the connection is being established.
   * - `offline`: `waiting` changes will be sent when the connection is back.
   * - `sending`: changes are waiting or being sent, or what they or other devices did has not arrived here yet.
   * - `synced`: the server has all changes from this device, and this device has all changes from the server.
   */
  readonly state: 'synced' | 'sending' | 'offline' | 'attention' | 'signed-out' | 'connecting'
  /** Changes that the server has not answered yet. */
  readonly waiting: number
  /** Changes that the person has to retry or discard. */
  readonly attention: number
  /** Changes that a reload would lose, because the storage is full or blocked. */
  readonly unsaved: number
}

export interface StatusParts {
  readonly entries: readonly OutboxEntry[]
  readonly unsaved: number
  readonly live: LiveState
  readonly sender: SenderState
  /** True if the last attempt to send did not reach the server. */
  readonly isOffline: boolean
  /** True if something that is known to have changed is not shown yet. */
  readonly isBehind: boolean
}

const WAITING: ReadonlySet<OutboxEntry['state']> = new Set(['waiting', 'sending', 'blocked'])

export function statusOf({ entries, unsaved, live, sender, isOffline, isBehind }: StatusParts): Status {
  const waiting = entries.filter(({ state }) => WAITING.has(state)).length
  const attention = entries.filter(needsAttention).length
  // A failed attempt counts only while changes are waiting, because its entry may have been discarded.
  const state =
    sender === 'signed-out' || live === 'unauthorized'
      ? 'signed-out'
      : attention > 0
        ? 'attention'
        : live === 'offline' || (isOffline && waiting > 0)
          ? 'offline'
          : live === 'connecting'
            ? 'connecting'
            : waiting > 0 || isBehind || entries.some(({ state }) => state === 'sent')
              ? 'sending'
              : 'synced'
  return { state, waiting, attention, unsaved }
}

export const isSameStatus = (a: Status, b: Status): boolean =>
  a.state === b.state && a.waiting === b.waiting && a.attention === b.attention && a.unsaved === b.unsaved
