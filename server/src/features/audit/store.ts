import type { AuditEvent } from '@daymark/contract/accounts/security'
import { sql } from 'kysely'
import { type PageRequest, pageSize } from '../../platform/kernel/page.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { AuditEntry } from './audit-entry.ts'

export type NewestPosition = [at: number, id: string]

/** An entry with the addresses of those involved, for operators. */
export interface ListedEntry extends AuditEntry {
  email: string | null
  actor_email: string | null
}

const STEP = 500

export const auditStore = ({ sql: db }: Db) => ({
  async insert(entry: AuditEntry): Promise<void> {
    await db.insertInto('audit_entries').values(entry).execute()
  },

  async list(ownerId: string, page: PageRequest, after?: NewestPosition): Promise<AuditEntry[]> {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .$if(after !== undefined, query => query.where(sql<boolean>`(at, id) < (${after?.[0]}, ${after?.[1]})`))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize(page) + 1)
      .execute()
    return rows.map(toEntry)
  },

  /** Returns the newest entries, filtered by person and event if given. Only operator commands use it. */
  async newest(
    count: number,
    only: { owner_id?: string | undefined; event?: string | undefined },
  ): Promise<ListedEntry[]> {
    const { owner_id, event } = only
    const rows = await db
      .selectFrom('audit_entries as e')
      .leftJoin('users as u', 'u.id', 'e.owner_id')
      .leftJoin('accounts as a', 'a.id', 'e.owner_id')
      .leftJoin('users as by', 'by.id', 'e.actor_id')
      .selectAll('e')
      .select(['u.email as user_email', 'a.email as account_email', 'by.email as actor_email'])
      .$if(owner_id !== undefined, query => query.where('e.owner_id', '=', owner_id ?? ''))
      .$if(event !== undefined, query => query.where('e.event', '=', event ?? ''))
      .orderBy('e.at', 'desc')
      .orderBy('e.id', 'desc')
      .limit(count)
      .execute()
    return rows.map(({ user_email, account_email, actor_email, ...row }) => ({
      ...toEntry(row),
      actor_email,
      email: account_email ?? user_email,
    }))
  },

  /** True if an entry since `since` already records this use. */
  async hasUse(
    use: Pick<AuditEntry, 'event' | 'subject_id' | 'address'> & { owner_id: string },
    since: number,
  ) {
    const row = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('owner_id', '=', use.owner_id)
      .where('at', '>=', since)
      .where('event', '=', use.event)
      .where('subject_id', '=', use.subject_id)
      .where('address', use.address === null ? 'is' : '=', use.address)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Deletes one batch of old entries and returns its size. */
  async removeSome(before: number, beforeOfNobody: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from audit_entries where id in (
        select id from audit_entries
        where at < ${before} or (at < ${beforeOfNobody} and owner_id is null and event = 'sign_in_failed')
        limit ${STEP})`.execute(db)
    return Number(numAffectedRows)
  },
})

type Row = Omit<AuditEntry, 'event'> & { event: string }

const toEntry = (row: Row): AuditEntry => ({ ...row, event: row.event as AuditEvent })
