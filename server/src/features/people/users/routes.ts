import type { userRoutes } from '@daymark/contract/people/users'
import { reads, writes } from '../../../platform/changes/write.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import { presentMe } from './present.ts'
import { ownProfile, renewFriendCode } from './service.ts'

export const userHandlers: Pick<Handlers<typeof userRoutes>, 'me' | 'renewFriendCode'> = {
  me: reads(async (db, { actor, zone }) => presentMe(await ownProfile(db, actor), zone)),
  renewFriendCode: writes(async (tx, { zone }) => presentMe(await renewFriendCode(tx), zone)),
}
