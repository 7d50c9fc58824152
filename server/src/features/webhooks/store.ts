import type { ChangeKind } from '@daymark/contract/changes'
import type { WebhookEvent } from '@daymark/contract/webhooks'
import { sql } from 'kysely'
import { isActiveOwner } from '../../platform/storage/statements/active-owner.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Webhook } from './webhook.ts'

export const webhookStore = ({ sql: db, dialect }: Db) => ({
  async insert({ kinds, events, ...rest }: Webhook): Promise<void> {
    await db
      .insertInto('webhooks')
      .values({ ...rest, kinds: kinds?.join(' ') ?? null, events: events.join(' ') })
      .execute()
  },

  async list(ownerId: string): Promise<Webhook[]> {
    const rows = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toWebhook)
  },

  async count(ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('webhooks')
      .select(sql<number>`count(*)`.as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return row.count
  },

  async find(ownerId: string, id: string): Promise<Webhook | undefined> {
    const row = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toWebhook(row)
  },

  /** Returns a webhook only if it is active and its owner's account is neither disabled nor about to be deleted. */
  async findSendable(id: string): Promise<Webhook | undefined> {
    const row = await db
      .selectFrom('webhooks as w')
      .selectAll()
      .where('w.id', '=', id)
      .where('w.active', '=', true)
      .where(isActiveOwner('w.owner_id'))
      .executeTakeFirst()
    return row && toWebhook(row)
  },

  async update(
    id: string,
    { kinds, events, ...rest }: Partial<Omit<Webhook, 'id' | 'owner_id'>>,
  ): Promise<void> {
    await db
      .updateTable('webhooks')
      .set({
        ...rest,
        ...(kinds !== undefined && { kinds: kinds?.join(' ') ?? null }),
        ...(events !== undefined && { events: events.join(' ') }),
      })
      .where('id', '=', id)
      .execute()
  },

  async remove(ownerId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('webhooks')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  /** Returns the active webhooks of these people, or of everyone, that have not processed the whole log. */
  async behind(ownerIds?: readonly string[]): Promise<{ id: string; owner_id: string }[]> {
    return db
      .selectFrom('webhooks as w')
      .innerJoin('change_totals as t', 't.owner_id', 'w.owner_id')
      .select(['w.id', 'w.owner_id'])
      .where('w.active', '=', true)
      .whereRef('w.seq', '<', 't.seq')
      .$if(ownerIds !== undefined, query => query.where(dialect.textIn('w.owner_id', ownerIds ?? [])))
      .execute()
  },

  /** Returns the log position just before the first change at or after this time; undefined if there is none. */
  async positionAt(ownerId: string, since: number): Promise<number | undefined> {
    const { rows } = await sql<{ seq: number | null }>`
      select min(seq) - 1 as seq from changes where owner_id = ${ownerId} and committed_at >= ${since}`.execute(
      db,
    )
    return rows[0]?.seq ?? undefined
  },
})

type Row = Omit<
  Webhook,
  'any_port' | 'kinds' | 'events' | 'active' | 'detail' | 'template' | 'disabled_reason'
> & {
  any_port: boolean | 0 | 1
  kinds: string | null
  events: string
  detail: string
  template: string
  active: boolean | 0 | 1
  disabled_reason: string | null
}

const toWebhook = ({
  kinds,
  events,
  active,
  any_port,
  detail,
  template,
  disabled_reason,
  ...row
}: Row): Webhook => ({
  ...row,
  kinds: kinds === null ? null : (kinds.split(' ') as ChangeKind[]),
  events: events.split(' ') as WebhookEvent[],
  detail: detail as Webhook['detail'],
  template: template as Webhook['template'],
  active: Boolean(active),
  any_port: Boolean(any_port),
  disabled_reason: disabled_reason as Webhook['disabled_reason'],
})
