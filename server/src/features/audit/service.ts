// Reads the audit trail, records token uses, and deletes old entries.
import type { Actor } from '../../platform/kernel/actor.ts'
import { decodeCursor, type Page, type PageRequest, toPage } from '../../platform/kernel/page.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { type AuditEntry, dayOf, KEEP_MS, KEEP_NOBODY_MS, type RequestSource } from './audit-entry.ts'
import { record } from './record.ts'
import { auditStore, type NewestPosition } from './store.ts'

export type AuditService = ReturnType<typeof auditService>

const MAX_REMEMBERED = 10_000

export function auditService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  /** The day of the last recorded use, per credential and IP address. */
  const noted = new Map<string, number>()

  const recordUse = (owner_id: string, use: Use, now: number, source: RequestSource): Promise<void> =>
    uow.write([owner_id], async tx => {
      const same = { owner_id, event: use.event, subject_id: use.subject.id, address: source.address }
      if (await auditStore(tx).hasUse(same, dayOf(now))) return
      await record(tx, { owner_id, at: now, source, ...use })
    })

  return {
    async list(actor: Actor, page: PageRequest): Promise<Page<AuditEntry>> {
      const after = decodeCursor<NewestPosition>(page, ['number', 'uuid'])
      const entries = await uow.read(db => auditStore(db).list(actor.id, page, after))
      return toPage(entries, page, entry => [entry.at, entry.id])
    },

    /**
     * Records the first use of a token, device password or app per day and IP address. Returns undefined if there is
     * nothing to record, so that most requests do not wait.
     */
    used(session: Session, addressOf: () => string, agent: () => string | null): Promise<void> | undefined {
      const use = useOf(session)
      if (use === undefined) return undefined
      const now = clock.now()
      const source: RequestSource = { address: addressOf() || null, user_agent: agent() }
      const key = `${use.subject.id} ${source.address}`
      if (noted.get(key) === dayOf(now)) return undefined
      if (noted.size >= MAX_REMEMBERED) noted.clear()
      noted.set(key, dayOf(now))
      return recordUse(session.actor.id, use, now, source).catch(error => {
        // Otherwise, the use would be missing for the rest of the day.
        noted.delete(key)
        throw error
      })
    },

    async sweep(): Promise<void> {
      const now = clock.now()
      for (let deleted = 1; deleted > 0; )
        deleted = await uow.write([], tx => auditStore(tx).removeSome(now - KEEP_MS, now - KEEP_NOBODY_MS))
    },
  }
}

type Use = NonNullable<ReturnType<typeof useOf>>

function useOf({ token_id, device_id, app_id, token_name }: Session) {
  const name = token_name ?? null
  if (token_id !== undefined) return { event: 'token_used', subject: { id: token_id, name } } as const
  if (device_id !== undefined)
    return { event: 'device_password_used', subject: { id: device_id, name } } as const
  return app_id === undefined ? undefined : ({ event: 'app_used', subject: { id: app_id, name } } as const)
}
