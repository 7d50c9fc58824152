import { sql } from 'kysely'
import { columns } from '../../platform/storage/columns.ts'
import { statement } from '../../platform/storage/statements/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Preferences, PreferenceValues } from './preferences.ts'

const preferenceColumns = columns<Preferences>({
  id: 'fixed',
  owner_id: 'fixed',
  timezone: 'saved',
  language: 'saved',
  week_start: 'saved',
  time_format: 'saved',
  working_hours: 'saved',
  default_timer_minutes: 'saved',
  focus: 'saved',
  holiday_country: 'saved',
  holiday_region: 'saved',
  theme: 'saved',
  default_tag_group_id: 'saved',
  default_reminders: 'saved',
  notifications: 'saved',
  deadlines_in_calendar_apps: 'saved',
  week_templates: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

/** Columns that contain JSON. */
const LISTS = [
  'working_hours',
  'focus',
  'default_reminders',
  'notifications',
  'deadlines_in_calendar_apps',
  'week_templates',
] as const

type Stored<T> = Omit<T, (typeof LISTS)[number]> & { [K in (typeof LISTS)[number] & keyof T]: string | null }

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

const toPreferences = (row: object): Preferences => {
  const lists = LISTS.map(name => [name, parsed((row as Stored<Preferences>)[name])])
  return { ...(row as Preferences), ...Object.fromEntries(lists) }
}

function toColumns<T extends Partial<PreferenceValues>>(values: T): Stored<T> {
  const lists = LISTS.flatMap(name => {
    const value = values[name]
    return value === undefined ? [] : [[name, value === null ? null : JSON.stringify(value)]]
  })
  return { ...values, ...Object.fromEntries(lists) } as Stored<T>
}

// Built once, because the statement runs for most new todos and schedules.
const findDefaults = statement<[ownerId: string], { default_reminders: string | null }>(
  (_db, ownerId) => sql`select default_reminders from preferences where id = ${ownerId}`,
)

export const preferenceStore = (bound: Db, db = bound.sql) => ({
  /** Returns undefined if the person has never changed a preference. */
  async find(ownerId: string): Promise<Preferences | undefined> {
    const row = await db
      .selectFrom('preferences')
      .select(preferenceColumns.all)
      .where('id', '=', ownerId)
      .executeTakeFirst()
    return row && toPreferences(row)
  },

  /** Returns null if the person has not set a time zone. */
  async timezone(ownerId: string): Promise<string | null> {
    const row = await db
      .selectFrom('preferences')
      .select('timezone')
      .where('id', '=', ownerId)
      .executeTakeFirst()
    return row?.timezone ?? null
  },

  /** Returns the JSON text, or null if there are none. */
  async defaultReminders(ownerId: string): Promise<string | null> {
    const [row] = await findDefaults(bound, ownerId)
    return row?.default_reminders ?? null
  },

  async insert(preferences: Preferences): Promise<void> {
    await db.insertInto('preferences').values(toColumns(preferences)).execute()
  },

  async update(ownerId: string, values: Partial<PreferenceValues>, now: number): Promise<void> {
    await db
      .updateTable('preferences')
      .set({ ...toColumns(values), updated_at: now })
      .where('id', '=', ownerId)
      .execute()
  },
})
