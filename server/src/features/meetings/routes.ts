import type { pollLinkRoutes } from '@daymark/contract/meetings/guests'
import type { meetingRoutes } from '@daymark/contract/meetings/meetings'
import { mapPage } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import { presentSchedule } from '../planning/present.ts'
import { presentAvailability, presentMeeting, presentParticipant } from './present.ts'
import type { MeetingService } from './service.ts'

export const meetingHandlers = (
  meetings: MeetingService,
): Omit<Handlers<typeof meetingRoutes>, keyof typeof pollLinkRoutes | 'ics' | 'remind'> => ({
  create: async ({ actor, body, zone }) => presentMeeting(await meetings.create(actor, body), actor.id, zone),
  list: async ({ actor, query, zone }) =>
    mapPage(await meetings.list(actor, query), meeting => presentMeeting(meeting, actor.id, zone)),
  get: async ({ actor, params, zone }) =>
    presentMeeting(await meetings.get(actor, params.meeting_id), actor.id, zone),
  update: async ({ actor, params, body, zone }) =>
    presentMeeting(await meetings.update(actor, params.meeting_id, body), actor.id, zone),
  remove: async ({ actor, params }) => {
    await meetings.remove(actor, params.meeting_id)
    return { ok: true }
  },
  participate: async ({ actor, params, body, zone, status }) => {
    const participant = await meetings.participate(actor, params.meeting_id, body.display_name)
    if (!participant.joined) status(200)
    return presentParticipant(participant, zone)
  },
  leave: async ({ actor, params }) => {
    await meetings.leave(actor, params.meeting_id)
    return { ok: true }
  },
  setAvailability: async ({ actor, params, query, body, zone }) =>
    presentAvailability(
      await meetings.setAvailability(actor, params.meeting_id, query.participant_id, body),
      zone,
    ),
  availability: async ({ actor, params, query, zone }) =>
    mapPage(await meetings.availability(actor, params.meeting_id, query), each =>
      presentAvailability(each, zone),
    ),
  result: async ({ actor, params, zone }) => {
    const { meeting, grid } = await meetings.result(actor, params.meeting_id)
    return { meeting: presentMeeting(meeting, actor.id, zone), availability_grid: grid }
  },
  confirm: async ({ actor, params, body, zone }) =>
    presentSchedule(await meetings.confirm(actor, params.meeting_id, body), zone, actor.id),
  addToCalendar: async ({ actor, params, zone, status }) => {
    const { schedule, sharing, added } = await meetings.addToCalendar(actor, params.meeting_id)
    if (!added) status(200)
    return presentSchedule(schedule, zone, actor.id, { settings: sharing })
  },
})
