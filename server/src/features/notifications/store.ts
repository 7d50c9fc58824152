import { sql } from 'kysely'
import { firstLanguage } from '../../platform/kernel/language.ts'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../platform/kernel/page.ts'
import { columns } from '../../platform/storage/columns.ts'
import { deleteStep } from '../../platform/storage/statements/in-steps.ts'
import { insertion } from '../../platform/storage/statements/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { type Notification, QUESTIONS, type Question, type Recipient } from './notification.ts'

const notificationColumns = columns<Notification>({
  id: 'fixed',
  owner_id: 'fixed',
  kind: 'fixed',
  event: 'fixed',
  title: 'fixed',
  resource_kind: 'fixed',
  resource_id: 'fixed',
  instance_start: 'fixed',
  at: 'fixed',
  is_date: 'fixed',
  planned_end: 'fixed',
  last_sign: 'fixed',
  due_at: 'fixed',
  sent_at: 'saved',
  late: 'saved',
  silent: 'saved',
  read: 'saved',
  snoozed_until: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

const insertNotification = insertion<Notification>('notifications', notificationColumns.all)

const BOOLEANS = ['is_date', 'late', 'silent', 'read'] as const

const toNotification = (row: Notification): Notification => ({
  ...row,
  ...Object.fromEntries(BOOLEANS.map(name => [name, Boolean(row[name])])),
})

export const notificationStore = (db: Db) => ({
  async insert(notification: Notification): Promise<void> {
    await insertNotification(db, notification)
  },

  async insertMany(notifications: readonly Notification[]): Promise<void> {
    if (notifications.length > 0)
      await db.sql
        .insertInto('notifications')
        .values([...notifications])
        .execute()
  },

  async update(id: string, changes: Partial<Notification> & { updated_at: number }): Promise<void> {
    await db.sql.updateTable('notifications').set(changes).where('id', '=', id).execute()
  },

  async find(id: string): Promise<Notification | undefined> {
    return (await this.findMany([id]))[0]
  },

  async findMany(ids: readonly string[]): Promise<Notification[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<Notification>`
      select ${notificationColumns.of('n')} from notifications n where ${db.dialect.idIn('n.id', ids)}`.execute(
      db.sql,
    )
    return rows.map(toNotification)
  },

  /** Newest first. */
  async list(
    ownerId: string,
    { unread }: { unread: boolean },
    request: PageRequest,
  ): Promise<Page<Notification>> {
    const after = decodeCursor<[number, string]>(request, ['number', 'uuid'])
    const { rows } = await sql<Notification>`
      select ${notificationColumns.of('n')} from notifications n where n.owner_id = ${ownerId}
        ${unread ? sql`and not n.read` : sql``}
        ${after ? sql`and (n.sent_at, n.id) < (${after[0]}, ${after[1]})` : sql``}
      order by n.sent_at desc, n.id desc limit ${pageSize(request) + 1}`.execute(db.sql)
    return toPage(rows.map(toNotification), request, ({ sent_at, id }) => [sent_at, id])
  },

  async unreadCount(ownerId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from notifications where owner_id = ${ownerId} and not read`.execute(db.sql)
    return rows[0]?.count ?? 0
  },

  async readAll(ownerId: string, now: number): Promise<void> {
    await sql`update notifications set read = ${true}, updated_at = ${now}
      where owner_id = ${ownerId} and not read`.execute(db.sql)
  },

  /** Marks the questions about a resource as read and ends their snoozes. */
  async settle({ kind, id }: Question, ownerId: string, now: number): Promise<void> {
    await sql`update notifications set read = ${true}, snoozed_until = null, updated_at = ${now}
      where owner_id = ${ownerId} and resource_id = ${id} and event in (${sql.join([...QUESTIONS[kind]])})
        and (not read or snoozed_until is not null)`.execute(db.sql)
  },

  /** Oldest first. `from` is exclusive, `to` inclusive. */
  async sentBetween(ownerId: string, from: number, to: number, most: number): Promise<Notification[]> {
    const { rows } = await sql<Notification>`
      select ${notificationColumns.of('n')} from notifications n
      where n.owner_id = ${ownerId} and n.sent_at > ${from} and n.sent_at <= ${to}
      order by n.sent_at limit ${most}`.execute(db.sql)
    return rows.map(toNotification)
  },

  /**
   * Returns the ids of notifications whose resource is completed, canceled or deleted, or whose timer no longer runs.
   * Focus notifications are never outdated.
   */
  async outdated(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await sql<{ id: string }>`
      select n.id from notifications n
      where ${db.dialect.idIn('n.id', ids)} and n.resource_id is not null and case n.resource_kind
        when 'todo' then not exists (
          select 1 from todos i where i.id = n.resource_id and i.status in ('UNSCHEDULED', 'SCHEDULED'))
        when 'timer' then not exists (
          select 1 from timers i where i.id = n.resource_id and i.status = 'RUNNING')
        when 'meeting' then not exists (select 1 from meetings i where i.id = n.resource_id)
        when 'schedule' then not exists (
          select 1 from schedules i where i.id = n.resource_id and i.state <> 'COMPLETED')
          or exists (
            select 1 from schedule_exceptions e
            where e.series_id = n.resource_id and e.original_start = n.instance_start
              and (e.deleted or e.state = 'COMPLETED'))
        else false end`.execute(db.sql)
    return new Set(rows.map(({ id }) => id))
  },

  /** Deletes one batch and returns its size. */
  prune: (before: number): Promise<number> =>
    deleteStep(db, { table: 'notifications', where: sql`sent_at < ${before}` }),

  async recipient(ownerId: string): Promise<Recipient> {
    return (await this.recipients([ownerId])).get(ownerId) ?? toRecipient()
  },

  /** Omits people who have never changed a preference. */
  async recipients(ownerIds: readonly string[]): Promise<Map<string, Recipient>> {
    const rows = await db.sql
      .selectFrom('preferences')
      .select(['id', 'timezone', 'language', 'time_format', 'notifications'])
      .where(db.dialect.textIn('id', ownerIds))
      .execute()
    return new Map(rows.map(row => [row.id, toRecipient(row)]))
  },
})

interface PreferenceRow {
  timezone: string | null
  language: string | null
  time_format: string | null
  notifications: string | null
}

export const toRecipient = (row?: PreferenceRow): Recipient => ({
  zone: row?.timezone ?? 'UTC',
  language: firstLanguage([row?.language ?? '']),
  time_format: (row?.time_format ?? null) as Recipient['time_format'],
  settings: row?.notifications ? JSON.parse(row.notifications) : {},
})
