// Polls by link: the owner turns the link on and off, and guests answer without an account.
import { randomBytes } from 'node:crypto'
import { MAX_GUESTS } from '@daymark/contract/meetings/guests'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { newCause, withCause } from '../../../platform/kernel/cause.ts'
import { conflict, limited, notFound } from '../../../platform/kernel/errors.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { secretStore } from '../../../platform/outbound/secret-store.ts'
import type { Db, Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import { userStore } from '../../people/users/store.ts'
import { owned, refuse } from '../access.ts'
import type { Meeting } from '../meeting.ts'
import type { Availability } from '../participant.ts'
import { participantStore } from '../participant-store.ts'
import { type AnswerSlot, slotFaults, splitAnswer } from '../slot.ts'
import { meetingStore } from '../store.ts'
import { type Guest, hashOf, linkOf } from './guest.ts'
import { guestStore } from './guest-store.ts'

export type GuestService = ReturnType<typeof guestService>

export interface GuestAnswer {
  display_name: string
  time_slots: readonly AnswerSlot[]
}

/** Limits new answers per poll, because strangers may use many IP addresses. Normal use stays far below this limit. */
const RECENT = { window_ms: 60_000, max: 20 }
const NO_POLL = 'There is no poll at this link. Its owner may have revoked it.'
const NO_ANSWER = 'There is no answer with this token. It may have been removed.'
/** The viewer id of guests. It matches no person, so that no blocks apply. */
const NOBODY = ''

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Throws 404 if the link opens no poll. */
export async function openedBy(db: Db, link: string): Promise<Meeting> {
  const id = await guestStore(db).meetingOf(hashOf(link))
  const meeting = id === undefined ? undefined : await meetingStore(db).find(id)
  if (!meeting || (await userStore(db).isDisabled(meeting.owner_id))) throw notFound(NO_POLL)
  return meeting
}

interface PollLink {
  link: string
  created_at: number
}

export async function pollLink(tx: RequestTx, id: string): Promise<PollLink> {
  await owned(tx, tx.actor, id)
  const stored = await guestStore(tx).link(id)
  if (!stored) throw notFound('This poll has no link for guests.')
  return { link: linkOf(await key(tx), id, stored.nonce), created_at: stored.created_at }
}

export async function createPollLink(tx: RequestTx, id: string): Promise<PollLink> {
  tx.hold(id)
  await owned(tx, tx.actor, id)
  const store = guestStore(tx)
  const known = await store.link(id)
  const { nonce, created_at } = known ?? { nonce: newSecret(), created_at: tx.now }
  const link = linkOf(await key(tx), id, nonce)
  if (!known) await store.insertLink({ meeting_id: id, nonce, hash: hashOf(link), created_at })
  return { link, created_at }
}

export async function revokePollLink(tx: RequestTx, id: string): Promise<void> {
  tx.hold(id)
  await owned(tx, tx.actor, id)
  if (!(await guestStore(tx).removeLink(id))) throw notFound('This poll has no link for guests.')
}

export async function removeGuest(tx: RequestTx, id: string, guestId: string): Promise<void> {
  tx.hold(id)
  await owned(tx, tx.actor, id)
  if (!(await guestStore(tx).remove(id, guestId))) throw notFound('Guest not found.')
}

async function key(tx: Tx): Promise<string> {
  const store = secretStore(tx)
  return (await store.find('poll_links')) ?? store.keep('poll_links', { fingerprint: '', value: newSecret() })
}

export function guestService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  async function own(db: Db, link: string, token: string): Promise<{ meeting: Meeting; guest: Guest }> {
    const meeting = await openedBy(db, link)
    const guest = await guestStore(db).find(meeting.id, hashOf(token))
    if (!guest) throw notFound(NO_ANSWER)
    return { meeting, guest }
  }

  /** Finds the meeting before the write, because the write locks it by its id. */
  async function change<T>(link: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { id } = await uow.read(db => openedBy(db, link))
    return withCause(newCause({ via: 'api', is_guest: true }), () => uow.write([id], work))
  }

  return {
    poll: (link: string): Promise<{ meeting: Meeting; answers: Availability[] }> =>
      uow.read(async db => {
        const meeting = await openedBy(db, link)
        return { meeting, answers: await participantStore(db).seenBy(meeting.id, NOBODY) }
      }),

    answer: (link: string, { display_name, time_slots }: GuestAnswer) =>
      change(link, async tx => {
        const meeting = await openedBy(tx, link)
        const now = clock.now()
        const store = guestStore(tx)
        const { all, recent } = await store.count(meeting.id, now - RECENT.window_ms)
        if (meeting.confirmed_slot) throw conflict('The time of this poll is already confirmed.')
        if (all >= MAX_GUESTS) throw conflict(`The poll has reached the limit of ${MAX_GUESTS} guests.`)
        if (recent >= RECENT.max)
          throw limited('Too many people are answering this poll at once. Try again in a minute.', 60)
        refuse(slotFaults(meeting, time_slots))
        const edit_token = newSecret()
        const guest: Guest = {
          id: newId(),
          meeting_id: meeting.id,
          display_name,
          ...splitAnswer(time_slots),
          token_hash: hashOf(edit_token),
          created_at: now,
        }
        await store.insert(guest)
        return { guest, edit_token }
      }),

    readAnswer: async (link: string, token: string): Promise<Guest> =>
      (await uow.read(db => own(db, link, token))).guest,

    changeAnswer: (link: string, token: string, { display_name, time_slots }: GuestAnswer): Promise<Guest> =>
      change(link, async tx => {
        const { meeting, guest } = await own(tx, link, token)
        refuse(slotFaults(meeting, time_slots))
        const changed = { ...guest, display_name, ...splitAnswer(time_slots) }
        await guestStore(tx).save(changed)
        return changed
      }),

    withdrawAnswer: (link: string, token: string): Promise<void> =>
      change(link, async tx => {
        const { meeting, guest } = await own(tx, link, token)
        await guestStore(tx).remove(meeting.id, guest.id)
      }),
  }
}
