import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { readReminders } from '../../planning/reminders.ts'
import type { ChangedOccurrence, RemindedItem } from './firing.ts'

export type ItemKind = 'todo' | 'schedule'

export interface StoredItem extends RemindedItem {
  readonly kind: ItemKind
  readonly id: string
  readonly owner_id: string
  readonly title: string
  /** The owner's zone, or the item's zone if the owner has not set one. */
  readonly zone: string
}

interface TodoRow {
  id: string
  owner_id: string
  title: string
  deadline: number | null
  deadline_date: number | null
  zone: string
  reminders: string
}

interface ScheduleRow {
  id: string
  owner_id: string
  title: string
  start_time: number
  end_time: number
  all_day: boolean | 0 | 1
  timezone: string
  recurrence_rule: string | null
  recurrence_end: number | null
  zone: string
  reminders: string | null
}

const zoneOf = sql`coalesce(p.timezone, i.timezone) as zone`
const withZone = sql`left join preferences p on p.id = i.owner_id`

export const itemStore = (db: Db) => {
  async function todos(where: RawBuilder<unknown>): Promise<StoredItem[]> {
    const { rows } = await sql<TodoRow>`
      select i.id, i.owner_id, i.title, i.deadline, i.deadline_date, i.reminders, ${zoneOf}
      from todos i ${withZone}
      where ${where} and i.reminders is not null and i.status in ('UNSCHEDULED', 'SCHEDULED')`.execute(db.sql)
    return rows.map(({ id, owner_id, title, deadline, deadline_date, zone, reminders }) => {
      const at = deadline ?? deadline_date
      return {
        kind: 'todo',
        id,
        owner_id,
        title,
        zone,
        reminders: readReminders(reminders),
        ...(at !== null && { target: { at, is_date: deadline === null, instance_start: null } }),
      }
    })
  }

  async function schedules(where: RawBuilder<unknown>): Promise<StoredItem[]> {
    const { rows } = await sql<ScheduleRow>`
      select i.id, i.owner_id, i.title, i.start_time, i.end_time, i.all_day, i.timezone, i.recurrence_rule,
        i.recurrence_end, i.reminders, ${zoneOf}
      from schedules i ${withZone}
      where ${where} and i.state <> 'COMPLETED' and (i.reminders is not null or exists (
        select 1 from schedule_exceptions e where e.series_id = i.id and e.reminders is not null))`.execute(
      db.sql,
    )
    const items: StoredItem[] = []
    for (const row of rows) {
      const { id, owner_id, title, zone, recurrence_rule } = row
      const all_day = Boolean(row.all_day)
      const item = {
        kind: 'schedule' as const,
        id,
        owner_id,
        title,
        zone,
        reminders: readReminders(row.reminders),
      }
      if (recurrence_rule === null) {
        items.push({ ...item, target: { at: row.start_time, is_date: all_day, instance_start: null } })
      } else {
        const series = { ...row, all_day, recurrence_rule }
        items.push({ ...item, series, changed: await changedOf(id) })
      }
    }
    return items
  }

  async function changedOf(seriesId: string): Promise<ChangedOccurrence[]> {
    const rows = await db.sql
      .selectFrom('schedule_exceptions')
      .select(['original_start', 'deleted', 'start_time', 'title', 'state', 'reminders'])
      .where('series_id', '=', seriesId)
      .execute()
    return rows.map(row => ({
      instance_start: row.original_start,
      is_over: Boolean(row.deleted) || row.state === 'COMPLETED',
      start_time: row.start_time,
      title: row.title,
      reminders: row.reminders === null ? null : readReminders(row.reminders),
    }))
  }

  const read = { todo: todos, schedule: schedules }
  return {
    /** Returns only open items that have reminders. */
    find: (kind: ItemKind, ids: readonly string[]): Promise<StoredItem[]> =>
      ids.length === 0 ? Promise.resolve([]) : read[kind](db.dialect.idIn('i.id', ids)),

    ofOwner: async (ownerId: string): Promise<StoredItem[]> => {
      const mine = sql`i.owner_id = ${ownerId}`
      return [...(await todos(mine)), ...(await schedules(mine))]
    },
  }
}
