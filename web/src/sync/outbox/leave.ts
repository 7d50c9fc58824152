// Writes sent while the page closes also stay in the outbox and are sent again later. Idempotency keys make this safe.
import type { Connection, OutboxEntry } from '@daymark/client'
import { call, type Target } from '@daymark/client/call'

/** Returns the writes that can be sent in parallel, or only the first one if their order may matter. */
export function independent(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const open = entries.filter(
    ({ state, operation }) => (state === 'waiting' || state === 'sending') && operation.includes(' '),
  )
  const ids = new Set(open.map(({ id }) => id))
  const isSafe = ids.size === open.length && open.every(({ operation }) => !operation.startsWith('POST '))
  return isSafe ? open : open.slice(0, 1)
}

export function sendOnLeave(connection: Connection, entries: readonly OutboxEntry[]): void {
  for (const { operation, params, query, body, key } of independent(entries)) {
    const [method = '', path = ''] = operation.split(' ')
    const target: Target = { method: method as Target['method'], path }
    const input = { params, query, body, idempotencyKey: key, retry: false as const }
    call(connection, target, input).catch(() => {})
  }
}
