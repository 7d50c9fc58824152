import type { friendRoutes } from '@daymark/contract/people/friends'
import { mapPage } from '../../../platform/kernel/page.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import {
  presentBlock,
  presentBlockedUser,
  presentFriend,
  presentFriendship,
  presentRequest,
} from './present.ts'
import type { FriendService } from './service.ts'

const OK = { ok: true } as const

export const friendHandlers = (friends: FriendService): Handlers<typeof friendRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(await friends.list(actor, query), friend => presentFriend(friend, zone)),
  ids: async ({ actor, query }) => mapPage(await friends.list(actor, query), friend => friend.user_id),
  check: ({ actor, params }) => friends.check(actor, params.user_id),

  received: async ({ actor, query, zone }) =>
    mapPage(await friends.received(actor, query), request => presentRequest(request, zone)),
  sent: async ({ actor, query, zone }) =>
    mapPage(await friends.sent(actor, query), request => presentRequest(request, zone)),
  request: async ({ actor, body, zone, status }) => {
    if (body.email) {
      await friends.askEmail(actor, body.email)
      status(202)
      return OK
    }
    return presentFriendship(await friends.askFriendCode(actor, body.friend_code ?? ''), zone)
  },
  accept: async ({ actor, params, zone }) =>
    presentFriendship(await friends.accept(actor, params.friendship_id), zone),
  reject: async ({ actor, params }) => {
    await friends.reject(actor, params.friendship_id)
    return OK
  },
  cancel: async ({ actor, params }) => {
    await friends.cancel(actor, params.friendship_id)
    return OK
  },

  blocks: async ({ actor, query, zone }) =>
    mapPage(await friends.blocks(actor, query), user => presentBlockedUser(user, zone)),
  block: async ({ actor, params, zone }) => presentBlock(await friends.block(actor, params.user_id), zone),
  unblock: async ({ actor, params }) => {
    await friends.unblock(actor, params.user_id)
    return OK
  },

  remove: async ({ actor, params }) => {
    await friends.end(actor, params.friendship_id)
    return OK
  },
})
