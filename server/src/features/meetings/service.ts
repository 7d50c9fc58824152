import { isDeepStrictEqual } from 'node:util'
import type { meetingRoutes } from '@daymark/contract/meetings/meetings'
import type { DecodedBody, DecodedQuery } from '@daymark/contract/route'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, forbidden, notFound } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Page, PageRequest } from '../../platform/kernel/page.ts'
import type { Db, Tx } from '../../platform/storage/unit-of-work.ts'
import { type ScheduleView, whole } from '../planning/schedules/schedule.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import { forgetSharing, requireReadable, share, sharingsOf } from '../visibility/access.ts'
import { visibilityStore } from '../visibility/store.ts'
import { existing, owned, readable, refuse, viewOf } from './access.ts'
import { scheduleFor } from './confirmation.ts'
import { availabilityGrid, type GridDay, type ParticipantSlot } from './grid.ts'
import { guestStore } from './guests/guest-store.ts'
import {
  changesFrame,
  type Meeting,
  meetingFaults,
  normalizeFrame,
  SLOT_MINUTES,
  type TimeSlot,
} from './meeting.ts'
import { addOwnEntry, findOwn, type OwnEntry } from './own-entry.ts'
import type { Availability, Participant } from './participant.ts'
import { participantStore } from './participant-store.ts'
import type { MeetingView } from './present.ts'
import { type AnswerSlot, normalizeSlots, slotChecker, slotCutter, slotFaults, splitAnswer } from './slot.ts'
import { meetingStore } from './store.ts'

type MeetingCreate = DecodedBody<(typeof meetingRoutes)['create']>
type MeetingPatch = DecodedBody<(typeof meetingRoutes)['update']>
type ListQuery = DecodedQuery<(typeof meetingRoutes)['list']>

const NO_PARTICIPANT = 'Participant not found.'

// Changes to a meeting and to its answers lock the meeting by its id (`tx.hold`), because an answer must not race with a
// change to the meeting's days.

export async function createMeeting(
  tx: RequestTx,
  { visibility, ...body }: MeetingCreate,
): Promise<MeetingView> {
  const meeting = newMeeting(tx.actor.id, body, tx.now)
  refuse(meetingFaults(meeting))
  await meetingStore(tx).insert(meeting)
  await share(tx, tx.actor, 'meeting', meeting.id, visibility, meeting.created_at)
  return viewOf(tx, meeting)
}

export async function listMeetings(
  db: Db,
  actor: Actor,
  { scope = 'mine', public_from, ...page }: ListQuery,
): Promise<Page<MeetingView>> {
  const viewer = await visibilityStore(db).viewer(actor.id)
  const meetings = await meetingStore(db).list(viewer, { scope, public_from }, page)
  const ids = meetings.items.filter(each => each.owner_id === actor.id).map(each => each.id)
  const own = await sharingsOf(db, 'meeting', actor.id, ids)
  return { ...meetings, items: meetings.items.map(each => ({ ...each, sharing: own.get(each.id) })) }
}

export async function getMeeting(db: Db, actor: Actor, id: string): Promise<MeetingView> {
  const meeting = await readable(db, actor, id)
  const view = await viewOf(db, meeting)
  if (meeting.confirmed_slot === null) return view
  return { ...view, own_schedule_id: (await findOwn(db, actor.id, meeting))?.id ?? null }
}

export async function updateMeeting(tx: RequestTx, id: string, body: MeetingPatch): Promise<MeetingView> {
  tx.hold(id)
  const meeting = await owned(tx, tx.actor, id)
  if (Object.keys(body).length === 0) return viewOf(tx, meeting)
  const { visibility, ...changes } = body
  const merged = { ...meeting, ...changes, updated_at: tx.now }
  refuse(meetingFaults(merged))
  const changed = { ...merged, ...normalizeFrame(merged) }
  await meetingStore(tx).save(changed)
  if (changesFrame(changes)) await cutSlots(tx, changed)
  await share(tx, tx.actor, 'meeting', id, visibility, changed.updated_at)
  return viewOf(tx, changed)
}

export async function removeMeeting(tx: RequestTx, id: string): Promise<void> {
  tx.hold(id)
  await owned(tx, tx.actor, id)
  await forgetSharing(tx, 'meeting', [id])
  await meetingStore(tx).remove(id)
}

/** Adds the person as a participant. If the person already participates, changes the display name. */
export async function participate(
  tx: RequestTx,
  id: string,
  display_name: string,
): Promise<Participant & { joined: boolean }> {
  const { actor, now } = tx
  tx.hold(id)
  await readable(tx, actor, id)
  const store = participantStore(tx)
  const known = await store.ofUser(id, actor.id)
  if (known) {
    await store.rename(known.id, display_name)
    return { ...known, display_name, joined: false }
  }
  const participant = { id: newId(), meeting_id: id, user_id: actor.id, display_name, created_at: now }
  await store.insert(participant)
  return { ...participant, joined: true }
}

