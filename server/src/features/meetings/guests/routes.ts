import type * as wire from '@daymark/contract/meetings/guests'
import { writes } from '../../../platform/changes/write.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Handlers } from '../../../platform/kernel/route-handlers.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { Meeting } from '../meeting.ts'
import type { Availability } from '../participant.ts'
import { presentFrame, presentSlot } from '../present.ts'
import { type Guest, shownName } from './guest.ts'
import { createPollLink, type GuestService, pollLink, removeGuest, revokePollLink } from './service.ts'

type OwnerRoutes = typeof wire.pollLinkRoutes

const presentLink = ({ link, created_at }: { link: string; created_at: number }, zone: Zone) => ({
  link,
  created_at: zone.format(created_at),
})

const meetingKeys = {
  keys: async (_db: Db, _actor: Actor, { params }: { params: { meeting_id: string } }) => [params.meeting_id],
}

export const pollLinkHandlers: Handlers<OwnerRoutes> = {
  link: writes(async (tx, { params, zone }) => presentLink(await pollLink(tx, params.meeting_id), zone)),
  createLink: writes(
    async (tx, { params, zone }) => presentLink(await createPollLink(tx, params.meeting_id), zone),
    meetingKeys,
  ),
  revokeLink: writes(async (tx, { params }) => {
    await revokePollLink(tx, params.meeting_id)
    return { ok: true }
  }, meetingKeys),
  removeGuest: writes(async (tx, { params }) => {
    await removeGuest(tx, params.meeting_id, params.participant_id)
    return { ok: true }
  }, meetingKeys),
}

export const guestHandlers = (guests: GuestService): Omit<Handlers<typeof wire.guestRoutes>, 'ics'> => ({
  poll: async ({ params, setHeader }) => {
    keepPrivate(setHeader)
    const { meeting, answers } = await guests.poll(params.link)
    return presentPoll(meeting, answers)
  },
  answer: async ({ params, body, zone }) => {
    const { guest, edit_token } = await guests.answer(params.link, body)
    return { ...presentGuest(guest, zone), edit_token }
  },
  readAnswer: async ({ params, zone, setHeader }) => {
    keepPrivate(setHeader)
    return presentGuest(await guests.readAnswer(params.link, params.edit_token), zone)
  },
  changeAnswer: async ({ params, body, zone }) =>
    presentGuest(await guests.changeAnswer(params.link, params.edit_token, body), zone),
  withdrawAnswer: async ({ params }) => {
    await guests.withdrawAnswer(params.link, params.edit_token)
    return { ok: true }
  },
})

/** The address is a secret, so neither search engines nor shared caches may store the response. */
export function keepPrivate(setHeader: (name: string, value: string) => void): void {
  setHeader('cache-control', 'private, no-store')
  setHeader('x-robots-tag', 'noindex')
}

const presentPoll = (meeting: Meeting, answers: readonly Availability[]): wire.GuestPoll => ({
  ...presentFrame(meeting),
  answers: answers.map(({ participant, time_slots, if_need_be }) => ({
    display_name: shownName(participant.display_name),
    time_slots: time_slots.map(presentSlot),
    if_need_be: if_need_be.map(presentSlot),
  })),
})

const presentGuest = (guest: Guest, zone: Zone): wire.GuestAnswer => ({
  id: guest.id,
  display_name: guest.display_name,
  time_slots: guest.time_slots.map(presentSlot),
  if_need_be: guest.if_need_be.map(presentSlot),
  created_at: zone.format(guest.created_at),
})
