import type { userRoutes } from '@daymark/contract/people/users'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { presentMe } from './present.ts'
import type { UserService } from './service.ts'

export const userHandlers = (
  users: UserService,
): Pick<Handlers<typeof userRoutes>, 'me' | 'renewFriendCode'> => ({
  me: async ({ actor, zone }) => presentMe(await users.me(actor), zone),
  renewFriendCode: async ({ actor, zone }) => presentMe(await users.renewFriendCode(actor), zone),
})
