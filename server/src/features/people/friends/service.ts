import type { Actor } from '../../../platform/kernel/actor.ts'
import { forbidden, notFound, rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Page, PageRequest } from '../../../platform/kernel/page.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { userStore } from '../users/store.ts'
import { readFriendCode } from '../users/user.ts'
import {
  type Block,
  type BlockedUser,
  type Friend,
  type Friendship,
  MAX_EMAIL_REQUESTS,
  type Relations,
  type RequestInList,
  refusalOf,
  requestToOneself,
  type WaitingRequest,
} from './friend.ts'
import { requestStore } from './request-store.ts'
import { friendStore } from './store.ts'

/** The lists of selected people in sharing settings. The visibility feature implements this. */
export interface SelectedLists {
  /** Removes each of the two people from the other's lists. */
  removeFromLists(tx: Tx, a: string, b: string): Promise<void>
}

export type FriendService = ReturnType<typeof friendService>

const NO_REQUEST = 'Friend request not found.'
const NO_FRIENDSHIP = 'Friendship not found.'

export function friendService(parts: { uow: UnitOfWork; clock: Clock; selectedLists: SelectedLists }) {
  const { uow, clock, selectedLists } = parts

  /**
   * Locks both people, so that their actions run in sequence. If the sender of an email request acts, locks only the
   * sender, because the receiver is unknown.
   */
  async function onRequest<T>(
    actor: Actor,
    id: string,
    work: (tx: Tx, request: WaitingRequest) => Promise<T>,
  ): Promise<T> {
    const seen = await uow.read(db => requestStore(db).find(id, actor.id))
    if (!seen) throw notFound(NO_REQUEST)
    return uow.write([actor.id, seen.requester_id, seen.addressee_id ?? actor.id], async tx => {
      const request = await requestStore(tx).find(id, actor.id)
      if (!request) throw notFound(NO_REQUEST)
      return work(tx, request)
    })
  }

  async function separate(tx: Tx, friendshipId: string | undefined, a: string, b: string): Promise<void> {
    if (friendshipId) await friendStore(tx).deleteFriendship(friendshipId)
    await selectedLists.removeFromLists(tx, a, b)
    await closeEarlierRequests(tx, a, b)
  }

  return {
    list: (actor: Actor, page: PageRequest): Promise<Page<Friend>> =>
      uow.read(db => friendStore(db).listFriends(actor.id, page)),

    check: (actor: Actor, userId: string): Promise<boolean> =>
      uow.read(async db => (await friendStore(db).relation(actor.id, userId)).friends),

    received: (actor: Actor, page: PageRequest): Promise<Page<RequestInList>> =>
      uow.read(db => requestStore(db).listReceived(actor.id, page)),

    sent: (actor: Actor, page: PageRequest): Promise<Page<RequestInList>> =>
      uow.read(db => requestStore(db).listSent(actor.id, page)),

    async askFriendCode(actor: Actor, code: string): Promise<Friendship> {
      const friendCode = readFriendCode(code)
      const other = await uow.read(db => userStore(db).findByFriendCode(friendCode))
      if (!other) throw notFound('No one has this friend code.')
      return uow.write([actor.id, other.id], async tx => {
        const refusal = refusalOf(actor.id, other.id, await between(tx, actor.id, other.id))
        if (refusal) throw refusal
        const now = clock.now()
        const friendship: Friendship = {
          id: newId(),
          requester_id: actor.id,
          addressee_id: other.id,
          status: 'pending',
          created_at: now,
          updated_at: now,
        }
        await friendStore(tx).insertFriendship(friendship)
        // Closes an earlier email request, so that the other person sees only this request.
        await requestStore(tx).closeEmailRequests(actor.id, other.id)
        return friendship
      })
    },

    /**
     * Looks up only the caller's own account, so that neither response nor timing reveals whether anyone has the
     * address.
     */
    askEmail(actor: Actor, email: string): Promise<void> {
      return uow.write([actor.id], async tx => {
        if ((await userStore(tx).find(actor.id))?.email === email) throw requestToOneself()
        const requests = requestStore(tx)
        await requests.askEmail({ id: newId(), requester_id: actor.id, email, created_at: clock.now() })
        await requests.dropBeyond(actor.id, MAX_EMAIL_REQUESTS)
      })
    },

    accept(actor: Actor, id: string): Promise<Friendship> {
      return onRequest(actor, id, async (tx, request) => {
        if (request.requester_id === actor.id)
          throw forbidden('Only the person who received the request may accept it.')
        const friendship = await befriend(tx, request, actor.id, clock.now())
        await closeEarlierRequests(tx, actor.id, request.requester_id)
        return friendship
      })
    },

    reject(actor: Actor, id: string): Promise<void> {
      return onRequest(actor, id, async (tx, request) => {
        if (request.requester_id === actor.id)
          throw forbidden('Only the person who received the request may reject it.')
        if (!request.by_email) await friendStore(tx).deleteFriendship(id)
        await requestStore(tx).closeEmailRequests(request.requester_id, actor.id)
      })
    },

    cancel(actor: Actor, id: string): Promise<void> {
      return onRequest(actor, id, async (tx, request) => {
        if (request.requester_id !== actor.id)
          throw forbidden('Only the person who sent the request may cancel it.')
        if (request.by_email) await requestStore(tx).deleteEmailRequest(id)
        else await friendStore(tx).deleteFriendship(id)
      })
    },

    async end(actor: Actor, id: string): Promise<void> {
      const seen = await uow.read(db => friendStore(db).findFriendship(id))
      if (!isFriendshipOf(actor, seen)) throw notFound(NO_FRIENDSHIP)
      const otherId = seen.requester_id === actor.id ? seen.addressee_id : seen.requester_id
      return uow.write([actor.id, otherId], async tx => {
        if (!isFriendshipOf(actor, await friendStore(tx).findFriendship(id))) throw notFound(NO_FRIENDSHIP)
        await separate(tx, id, actor.id, otherId)
      })
    },

    block(actor: Actor, userId: string): Promise<Block> {
      if (userId === actor.id) throw rejected('You cannot block yourself.')
      return uow.write([actor.id, userId], async tx => {
        const store = friendStore(tx)
        if (!(await userStore(tx).find(userId))) throw notFound('User not found.')
        const friendship = await store.friendshipBetween(actor.id, userId)
        await separate(tx, friendship?.id, actor.id, userId)
        return store.insertBlock({
          id: newId(),
          blocker_id: actor.id,
          blocked_id: userId,
          created_at: clock.now(),
          version: 0,
        })
      })
    },

    unblock(actor: Actor, userId: string): Promise<void> {
      return uow.write([actor.id, userId], async tx => {
        const lifted = await friendStore(tx).deleteBlock(actor.id, userId)
        if (!lifted) throw notFound('You have not blocked this person.')
        await closeEarlierRequests(tx, actor.id, userId)
      })
    },

    blocks: (actor: Actor, page: PageRequest): Promise<Page<BlockedUser>> =>
      uow.read(db => friendStore(db).listBlocks(actor.id, page)),
  }
}

