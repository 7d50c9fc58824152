import Type from 'typebox'
import { Schedule } from '../planning/schedule.ts'
import { routeGroup } from '../route.ts'
import { Ok, pageQuery, scopeQuery, Title, UuidIn } from '../words.ts'
import { pollLinkRoutes } from './guests.ts'
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
    summary: 'Create a meeting with its possible days and hours',
    description:
      "A meeting is a poll for a time: dates, weekdays (0 = Monday) and hours in the meeting's time zone. Share it with `visibility`, so that others can say when they are free. At most 62 days.",
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
      '`scope` selects your own meetings (`mine`, the default), meetings that others share with you (`shared`), or both (`all`). With `public_from=friends`, a public meeting of a person who is not your friend is listed only after you join it.',
    query: Type.Object({ ...scopeQuery, ...pageQuery }),
    response: Type.Array(Meeting),
    list: true,
  },
  get: {
    method: 'GET',
    path: '/meetings/{meeting_id}',
    summary: 'Read a meeting',
    description: 'Allowed for the owner and for everyone the meeting is shared with.',
    params,
    response: Meeting,
    errors: [403, 404],
  },
  update: {
    method: 'PATCH',
    path: '/meetings/{meeting_id}',
    resource: 'meeting',
    summary: 'Change a meeting (owner only)',
    description: "Participants' free times outside the new days and hours are removed.",
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
    description: 'If a time was confirmed, its schedule stays in the calendar.',
    params,
    response: Ok,
    errors: [403, 404],
  },
  participate: {
    method: 'POST',
    path: '/meetings/{meeting_id}/participate',
    stores: true,
    summary: 'Join a meeting',
    description: 'Each person joins once. Joining again renames the participant and returns 200.',
    params,
    body: Type.Object({ display_name: Title }),
    status: 201,
    otherwise: { status: 200, when: 'The person had already joined; the participant was renamed.' },
    response: Participant,
    errors: [403, 404],
  },
  leave: {
    method: 'DELETE',
    path: '/meetings/{meeting_id}/participate',
    summary: 'Leave a meeting',
    description: 'Your free times are deleted.',
    params,
    response: Ok,
    errors: [403, 404],
  },
  setAvailability: {
    method: 'PUT',
    path: '/meetings/{meeting_id}/availability',
    stores: true,
    summary: 'Set when you are free',
    description:
      "Replaces all your free times. They must be within the meeting's days and hours; duplicates are removed. Slots with `if_need_be` are possible but not convenient; free times take precedence where they overlap. You can set only your own: `participant_id` comes from the response to joining.",
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
    description: 'Participants are listed in the order in which they joined.',
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
    description:
      'A participant counts in a cell if they are free for all of it. `if_need_be` counts participants who cover the cell only together with their `if_need_be` slots.',
    params,
    response: MeetingResult,
    errors: [403, 404],
  },
  confirm: {
    method: 'POST',
    path: '/meetings/{meeting_id}/confirm',
    summary: "Confirm a time: it becomes a schedule in the owner's calendar (owner only, once)",
    description:
      "The time must be within the meeting's days and hours; not everyone has to be free. Participants see it in `confirmed_slot`.",
    params,
    body: TimeSlot,
    status: 201,
    response: Schedule,
    errors: [403, 404, 409],
  },
  addToCalendar: {
    method: 'POST',
    path: '/meetings/{meeting_id}/schedule',
    summary: 'Add the confirmed time to your calendar',
    description:
      "Creates your own schedule with the meeting's title, description and time zone. Later changes to the meeting do not update it. If you already have it, it is returned with 200. 409 before a time is confirmed.",
    params,
    status: 201,
    otherwise: { status: 200, when: 'The confirmed time was already in your calendar.' },
    response: Schedule,
    errors: [403, 404, 409],
  },
  ics: {
    method: 'GET',
    path: '/meetings/{meeting_id}/ics',
    file: 'text/calendar',
    summary: 'Download the confirmed time as an iCalendar file',
    description:
      "For everyone who may read the meeting. The file has one event with the organizer's name and a stable UID, which feeds use too. 409 before a time is confirmed.",
    params,
    response: Type.String(),
    errors: [403, 404, 409],
  },
  remind: {
    method: 'POST',
    path: '/meetings/{meeting_id}/remind',
    summary: 'Remind people who have not answered (owner only)',
    description:
      'Notifies the people the meeting is shared with by name, as friends or by email address, and participants without any times. Each person is reminded of a meeting at most once in 24 hours, counted from the first notification. 409 after a time is confirmed.',
    params,
    response: Type.Object(
      {
        reminded: Type.Integer({
          description:
            'How many friends and participants are reminded. People invited by email address are not counted, because the number would say who has an account.',
        }),
      },
      { title: 'PollReminder' },
    ),
    errors: [403, 404, 409],
  },
  ...pollLinkRoutes,
})
