import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { forbidden, notFound, rejected } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Db, Tx } from '../../../platform/storage/unit-of-work.ts'
import { userStore } from '../users/store.ts'
import { readFriendCode } from '../users/user.ts'
import {
  type Block,
  type Friendship,
  MAX_EMAIL_REQUESTS,
  type Relations,
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

const NO_REQUEST = 'Friend request not found.'
const NO_FRIENDSHIP = 'Friendship not found.'

export async function askFriendCode(tx: RequestTx, code: string): Promise<Friendship> {
  const { actor, now } = tx
  const other = await userStore(tx).findByFriendCode(readFriendCode(code))
  if (!other) throw notFound('No one has this friend code.')
  tx.hold(other.id)
  const refusal = refusalOf(actor.id, other.id, await between(tx, actor.id, other.id))
  if (refusal) throw refusal
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
}

/** The person with this code, whose data a request changes too. */
export async function keysOfCode(db: Db, code: string): Promise<string[]> {
  const other = await userStore(db).findByFriendCode(readFriendCode(code))
  return other ? [other.id] : []
}

/**
 * Looks up only the caller's own account, so that neither response nor timing reveals whether anyone has the address.
 */
export async function askEmail(tx: RequestTx, email: string): Promise<void> {
  const { actor } = tx
  if ((await userStore(tx).find(actor.id))?.email === email) throw requestToOneself()
  const requests = requestStore(tx)
  await requests.askEmail({ id: newId(), requester_id: actor.id, email, created_at: tx.now })
  await requests.dropBeyond(actor.id, MAX_EMAIL_REQUESTS)
}

export async function acceptRequest(tx: RequestTx, id: string): Promise<Friendship> {
  const { actor } = tx
  const request = await requestOf(tx, id)
  if (request.requester_id === actor.id)
    throw forbidden('Only the person who received the request may accept it.')
  const friendship = await befriend(tx, request, actor.id, tx.now)
  await closeEarlierRequests(tx, actor.id, request.requester_id)
  return friendship
}

export async function rejectRequest(tx: RequestTx, id: string): Promise<void> {
  const { actor } = tx
  const request = await requestOf(tx, id)
  if (request.requester_id === actor.id)
    throw forbidden('Only the person who received the request may reject it.')
  if (!request.by_email) await friendStore(tx).deleteFriendship(id)
  await requestStore(tx).closeEmailRequests(request.requester_id, actor.id)
}

export async function cancelRequest(tx: RequestTx, id: string): Promise<void> {
  const request = await requestOf(tx, id)
  if (request.requester_id !== tx.actor.id)
    throw forbidden('Only the person who sent the request may cancel it.')
  if (request.by_email) await requestStore(tx).deleteEmailRequest(id)
  else await friendStore(tx).deleteFriendship(id)
}

/**
 * The two people of a request, so that their actions run in sequence. If the sender of an email request acts, only the
 * sender, because the receiver is unknown.
 */
export async function keysOfRequest(db: Db, actor: Actor, id: string): Promise<string[]> {
  const request = await requestStore(db).find(id, actor.id)
  return request ? [request.requester_id, request.addressee_id ?? actor.id] : []
}

async function requestOf(tx: RequestTx, id: string): Promise<WaitingRequest> {
  const request = await requestStore(tx).find(id, tx.actor.id)
  if (!request) throw notFound(NO_REQUEST)
  tx.hold(request.requester_id, request.addressee_id ?? tx.actor.id)
  return request
}

export async function endFriendship(tx: RequestTx, lists: SelectedLists, id: string): Promise<void> {
  const { actor } = tx
  const friendship = await friendStore(tx).findFriendship(id)
  if (!isFriendshipOf(actor, friendship)) throw notFound(NO_FRIENDSHIP)
  const otherId = otherOf(actor, friendship)
  tx.hold(otherId)
  await separate(tx, lists, { id, a: actor.id, b: otherId })
}

export async function keysOfFriendship(db: Db, actor: Actor, id: string): Promise<string[]> {
  const friendship = await friendStore(db).findFriendship(id)
  return isFriendshipOf(actor, friendship) ? [otherOf(actor, friendship)] : []
}

const otherOf = (actor: Actor, { requester_id, addressee_id }: Friendship): string =>
  requester_id === actor.id ? addressee_id : requester_id

export async function block(tx: RequestTx, lists: SelectedLists, userId: string): Promise<Block> {
  const { actor, now } = tx
  if (userId === actor.id) throw rejected('You cannot block yourself.')
  tx.hold(userId)
  const store = friendStore(tx)
  if (!(await userStore(tx).find(userId))) throw notFound('User not found.')
  const friendship = await store.friendshipBetween(actor.id, userId)
  await separate(tx, lists, { id: friendship?.id, a: actor.id, b: userId })
  return store.insertBlock({
    id: newId(),
    blocker_id: actor.id,
    blocked_id: userId,
    created_at: now,
    version: 0,
  })
}

export async function unblock(tx: RequestTx, userId: string): Promise<void> {
  const { actor } = tx
  tx.hold(userId)
  const lifted = await friendStore(tx).deleteBlock(actor.id, userId)
  if (!lifted) throw notFound('You have not blocked this person.')
  await closeEarlierRequests(tx, actor.id, userId)
}

async function separate(
  tx: Tx,
  lists: SelectedLists,
  { id, a, b }: { id: string | undefined; a: string; b: string },
): Promise<void> {
  if (id) await friendStore(tx).deleteFriendship(id)
  await lists.removeFromLists(tx, a, b)
  await closeEarlierRequests(tx, a, b)
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
