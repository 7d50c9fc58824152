// Meeting polls by link: the owner manages the link, and guests answer without an account.
import Type from 'typebox'
import { GUEST_NAME_LENGTH } from '../constants.ts'
import { routeGroup } from '../route.ts'
import { Line, Nullable, Ok, Timestamp, Uuid, UuidIn } from '../words.ts'
import { AnswerSlot, Meeting, TimeSlotOut } from './meeting.ts'

export const MAX_GUESTS = 100
/** Enough for a two-month poll with eight separate times a day. */
const MAX_GUEST_SLOTS = 500

const Secret = (description: string) => Type.String({ pattern: '^[\\w-]{43}$', description })

const MAYBE = 'Times that are possible but not convenient.'
const meeting = Type.Object({ meeting_id: UuidIn })

export const PollLink = Type.Object(
  {
    link: Secret('The secret that lets guests read and answer the poll at `/v1/polls/{link}`.'),
    created_at: Timestamp,
  },
  { title: 'PollLink' },
)

/** The owner's routes, which are part of the group `meetings`. */
export const pollLinkRoutes = routeGroup({
  link: {
    method: 'GET',
    path: '/meetings/{meeting_id}/link',
    secret: true,
    // Needs `write` although it only reads, because anyone with the link can answer.
    needs: { area: 'meetings', access: 'write' },
    summary: 'Read the link for guests (owner only)',
    description: 'People without an account answer the poll through this link.',
    params: meeting,
    response: PollLink,
    errors: [403, 404],
  },
  createLink: {
    method: 'PUT',
    path: '/meetings/{meeting_id}/link',
    secret: true,
    summary: 'Create the link for guests (owner only)',
    description:
      "Anyone with the link can read the poll's title, description and times and the participants' names and times, and can answer under a name. A poll has one link; an existing link is returned.",
    params: meeting,
    response: PollLink,
    errors: [403, 404],
  },
  revokeLink: {
    method: 'DELETE',
    path: '/meetings/{meeting_id}/link',
    summary: 'Revoke the link for guests (owner only)',
    description:
      'The link stops working at once, even for guests who have answered; their answers stay. A new link is different.',
    params: meeting,
    response: Ok,
    errors: [403, 404],
  },
  removeGuest: {
    method: 'DELETE',
    path: '/meetings/{meeting_id}/guests/{participant_id}',
    summary: 'Remove a guest and their answer (owner only)',
    description: 'To keep the guest from answering again, revoke the link too.',
    params: Type.Object({ meeting_id: UuidIn, participant_id: UuidIn }),
    response: Ok,
    errors: [403, 404],
  },
})

const frame = Meeting.properties

export const GuestPoll = Type.Object(
  {
    title: Type.String(),
    description: Nullable(Type.String()),
    start_date: frame.start_date,
    end_date: frame.end_date,
    available_days: frame.available_days,
    start_time: frame.start_time,
    end_time: frame.end_time,
    time_slot_minutes: frame.time_slot_minutes,
    timezone: frame.timezone,
    confirmed_slot: frame.confirmed_slot,
    answers: Type.Array(
      Type.Object({
        display_name: Type.String(),
        time_slots: Type.Array(TimeSlotOut),
        if_need_be: Type.Array(TimeSlotOut, { description: MAYBE }),
      }),
      { description: 'The answers of all participants. Email addresses in names are shortened.' },
    ),
  },
  {
    title: 'GuestPoll',
    description: "A poll as guests see it. It contains neither the owner's name nor any ids.",
  },
)
export type GuestPoll = Type.Static<typeof GuestPoll>

/** Rejects invisible characters, and also email and web addresses, because everyone with the link can read the name. */
const GuestName = Type.Refine(
  Line(GUEST_NAME_LENGTH),
  text => !/[@\p{Cc}\p{Cf}]|:\/\/|\bwww\./iu.test(String(text)),
  () => 'must not contain an email address, a web address or invisible characters',
)

const GuestAnswerBody = Type.Object(
  { display_name: GuestName, time_slots: Type.Array(AnswerSlot, { maxItems: MAX_GUEST_SLOTS }) },
  { title: 'GuestAnswerBody' },
)

export const GuestAnswer = Type.Object(
  {
    id: Uuid,
    display_name: Type.String(),
    time_slots: Type.Array(TimeSlotOut),
    if_need_be: Type.Array(TimeSlotOut, { description: MAYBE }),
    created_at: Timestamp,
  },
  { title: 'GuestAnswer' },
)
export type GuestAnswer = Type.Static<typeof GuestAnswer>

const NewGuestAnswer = Type.Object(
  {
    ...GuestAnswer.properties,
    edit_token: Secret('Lets the guest change or withdraw the answer. It is not shown again.'),
  },
  { title: 'NewGuestAnswer' },
)

const poll = { link: Secret('The secret part of the link.') }
const own = Type.Object({ ...poll, edit_token: Secret('The token from the first answer.') })

export const guestRoutes = routeGroup({
  poll: {
    method: 'GET',
    path: '/polls/{link}',
    auth: 'none',
    summary: 'Read a poll through its link',
    description: 'Unknown and revoked links get the same response (404).',
    params: Type.Object(poll),
    response: GuestPoll,
    errors: [404],
  },
  ics: {
    method: 'GET',
    path: '/polls/{link}/ics',
    auth: 'none',
    file: 'text/calendar',
    summary: 'Download the confirmed time through the link, as an iCalendar file',
    description:
      "The file has one event with the organizer's name. Email addresses in the name are shortened. 409 before a time is confirmed.",
    params: Type.Object(poll),
    response: Type.String(),
    errors: [404, 409],
  },
  answer: {
    method: 'POST',
    path: '/polls/{link}/answers',
    auth: 'none',
    secret: true,
    summary: 'Answer a poll as a guest',
    description: `Adds a participant without an account. A poll has at most ${MAX_GUESTS} guests and accepts no new ones after its time is confirmed (409).`,
    params: Type.Object(poll),
    body: GuestAnswerBody,
    status: 201,
    response: NewGuestAnswer,
    errors: [404, 409],
  },
  readAnswer: {
    method: 'GET',
    path: '/polls/{link}/answers/{edit_token}',
    auth: 'none',
    secret: true,
    summary: 'Read your answer as a guest',
    description: 'For a guest who opens the edit link on another device.',
    params: own,
    response: GuestAnswer,
    errors: [404],
  },
  changeAnswer: {
    method: 'PUT',
    path: '/polls/{link}/answers/{edit_token}',
    auth: 'none',
    secret: true,
    summary: 'Change your answer as a guest',
    description: 'Replaces the name and all times.',
    params: own,
    body: GuestAnswerBody,
    response: GuestAnswer,
    errors: [404],
  },
  withdrawAnswer: {
    method: 'DELETE',
    path: '/polls/{link}/answers/{edit_token}',
    auth: 'none',
    secret: true,
    summary: 'Withdraw your answer as a guest',
    description: "Deletes the name and all times. The owner's history still contains them until it expires.",
    params: own,
    response: Ok,
    errors: [404],
  },
})
