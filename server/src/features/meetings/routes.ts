import type { pollLinkRoutes } from '@daymark/contract/meetings/guests'
import type { meetingRoutes } from '@daymark/contract/meetings/meetings'
import { reads, writes } from '../../platform/changes/write.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { presentSchedule } from '../planning/present.ts'
import { presentAvailability, presentMeeting, presentParticipant } from './present.ts'
import * as meetings from './service.ts'

/** Every change locks the meeting. */
const meetingKeys = {
  keys: async (_db: Db, _actor: Actor, { params }: { params: { meeting_id: string } }) => [params.meeting_id],
}

export const meetingHandlers: Omit<
  Handlers<typeof meetingRoutes>,
  keyof typeof pollLinkRoutes | 'ics' | 'remind'
> = {
  create: writes(async (tx, { actor, body, zone }) =>
    presentMeeting(await meetings.createMeeting(tx, body), actor.id, zone),
  ),
  list: reads(async (db, { actor, query, zone }) =>
    mapPage(await meetings.listMeetings(db, actor, query), each => presentMeeting(each, actor.id, zone)),
  ),
  get: reads(async (db, { actor, params, zone }) =>
    presentMeeting(await meetings.getMeeting(db, actor, params.meeting_id), actor.id, zone),
  ),
  update: writes(
    async (tx, { actor, params, body, zone }) =>
      presentMeeting(await meetings.updateMeeting(tx, params.meeting_id, body), actor.id, zone),
    meetingKeys,
  ),
  remove: writes(async (tx, { params }) => {
    await meetings.removeMeeting(tx, params.meeting_id)
    return { ok: true }
  }, meetingKeys),
  participate: writes(async (tx, { params, body, zone, status }) => {
    const participant = await meetings.participate(tx, params.meeting_id, body.display_name)
    if (!participant.joined) status(200)
    return presentParticipant(participant, zone)
  }, meetingKeys),
  leave: writes(async (tx, { params }) => {
    await meetings.leave(tx, params.meeting_id)
    return { ok: true }
  }, meetingKeys),
  setAvailability: writes(
    async (tx, { params, query, body, zone }) =>
      presentAvailability(
        await meetings.setAvailability(tx, params.meeting_id, query.participant_id, body),
        zone,
      ),
    meetingKeys,
  ),
  availability: reads(async (db, { actor, params, query, zone }) =>
    mapPage(await meetings.listAvailability(db, actor, params.meeting_id, query), each =>
      presentAvailability(each, zone),
    ),
  ),
  result: reads(async (db, { actor, params, zone }) => {
    const { meeting, grid } = await meetings.meetingResult(db, actor, params.meeting_id)
    return { meeting: presentMeeting(meeting, actor.id, zone), availability_grid: grid }
  }),
  confirm: writes(
    async (tx, { actor, params, body, zone }) =>
      presentSchedule(await meetings.confirm(tx, params.meeting_id, body), zone, actor.id),
    meetingKeys,
  ),
  addToCalendar: writes(async (tx, { actor, params, zone, status }) => {
    const { schedule, sharing, added } = await meetings.addToCalendar(tx, params.meeting_id)
    if (!added) status(200)
    return presentSchedule(schedule, zone, actor.id, { settings: sharing })
  }),
}
