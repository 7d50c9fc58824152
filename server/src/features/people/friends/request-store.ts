import { sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../../platform/kernel/page.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { EmailRequest, RequestInList, WaitingRequest } from './friend.ts'
import { before, blockBetween, type TimeKey } from './store.ts'

/** Selects the person's email address if it is verified, because only verified addresses receive email requests. */
const verifiedEmail = (userId: string) =>
  sql<string>`(select email from users where id = ${userId} and email_verified)`

/**
 * Selects pending email requests to this person, unless a block, a friendship or a request by friend code exists in
 * either direction.
 */
const emailRequestsFor = (userId: string) => sql`
  select e.id, e.requester_id, e.created_at from email_requests e
  where e.email = ${verifiedEmail(userId)} and not e.closed and e.requester_id <> ${userId}
    and not (${blockBetween(userId, sql.ref('e.requester_id'))})
    and not exists (select 1 from friendships f where f.requester_id = e.requester_id and f.addressee_id = ${userId})
    and not exists (select 1 from friendships f where f.addressee_id = e.requester_id and f.requester_id = ${userId})`

export const requestStore = ({ sql: db }: Db) => ({
  async listReceived(userId: string, page: PageRequest): Promise<Page<RequestInList>> {
    const after = decodeCursor<TimeKey>(page, ['number', 'uuid'])
    // Email requests are not in the receiver's change log, so their version is 0.
    const receivedByEmail = sql`select id, requester_id, created_at, 0 from (${emailRequestsFor(userId)}) e`
    const { rows } = await sql<RequestInList>`
      select r.id, r.requester_id, me.id as addressee_id, u.display_name as requester_display_name,
        u.avatar_url as requester_avatar_url, me.display_name as addressee_display_name, r.created_at, r.version
      from (
        select id, requester_id, created_at, addressee_version as version from friendships
        where addressee_id = ${userId} and status = 'pending'
        union all ${receivedByEmail}
      ) r join users u on u.id = r.requester_id join users me on me.id = ${userId}
      where ${before(after, 'r.created_at', 'r.id')}
      order by r.created_at desc, r.id desc limit ${pageSize(page) + 1}`.execute(db)
    return toPage(rows, page, row => [row.created_at, row.id])
  },

  async listSent(userId: string, page: PageRequest): Promise<Page<RequestInList>> {
    const after = decodeCursor<TimeKey>(page, ['number', 'uuid'])
    const { rows } = await sql<RequestInList>`
      select r.id, me.id as requester_id, r.addressee_id, me.display_name as requester_display_name,
        me.avatar_url as requester_avatar_url, r.addressee_display_name, r.created_at, r.version
      from (
        select f.id, f.addressee_id, u.display_name as addressee_display_name, f.created_at,
          f.requester_version as version
        from friendships f join users u on u.id = f.addressee_id
        where f.requester_id = ${userId} and f.status = 'pending'
        union all
        select id, null, email, created_at, version from email_requests where requester_id = ${userId}
      ) r join users me on me.id = ${userId}
      where ${before(after, 'r.created_at', 'r.id')}
      order by r.created_at desc, r.id desc limit ${pageSize(page) + 1}`.execute(db)
    return toPage(rows, page, row => [row.created_at, row.id])
  },

  /** Finds a pending request that this person sent or received. */
  async find(id: string, userId: string): Promise<WaitingRequest | undefined> {
    const { rows } = await sql<WaitingRequest>`
      select id, requester_id, addressee_id, created_at, 0 as by_email from friendships
      where id = ${id} and status = 'pending' and (requester_id = ${userId} or addressee_id = ${userId})
      union all
      select id, requester_id, null, created_at, 1 from email_requests
      where id = ${id} and requester_id = ${userId}
      union all
      select r.id, r.requester_id, u.id, r.created_at, 1
      from (${emailRequestsFor(userId)} and e.id = ${id}) r join users u on u.id = ${userId}`.execute(db)
    const [row] = rows
    return row && { ...row, by_email: Boolean(row.by_email) }
  },

  /** Stores a request to an email address. A repeated request to the same address updates the earlier one. */
  async askEmail(request: EmailRequest): Promise<void> {
    await db
      .insertInto('email_requests')
      .values({ ...request, closed: false })
      .onConflict(conflict =>
        conflict
          .columns(['requester_id', 'email'])
          .doUpdateSet({ closed: false, created_at: request.created_at }),
      )
      .execute()
  },

  /**
   * Deletes the oldest request if the sender has more than `most`. Deletes only one, so call this after each
   * insert.
   */
  async dropBeyond(requesterId: string, most: number): Promise<void> {
    await sql`delete from email_requests where id in (
      select id from email_requests where requester_id = ${requesterId}
      order by created_at desc, id desc limit 1 offset ${most})`.execute(db)
  },

  async deleteEmailRequest(id: string): Promise<void> {
    await db.deleteFrom('email_requests').where('id', '=', id).execute()
  },

  /**
   * Closes requests to the addressee's email address. The addressee no longer sees them, but the sender still sees them
   * as pending.
   */
  async closeEmailRequests(requesterId: string, addresseeId: string): Promise<void> {
    await db
      .updateTable('email_requests')
      .set({ closed: true })
      .where('requester_id', '=', requesterId)
      .where('email', '=', verifiedEmail(addresseeId))
      .execute()
  },

  async asksByEmail(requesterId: string, userId: string): Promise<boolean> {
    const { rows } = await sql`${emailRequestsFor(userId)} and e.requester_id = ${requesterId}`.execute(db)
    return rows.length > 0
  },
})