export async function leave(tx: RequestTx, id: string): Promise<void> {
  tx.hold(id)
  const meeting = await existing(tx, id)
  const own = await participantStore(tx).ofUser(id, tx.actor.id)
  // Allows leaving without access to the meeting, because people can always withdraw.
  if (own) return participantStore(tx).remove(own.id)
  await requireReadable(tx, tx.actor, 'meeting', meeting)
  throw notFound('You have not joined this poll.')
}

export async function setAvailability(
  tx: RequestTx,
  id: string,
  participantId: string,
  slots: readonly AnswerSlot[],
): Promise<Availability> {
  tx.hold(id)
  const meeting = await readable(tx, tx.actor, id)
  const store = participantStore(tx)
  const participant = await store.find(participantId)
  if (participant?.meeting_id !== id) throw notFound(NO_PARTICIPANT)
  if (participant.user_id !== tx.actor.id) throw forbidden('You can only set your own availability.')
  refuse(slotFaults(meeting, slots))
  const availability = { participant, ...splitAnswer(slots) }
  await store.setSlots([availability])
  return availability
}

export async function listAvailability(
  db: Db,
  actor: Actor,
  id: string,
  page: PageRequest,
): Promise<Page<Availability>> {
  await readable(db, actor, id)
  return participantStore(db).list(id, actor.id, page)
}

export async function meetingResult(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ meeting: MeetingView; grid: GridDay[] }> {
  const meeting = await readable(db, actor, id)
  const seen = await participantStore(db).seenBy(id, actor.id)
  return { meeting: await viewOf(db, meeting), grid: availabilityGrid(meeting, seen.flatMap(slotsOf)) }
}

/** Adds a schedule for the confirmed slot to the owner's calendar. */
export async function confirm(tx: RequestTx, id: string, slot: TimeSlot): Promise<ScheduleView> {
  tx.hold(id)
  const meeting = await owned(tx, tx.actor, id)
  if (meeting.confirmed_schedule_id !== null) throw conflict('The time of this poll is already confirmed.')
  refuse(slotChecker(meeting)(slot))
  const schedule = scheduleFor(meeting, slot, tx.now)
  await scheduleStore(tx).insert(schedule)
  await meetingStore(tx).save({
    ...meeting,
    confirmed_schedule_id: schedule.id,
    confirmed_slot: normalizeSlots([slot])[0] ?? null,
    updated_at: schedule.created_at,
  })
  return whole({ ...schedule, tags: [], visibility_level: null })
}

export const addToCalendar = async (tx: RequestTx, id: string): Promise<OwnEntry> =>
  addOwnEntry(tx, tx.actor, await readable(tx, tx.actor, id), tx.now)

function newMeeting(owner_id: string, body: Omit<MeetingCreate, 'visibility'>, now: number): Meeting {
  const meeting = {
    owner_id,
    ...body,
    id: body.id ?? newId(),
    description: body.description ?? null,
    time_slot_minutes: body.time_slot_minutes ?? SLOT_MINUTES.default,
    timezone: body.timezone ?? 'UTC',
    confirmed_schedule_id: null,
    confirmed_slot: null,
    version: 0,
    created_at: now,
    updated_at: now,
  }
  return { ...meeting, ...normalizeFrame(meeting) }
}

/** Removes the parts of members' and guests' slots that are outside the changed meeting. */
async function cutSlots(tx: Tx, meeting: Meeting): Promise<void> {
  const store = participantStore(tx)
  const cut = slotCutter(meeting)
  const shortened = (await store.all(meeting.id)).map(each => ({ ...each, ...cutAnswer(each, cut) }))
  await store.setSlots(shortened.filter(({ wasCut }) => wasCut).map(({ wasCut: _, ...each }) => each))
  const guests = guestStore(tx)
  for (const guest of await guests.all(meeting.id)) {
    const { wasCut, ...answer } = cutAnswer(guest, cut)
    if (wasCut) await guests.save({ ...guest, ...answer })
  }
}

function cutAnswer(before: Answer, cut: (slots: readonly TimeSlot[]) => TimeSlot[]) {
  const [time_slots, if_need_be] = [cut(before.time_slots), cut(before.if_need_be)]
  const wasCut =
    !isDeepStrictEqual(time_slots, before.time_slots) || !isDeepStrictEqual(if_need_be, before.if_need_be)
  return { time_slots, if_need_be, wasCut }
}

type Answer = Pick<Availability, 'time_slots' | 'if_need_be'>

const slotsOf = ({ participant: { id: participant_id }, ...answer }: Availability): ParticipantSlot[] => [
  ...answer.time_slots.map(slot => ({ ...slot, participant_id })),
  ...answer.if_need_be.map(slot => ({ ...slot, participant_id, if_need_be: true })),
]