async function between(tx: Tx, callerId: string, otherId: string): Promise<Relations> {
  const store = friendStore(tx)
  return {
    blocked_by_me: await store.hasBlocked(callerId, otherId),
    blocked_by_them: await store.hasBlocked(otherId, callerId),
    friendship: await store.friendshipBetween(callerId, otherId),
    asked_by_email: await requestStore(tx).asksByEmail(otherId, callerId),
  }
}

/** Makes two people friends. The friendship keeps the request's id. */
async function befriend(
  tx: Tx,
  request: WaitingRequest,
  accepterId: string,
  now: number,
): Promise<Friendship> {
  const store = friendStore(tx)
  const friendship: Friendship = {
    id: request.id,
    requester_id: request.requester_id,
    addressee_id: accepterId,
    status: 'accepted',
    created_at: request.created_at,
    updated_at: now,
  }
  if (request.by_email) {
    await requestStore(tx).deleteEmailRequest(request.id)
    await store.insertFriendship(friendship)
  } else {
    await store.acceptFriendship(request.id, now)
  }
  await store.insertFriends(friendship, now)
  return friendship
}

/**
 * Closes earlier email requests between two people when their relation changes, so that the requests do not
 * reappear later.
 */
async function closeEarlierRequests(tx: Tx, a: string, b: string): Promise<void> {
  await requestStore(tx).closeEmailRequests(a, b)
  await requestStore(tx).closeEmailRequests(b, a)
}

const isFriendshipOf = (actor: Actor, friendship: Friendship | undefined): friendship is Friendship =>
  friendship?.status === 'accepted' &&
  (friendship.requester_id === actor.id || friendship.addressee_id === actor.id)
