import type { friendRoutes } from '@daymark/contract/people/friends'
import { reads, writes } from '../../../platform/changes/write.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { mapPage } from '../../../platform/kernel/page.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import {
  presentBlock,
  presentBlockedUser,
  presentFriend,
  presentFriendship,
  presentRequest,
} from './present.ts'
import { requestStore } from './request-store.ts'
import type { SelectedLists } from './service.ts'
import * as friends from './service.ts'
import { friendStore } from './store.ts'

const OK = { ok: true } as const

/** Both people of a request. */
const requestKeys = {
  keys: (db: Db, actor: Actor, { params }: { params: { friendship_id: string } }) =>
    friends.keysOfRequest(db, actor, params.friendship_id),
}

const otherPerson = {
  keys: async (_db: Db, _actor: Actor, { params }: { params: { user_id: string } }) => [params.user_id],
}

export const friendHandlers = (lists: SelectedLists): Handlers<typeof friendRoutes> => ({
  list: reads(async (db, { actor, query, zone }) =>
    mapPage(await friendStore(db).listFriends(actor.id, query), friend => presentFriend(friend, zone)),
  ),
  ids: reads(async (db, { actor, query }) =>
    mapPage(await friendStore(db).listFriends(actor.id, query), friend => friend.user_id),
  ),
  check: reads(
    async (db, { actor, params }) => (await friendStore(db).relation(actor.id, params.user_id)).friends,
  ),

  received: reads(async (db, { actor, query, zone }) =>
    mapPage(await requestStore(db).listReceived(actor.id, query), each => presentRequest(each, zone)),
  ),
  sent: reads(async (db, { actor, query, zone }) =>
    mapPage(await requestStore(db).listSent(actor.id, query), each => presentRequest(each, zone)),
  ),
  request: writes(
    async (tx, { body, zone, status }) => {
      if (body.email) {
        await friends.askEmail(tx, body.email)
        status(202)
        return OK
      }
      return presentFriendship(await friends.askFriendCode(tx, body.friend_code ?? ''), zone)
    },
    {
      keys: async (db, _actor, { body }) =>
        body.email ? [] : friends.keysOfCode(db, body.friend_code ?? ''),
    },
  ),
  accept: writes(
    async (tx, { params, zone }) =>
      presentFriendship(await friends.acceptRequest(tx, params.friendship_id), zone),
    requestKeys,
  ),
  reject: writes(async (tx, { params }) => {
    await friends.rejectRequest(tx, params.friendship_id)
    return OK
  }, requestKeys),
  cancel: writes(async (tx, { params }) => {
    await friends.cancelRequest(tx, params.friendship_id)
    return OK
  }, requestKeys),

  blocks: reads(async (db, { actor, query, zone }) =>
    mapPage(await friendStore(db).listBlocks(actor.id, query), user => presentBlockedUser(user, zone)),
  ),
  block: writes(
    async (tx, { params, zone }) => presentBlock(await friends.block(tx, lists, params.user_id), zone),
    otherPerson,
  ),
  unblock: writes(async (tx, { params }) => {
    await friends.unblock(tx, params.user_id)
    return OK
  }, otherPerson),

  remove: writes(
    async (tx, { params }) => {
      await friends.endFriendship(tx, lists, params.friendship_id)
      return OK
    },
    { keys: (db, actor, { params }) => friends.keysOfFriendship(db, actor, params.friendship_id) },
  ),
})
