// Audit entries are written in the transaction of the change, so that neither exists without the other.
import type { AuditEvent } from '@daymark/contract/accounts/security'
import { newId } from '../../platform/kernel/ids.ts'
import type { Tx } from '../../platform/storage/unit-of-work.ts'
import type { RequestSource } from './audit-entry.ts'
import { auditStore } from './store.ts'

export interface Recorded {
  owner_id: string | null
  event: AuditEvent
  at: number
  source: RequestSource
  /** The subject of the event, such as a token, a passkey or a session. */
  subject?: { id: string | null; name: string | null } | undefined
}

/** Some implementations also notify the person by email. */
export type RecordChange = (tx: Tx, entry: Recorded) => Promise<void>

export const record: RecordChange = (tx, { owner_id, event, at, source, subject }) =>
  auditStore(tx).insert({
    id: newId(),
    owner_id,
    event,
    subject_id: subject?.id ?? null,
    subject_name: subject?.name ?? null,
    address: source.address,
    user_agent: source.user_agent,
    at,
    actor_id: source.actor_id ?? null,
    command: source.command ?? null,
  })
