// Reads people and their roles, but nothing that people have stored.
import { sql } from 'kysely'
import { type PageRequest, pageSize } from '../../platform/kernel/page.ts'
import { fromLibraryDate } from '../../platform/storage/library/library-date.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

export interface AdministeredPerson {
  id: string
  /** Empty if the OpenID provider sends no email address. */
  email: string
  name: string
  email_verified: boolean
  is_admin: boolean
  disabled: boolean
  deletes_at: number | null
  created_at: number
  last_used_at: number | null
}

export type ByAddress = [email: string, id: string]

/** `accounts`: embedded accounts. `users`: people who have signed in at an external OpenID provider. */
export type PeopleTable = 'accounts' | 'users'

const SOURCES = {
  accounts: sql`(select id, email, name, email_verified, created_at from accounts)`,
  users: sql`(select id, coalesce(email, '') as email, display_name as name, email_verified, created_at from users)`,
}

export const administrationStore = ({ sql: db }: Db, table: PeopleTable) => {
  const people = SOURCES[table]
  const select = sql`
    select p.id, p.email, p.name, p.email_verified, p.created_at,
      case when a.user_id is null then 0 else 1 end as is_admin,
      case when d.user_id is null then 0 else 1 end as disabled,
      (select l.deletes_at from account_deletions l where l.user_id = p.id) as deletes_at,
      (select max(s.updated_at) from account_sessions s where s.user_id = p.id) as last_used_at
    from ${people} p left join admins a on a.user_id = p.id left join disabled_users d on d.user_id = p.id`
  return {
    async find(id: string): Promise<AdministeredPerson | undefined> {
      const { rows } = await sql<Row>`${select} where p.id = ${id}`.execute(db)
      return rows[0] && toPerson(rows[0])
    },

    async list(query: string, page: PageRequest, after?: ByAddress): Promise<AdministeredPerson[]> {
      const wanted = `%${query.toLowerCase().replace(/[!%_]/g, '!$&')}%`
      const matches =
        query === ''
          ? sql`1 = 1`
          : sql`(lower(p.email) like ${wanted} escape '!' or lower(p.name) like ${wanted} escape '!')`
      const next = after ? sql`(p.email, p.id) > (${after[0]}, ${after[1]})` : sql`1 = 1`
      const { rows } = await sql<Row>`
        ${select} where ${matches} and ${next} order by p.email, p.id limit ${pageSize(page) + 1}`.execute(db)
      return rows.map(toPerson)
    },

    async counts(): Promise<{ total: number; disabled: number; admins: number }> {
      const { rows } = await sql<{ total: number; disabled: number; admins: number }>`
        select count(*) as total, count(d.user_id) as disabled, count(a.user_id) as admins
        from ${people} p left join admins a on a.user_id = p.id
          left join disabled_users d on d.user_id = p.id`.execute(db)
      const { total = 0, disabled = 0, admins = 0 } = rows[0] ?? {}
      return { total: Number(total), disabled: Number(disabled), admins: Number(admins) }
    },
  }
}

interface Row {
  id: string
  email: string
  name: string
  email_verified: boolean | 0 | 1
  is_admin: number
  disabled: number
  deletes_at: number | null
  created_at: string | Date | number
  last_used_at: string | Date | null
}

const toPerson = (row: Row): AdministeredPerson => ({
  ...row,
  email_verified: Boolean(row.email_verified),
  is_admin: Boolean(row.is_admin),
  disabled: Boolean(row.disabled),
  created_at: typeof row.created_at === 'number' ? row.created_at : fromLibraryDate(row.created_at),
  last_used_at: row.last_used_at === null ? null : fromLibraryDate(row.last_used_at),
})
