// Meetings on the wire: finding a time that suits everyone.
import Type from 'typebox'
import { Schedule } from '../planning/schedule.ts'
import { routeGroup } from '../route.ts'
import { Ok, pageQuery, scopeQuery, Title, UuidIn } from '../words.ts'
import {
  Availability,
  Meeting,
  MeetingCreate,
  MeetingPatch,
  MeetingResult,
  Participant,
  TimeSlot,
  TimeSlots,
} from './meeting.ts'

const params = Type.Object({ meeting_id: UuidIn })

export const meetingRoutes = routeGroup({
  create: {
    method: 'POST',
    path: '/meetings',
    summary: 'Create a meeting with the days and hours at which it may take place',
    description:
      'A poll for a time: dates, weekdays (0 = Monday) and hours in the zone of the meeting. Share it with `visibility`, so that others can say when they are free. At most 62 days.',
    body: MeetingCreate,
    status: 201,
    response: Meeting,
    errors: [400],
  },
  list: {
    method: 'GET',
    path: '/meetings',
    versioned: true,
    summary: 'List meetings, newest first',
    description:
      '`scope`: your own (`mine`, the default), those that others share (`shared`), or both (`all`). With `public_from=friends`, public meetings of other people are listed once you participate in them.',
    query: Type.Object({ ...scopeQuery, ...pageQuery }),
    response: Type.Array(Meeting),
    list: true,
  },
  get: {
    method: 'GET',
    path: '/meetings/{meeting_id}',
    summary: 'Read a meeting',
    description: 'For the owner and for everyone with whom it is shared.',
    params,
    response: Meeting,
    errors: [403, 404],
  },
  update: {
    method: 'PATCH',
    path: '/meetings/{meeting_id}',
    resource: 'meeting',
    summary: 'Change a meeting (owner only)',
    description: "The parts of participants' slots that are outside the new days and hours are removed.",
    params,
    body: MeetingPatch,
    response: Meeting,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/meetings/{meeting_id}',
    resource: 'meeting',
    summary: 'Delete a meeting with its participants and their slots (owner only)',
    description: 'A schedule created by confirming it stays in the calendar.',
    params,
    response: Ok,
    errors: [403, 404],
  },
  participate: {
    method: 'POST',
    path: '/meetings/{meeting_id}/participate',
    summary: 'Join a meeting',
    description: 'Once per person: joining again answers 200 with the same participant, renamed.',
    params,
    body: Type.Object({ display_name: Title }),
    status: 201,
    otherwise: { status: 200, when: 'The person had already joined, and is renamed.' },
    response: Participant,
    errors: [403, 404],
  },
  leave: {
    method: 'DELETE',
    path: '/meetings/{meeting_id}/participate',
    summary: 'Leave a meeting',
    description: "The person's slots are deleted.",
    params,
    response: Ok,
    errors: [403, 404],
  },
  setAvailability: {
    method: 'PUT',
    path: '/meetings/{meeting_id}/availability',
    summary: 'Set when you are free',
    description:
      'Replaces all your slots. They must be within the days and hours of the meeting; duplicates are removed. Only for yourself: `participant_id` is from the response to joining.',
    params,
    query: Type.Object({ participant_id: UuidIn }),
    body: TimeSlots,
    response: Availability,
    errors: [403, 404],
  },
  availability: {
    method: 'GET',
    path: '/meetings/{meeting_id}/availability',
    summary: 'List participants and when they are free',
    description: 'Participants in the order in which they joined.',
    params,
    query: Type.Object(pageQuery),
    response: Type.Array(Availability),
    list: true,
    errors: [403, 404],
  },
  result: {
    method: 'GET',
    path: '/meetings/{meeting_id}/result',
    summary: 'Count who is free when',
    description: 'A cell counts participants who are free for the whole of it.',
    params,
    response: MeetingResult,
    errors: [403, 404],
  },
  confirm: {
    method: 'POST',
    path: '/meetings/{meeting_id}/confirm',
    summary: "Confirm a time: it becomes a schedule in the owner's calendar (owner only, once)",
    description:
      'The time must be within the days and hours of the meeting, whether or not everyone is free. Participants see it in `confirmed_slot`.',
    params,
    body: TimeSlot,
    status: 201,
    response: Schedule,
    errors: [403, 404, 409],
  },
})
