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
      name: "Read Bob's profile",
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
