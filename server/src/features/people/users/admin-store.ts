import { fromLibraryDate } from '../../../platform/storage/library/library-date.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'

export interface Person {
  id: string
  email: string | null
  name: string
  created_at: number
  disabled: boolean
  /** When the account will be deleted, if its owner requested that. */
  deletes_at: number | null
  admin: boolean
}

export const adminStore = ({ sql: db }: Db) => ({
  /** Includes accounts that nobody has used yet. Sorted by email address. */
  async list(): Promise<Person[]> {
    const users = await db.selectFrom('users').select(['id', 'email', 'display_name', 'created_at']).execute()
    const accounts = await db.selectFrom('accounts').select(['id', 'email', 'name', 'created_at']).execute()
    const disabled = await db.selectFrom('disabled_users').select('user_id').execute()
    const deletions = await db.selectFrom('account_deletions').selectAll().execute()
    const deletesAt = new Map(deletions.map(row => [row.user_id, row.deletes_at]))
    const admins = await db.selectFrom('admins').select('user_id').execute()
    const isAdmin = new Set(admins.map(row => row.user_id))
    const isDisabled = new Set(disabled.map(row => row.user_id))
    const people = new Map<string, Omit<Person, 'disabled' | 'deletes_at' | 'admin'>>()
    for (const user of users) people.set(user.id, { ...user, name: user.display_name })
    for (const account of accounts) {
      people.set(account.id, { ...account, created_at: fromLibraryDate(account.created_at) })
    }
    return [...people.values()]
      .map(({ id, email, name, created_at }) => ({
        id,
        email,
        name,
        created_at,
        disabled: isDisabled.has(id),
        deletes_at: deletesAt.get(id) ?? null,
        admin: isAdmin.has(id),
      }))
      .sort((a, b) => ((a.email ?? '') < (b.email ?? '') ? -1 : 1))
  },

  async removeAccount(id: string): Promise<void> {
    await db.deleteFrom('accounts').where('id', '=', id).execute()
  },
})
