// REST routes of the caller's own profile.
import type { userRoutes } from '@daymark/contract/people/users'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { presentMe } from './present.ts'
import type { UserService } from './service.ts'

export const userHandlers = (
  users: UserService,
): Pick<Handlers<typeof userRoutes>, 'me' | 'renewFriendCode'> => ({
  me: async ({ actor }) => presentMe(await users.me(actor)),
  renewFriendCode: async ({ actor }) => presentMe(await users.renewFriendCode(actor)),
})
