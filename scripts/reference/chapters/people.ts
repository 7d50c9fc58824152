// Tour chapters: friends, sharing and meetings.
import type { Chapter } from '../step.ts'

const byCode = { friend_code: '{{friend_code}}' }
const request = { friendship_id: '{{friendship_id}}' }

export const friends: Chapter = {
  title: 'Friends',
  about: 'Ann sends Bob a friend request: he rejects the first one and accepts the second.',
  steps: [
    { route: 'users.me' },
    { route: 'users.usage' },
    { route: 'users.preferences' },
    {
      route: 'users.updatePreferences',
      body: {
        timezone: 'Europe/Berlin',
        language: 'en',
        week_start: 0,
        time_format: '24h',
        working_hours: {
          0: [
            { start: '09:00', end: '12:30' },
            { start: '13:30', end: '17:00' },
          ],
        },
        default_timer_minutes: 25,
        holiday_country: 'DE',
        default_tag_group_id: '{{group_id}}',
        default_reminders: [{ minutes_before: 10 }],
        week_templates: [
          {
            id: '5f0c8f5e-27a4-4c0b-9d0e-2f6f1f0a7b11',
            name: 'Usual week',
            entries: [
              {
                weekday: 0,
                start: '09:30',
                minutes: 90,
                all_day: false,
                title: 'Plan the week',
                description: null,
                tag_ids: [],
              },
            ],
          },
        ],
      },
      faults: [
        { status: 400, body: { default_tag_group_id: '{{unknown_id}}' } },
        { status: 422, body: { timezome: 'Europe/Berlin' } },
      ],
    },
    {
      route: 'users.me',
      name: 'Read the profile of Bob',
      as: 'bob',
      keep: { friend_code: 'friend_code', friend_id: 'id' },
    },
    {
      route: 'friends.request',
      body: byCode,
      keep: { friendship_id: 'id' },
      faults: [
        { status: 400, as: 'bob', before: true },
        { status: 404, body: { friend_code: 'no-such-code' } },
        { status: 409 },
      ],
    },
    { route: 'friends.received', as: 'bob' },
    {
      route: 'friends.reject',
      as: 'bob',
      params: request,
      faults: [{ status: 403, as: 'ann', before: true }],
    },
    { route: 'friends.request', name: 'Send another request', body: byCode, keep: { friendship_id: 'id' } },
    {
      route: 'friends.accept',
      as: 'bob',
      params: request,
      faults: [{ status: 403, as: 'ann', before: true }],
    },
    { route: 'friends.list' },
    { route: 'friends.ids' },
    { route: 'friends.check', params: { user_id: '{{friend_id}}' } },
    {
      route: 'friends.request',
      name: 'Send a request to an email address',
      body: { email: 'carol@example.org' },
      status: 202,
    },
    { route: 'friends.sent', keep: { sent_id: '0.id' } },
    { route: 'friends.cancel', params: { friendship_id: '{{sent_id}}' } },
  ],
}

const todo = { resource_type: 'todo', resource_id: '{{todo_id}}' }
const forFriend = { level: 'selected', allowed_user_ids: ['{{friend_id}}'] }

export const sharing: Chapter = {
  title: 'Sharing',
  about: 'A todo is shared with one friend, read by that friend, and made private again.',
  steps: [
    {
      route: 'visibility.put',
      params: todo,
      body: forFriend,
      faults: [
        { status: 400, body: { level: 'selected', allowed_user_ids: ['a-stranger'] } },
        { status: 403, as: 'bob' },
      ],
    },
    { route: 'visibility.get', params: todo, faults: [{ status: 403, as: 'bob' }] },
    {
      route: 'todos.get',
      name: 'Read a shared todo as a friend',
      as: 'bob',
      params: { todo_id: '{{todo_id}}' },
    },
    { route: 'visibility.remove', params: todo, faults: [{ status: 403, as: 'bob' }] },
  ],
}

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
const slot = { slot_date: '2026-03-02', start_time: '09:00:00', end_time: '10:30:00' }

const poll = { link: '{{link}}' }
const answer = { ...poll, edit_token: '{{edit_token}}' }
const noAnswer = { ...poll, edit_token: 'A'.repeat(43) }
const guest = { display_name: 'Gus', time_slots: [slot] }
/** Has the form of a link, but belongs to no poll. */
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
    { route: 'meetings.create', name: 'Create a poll for guests', body: planning, keep: { poll_id: 'id' } },
    {
      route: 'meetings.createLink',
      name: 'Create the link of the poll for guests',
      params: { meeting_id: '{{poll_id}}' },
      keep: { link: 'link' },
    },
    { route: 'guests.poll', params: poll, faults: [{ status: 404, params: { link: NO_SECRET } }] },
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
      params: { meeting_id: '{{poll_id}}' },
    },
    { route: 'meetings.revokeLink', params: meeting, faults: [{ status: 403, as: 'bob', before: true }] },
    { route: 'meetings.leave', as: 'bob', params: meeting },
    { route: 'meetings.remove', params: meeting, faults: [{ status: 403, as: 'bob', before: true }] },
  ],
}
