// Decides and records everything about a person's own profile.
import type { Actor } from '../../../platform/kernel/actor.ts'
import { notFound } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { userStore } from './store.ts'
import { newFriendCode, profileAfter, profileChanged, type ToldProfile, type User } from './user.ts'

export type UserService = ReturnType<typeof userService>

export function userService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  const me = async (actor: Actor): Promise<User> => {
    const user = await uow.read(db => userStore(db).find(actor.id))
    if (!user) throw notFound('User not found.')
    return user
  }

  return {
    me,

    /** Keeps the profile in step with a verified token; writes only when something changed. */
    async rememberProfile(told: ToldProfile, claimsAt: number): Promise<void> {
      const isCurrent = (user: User | undefined) =>
        user !== undefined && (claimsAt < user.claims_at || !profileChanged(user, profileAfter(user, told)))
      if (isCurrent(await uow.read(db => userStore(db).find(told.id)))) return
      await uow.write([told.id], async tx => {
        const store = userStore(tx)
        const user = await store.find(told.id)
        const profile = profileAfter(user, told)
        const now = clock.now()
        // Two first requests at once: the second finds the user that the first has made.
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

    async renewFriendCode(actor: Actor): Promise<User> {
      await uow.write([actor.id], tx => userStore(tx).setFriendCode(actor.id, newFriendCode(), clock.now()))
      return me(actor)
    },
  }
}
