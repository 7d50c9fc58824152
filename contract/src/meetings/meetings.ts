// Routes of meetings: finding a time that suits everyone.
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
    summary: 'Create a meeting with the days and hours at which it may take place',
    description:
      'A meeting is a poll for a time: dates, weekdays (0 = Monday) and hours in the time zone of the meeting. Share it with `visibility`, so that others can enter when they are free. At most 62 days.',
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
    description: 'Allowed for the owner and for everyone with whom the meeting is shared.',
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
      'Replaces all your free times. They must be within the days and hours of the meeting; duplicates are removed. Slots with `if_need_be` are possible, but not convenient; where they overlap with free times, free wins. You can set only your own: `participant_id` comes from the response to joining.',
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
      'A participant counts in a cell if free for all of it. `if_need_be` counts those who are free for all of it only with their slots of that kind.',
    params,
    response: MeetingResult,
    errors: [403, 404],
  },
  confirm: {
    method: 'POST',
    path: '/meetings/{meeting_id}/confirm',
    summary: "Confirm a time: it becomes a schedule in the owner's calendar (owner only, once)",
    description:
      'The time must be within the days and hours of the meeting; not everyone has to be free. Participants see it in `confirmed_slot`.',
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
      'Creates a schedule of your own with the title, description and time zone of the meeting. It does not follow later changes of the meeting. If you have it already, it is returned with 200. Before a time is confirmed: 409.',
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
      'For everyone who may read the meeting. The file has one event with the name of the organizer, and a stable UID, which feeds use too. Before a time is confirmed: 409.',
    params,
    response: Type.String(),
    errors: [403, 404, 409],
  },
  remind: {
    method: 'POST',
    path: '/meetings/{meeting_id}/remind',
    summary: 'Remind people who have not answered (owner only)',
    description:
      'Notifies the people with whom the meeting is shared by name, as friends or by email address, and participants without any times. Each person is reminded of a meeting at most once in 24 hours, counted from the first notification. After a time is confirmed: 409.',
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
