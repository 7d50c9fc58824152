import type { Chapter } from '../step.ts'

const planning = {
  title: 'Planning',
  start_date: '2026-03-02',
  end_date: '2026-03-06',
  available_days: [0, 2],
  start_time: '09:00:00',
  end_time: '11:00:00',
  time_slot_minutes: 30,
  timezone: 'Europe/Berlin',
  visibility: { level: 'friends' },
}
const meeting = { meeting_id: '{{meeting_id}}' }
const undecided = { meeting_id: '{{poll_id}}' }
const slot = { slot_date: '2026-03-02', start_time: '09:00:00', end_time: '10:30:00' }

const poll = { link: '{{link}}' }
const answer = { ...poll, edit_token: '{{edit_token}}' }
const noAnswer = { ...poll, edit_token: 'A'.repeat(43) }
const guest = { display_name: 'Gus', time_slots: [slot] }
/** A well-formed link secret that does not belong to any poll. */
const NO_SECRET = 'A'.repeat(43)

export const meetings: Chapter = {
  title: 'Meetings',
  about: 'Ann looks for a time, Bob says when he is free, and Ann confirms a time.',
  steps: [
    {
      route: 'meetings.create',
      body: planning,
      keep: { meeting_id: 'id' },
      faults: [
        {
          status: 400,
          body: { ...planning, visibility: { level: 'selected', allowed_user_ids: ['a-stranger'] } },
        },
        { status: 409, body: { ...planning, id: '{{meeting_id}}' } },
      ],
    },
    { route: 'meetings.list', query: { scope: 'all' } },
    { route: 'meetings.get', params: meeting },
    {
      route: 'meetings.update',
      params: meeting,
      body: { description: 'Room 4, or by video' },
      faults: [
        { status: 400, body: { visibility: { level: 'selected', allowed_user_ids: ['a-stranger'] } } },
        { status: 403, as: 'bob' },
      ],
    },
    {
      route: 'meetings.participate',
      as: 'bob',
      params: meeting,
      body: { display_name: 'Bob' },
      keep: { participant_id: 'id' },
    },
    {
      route: 'meetings.participate',
      name: 'Join under another name',
      as: 'bob',
      params: meeting,
      body: { display_name: 'Bob, from home' },
      status: 200,
    },
    {
      route: 'meetings.setAvailability',
      as: 'bob',
      params: meeting,
      query: { participant_id: '{{participant_id}}' },
      body: [slot, { ...slot, slot_date: '2026-03-04', if_need_be: true }],
      faults: [{ status: 403, as: 'ann' }],
    },
    { route: 'meetings.availability', params: meeting },
    { route: 'meetings.result', params: meeting },
    {
      route: 'meetings.confirm',
      params: meeting,
      body: { slot_date: '2026-03-02', start_time: '09:00:00', end_time: '10:00:00' },
      faults: [{ status: 403, as: 'bob' }, { status: 409 }],
    },
    {
      route: 'meetings.createLink',
      params: meeting,
      keep: { settled_link: 'link' },
      faults: [{ status: 403, as: 'bob' }],
    },
    { route: 'meetings.link', params: meeting, faults: [{ status: 403, as: 'bob' }] },
    {
      route: 'meetings.create',
      name: 'Create a poll for guests',
      // Is public, because sharing with friends would notify them in the background, before or after the reminder.
      body: { ...planning, visibility: { level: 'public' } },
      keep: { poll_id: 'id' },
    },
    {
      route: 'meetings.createLink',
      name: "Create the poll's guest link",
      params: undecided,
      keep: { link: 'link' },
    },
    {
      route: 'meetings.remind',
      params: undecided,
      faults: [
        { status: 403, as: 'bob' },
        { status: 409, params: meeting },
      ],
    },
    {
      route: 'meetings.addToCalendar',
      as: 'bob',
      params: meeting,
      faults: [{ status: 409, params: undecided }],
    },
    {
      route: 'meetings.addToCalendar',
      name: 'Add the confirmed time again',
      as: 'bob',
      params: meeting,
      status: 200,
    },
    { route: 'meetings.ics', as: 'bob', params: meeting, faults: [{ status: 409, params: undecided }] },
    { route: 'guests.poll', params: poll, faults: [{ status: 404, params: { link: NO_SECRET } }] },
    {
      route: 'guests.ics',
      params: { link: '{{settled_link}}' },
      faults: [
        { status: 404, params: { link: NO_SECRET } },
        { status: 409, params: poll },
      ],
    },
    {
      route: 'guests.answer',
      params: poll,
      body: guest,
      keep: { edit_token: 'edit_token' },
      faults: [
        { status: 404, params: { link: NO_SECRET } },
        { status: 409, params: { link: '{{settled_link}}' } },
      ],
    },
    { route: 'guests.readAnswer', params: answer, faults: [{ status: 404, params: noAnswer }] },
    {
      route: 'guests.changeAnswer',
      params: answer,
      body: { ...guest, display_name: 'Gus, by train' },
      faults: [{ status: 404, params: noAnswer }],
    },
    {
      route: 'guests.withdrawAnswer',
      params: answer,
      faults: [{ status: 404, params: noAnswer, before: true }],
    },
    {
      route: 'guests.answer',
      name: 'Answer as another guest',
      params: poll,
      body: guest,
      keep: { guest_id: 'id' },
    },
    {
      route: 'meetings.removeGuest',
      params: { meeting_id: '{{poll_id}}', participant_id: '{{guest_id}}' },
      faults: [{ status: 403, as: 'bob', before: true }],
    },
    {
      route: 'meetings.remove',
      name: 'Delete the poll for guests',
      params: undecided,
    },
    { route: 'meetings.revokeLink', params: meeting, faults: [{ status: 403, as: 'bob', before: true }] },
    { route: 'meetings.leave', as: 'bob', params: meeting },
    { route: 'meetings.remove', params: meeting, faults: [{ status: 403, as: 'bob', before: true }] },
  ],
}
