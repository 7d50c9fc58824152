import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { notFound } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { deletionStore } from './deletion-store.ts'
import { roleStore } from './role-store.ts'
import { userStore } from './store.ts'
import { newFriendCode, profileAfter, profileChanged, type TokenProfile, type User } from './user.ts'

export interface OwnProfile extends User {
  isAdmin: boolean
  /** When the account will be deleted, if its owner requested that. */
  deletes_at: number | null
}

export type UserService = ReturnType<typeof userService>

export async function ownProfile(db: Db, actor: Actor): Promise<OwnProfile> {
  const user = await userStore(db).find(actor.id)
  const isAdmin = await roleStore(db).isAdmin(actor.id)
  const deletion = await deletionStore(db).find(actor.id)
  if (!user) throw notFound('User not found.')
  return { ...user, isAdmin, deletes_at: deletion?.deletes_at ?? null }
}

export async function renewFriendCode(tx: RequestTx): Promise<OwnProfile> {
  await userStore(tx).setFriendCode(tx.actor.id, newFriendCode(), tx.now)
  return ownProfile(tx, tx.actor)
}

export function userService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  return {
    me: (actor: Actor): Promise<OwnProfile> => uow.read(db => ownProfile(db, actor)),

    /** Creates or updates the profile from a verified token. Writes only if something has changed. */
    async saveProfile(claims: TokenProfile, claimsAt: number): Promise<void> {
      const isCurrent = (user: User | undefined) =>
        user !== undefined && (claimsAt < user.claims_at || !profileChanged(user, profileAfter(user, claims)))
      if (isCurrent(await uow.read(db => userStore(db).find(claims.id)))) return
      await uow.write([claims.id], async tx => {
        const store = userStore(tx)
        const user = await store.find(claims.id)
        const profile = profileAfter(user, claims)
        const now = clock.now()
        // If a person's first two requests race, the second one finds the user that the first one created.
        if (user && !isCurrent(user)) await store.updateProfile(profile, claimsAt, now)
        if (user) return
        await store.insert({
          ...profile,
          friend_code: newFriendCode(),
          claims_at: claimsAt,
          created_at: now,
          updated_at: now,
        })
      })
    },

    disabledAmong: (ids: readonly string[]) => uow.read(db => userStore(db).disabledAmong(ids)),
  }
}
