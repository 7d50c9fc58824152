// Meetings on the wire: finding a time that suits everybody.
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
    summary: 'Create a meeting: the days and hours at which it may take place',
    description:
      'A poll for a time: dates, weekdays (0 = Monday) and hours in the zone of the meeting. Share it by `visibility`, so that others can say when they are free. At most 62 days.',
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
      '`scope`: the own ones (`mine`, the default), those that others share (`shared`), or both (`all`). With `public_from=friends`, public meetings of other people are listed once you participate in them.',
    query: Type.Object({ ...scopeQuery, ...pageQuery }),
    response: Type.Array(Meeting),
    list: true,
  },
  get: {
    method: 'GET',
    path: '/meetings/{meeting_id}',
    summary: 'Read a meeting',
    description: 'For the owner and for everybody with whom it is shared.',
    params,
    response: Meeting,
    errors: [403, 404],
  },
  update: {
    method: 'PATCH',
    path: '/meetings/{meeting_id}',
    resource: 'meeting',
    summary: 'Change a meeting (owner only)',
    description: 'Of the times that participants gave, what lies outside the new days and hours is dropped.',
    params,
    body: MeetingPatch,
    response: Meeting,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/meetings/{meeting_id}',
    resource: 'meeting',
    summary: 'Delete a meeting with its participants and their times (owner only)',
    description: 'The schedule that came from confirming it stays in the calendar.',
    params,
    response: Ok,
    errors: [403, 404],
  },
  participate: {
    method: 'POST',
    path: '/meetings/{meeting_id}/participate',
    summary: 'Take part in a meeting',
    description: 'Once per person: a second time answers 200 with the same participant, renamed.',
    params,
    body: Type.Object({ display_name: Title }),
    status: 201,
    otherwise: { status: 200, when: 'The person took part already, and is renamed.' },
    response: Participant,
    errors: [403, 404],
  },
  leave: {
    method: 'DELETE',
    path: '/meetings/{meeting_id}/participate',
    summary: 'Leave a meeting; the times given go along',
    description: 'What the person said about being free is forgotten.',
    params,
    response: Ok,
    errors: [403, 404],
  },
  setAvailability: {
    method: 'PUT',
    path: '/meetings/{meeting_id}/availability',
    summary: 'Say when one is free; replaces what was said before',
    description:
      'The slots must lie within the days and hours of the meeting; repeats are folded. Only for oneself: `participant_id` is what taking part answered.',
    params,
    query: Type.Object({ participant_id: UuidIn }),
    body: TimeSlots,
    response: Availability,
    errors: [403, 404],
  },
  availability: {
    method: 'GET',
    path: '/meetings/{meeting_id}/availability',
    summary: 'List participants with the times at which they are free',
    description: 'Participants in the order in which they came.',
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
    summary: 'Settle on a time: it becomes a schedule in the calendar of the owner (owner only, once)',
    description:
      'The time must lie within the days and hours of the meeting, whether or not everybody is free. Participants see it in `confirmed_slot`.',
    params,
    body: TimeSlot,
    status: 201,
    response: Schedule,
    errors: [403, 404, 409],
  },
})
