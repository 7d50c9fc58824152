// The caller's own profile, usage, preferences and friend code.
import Type from 'typebox'
import { routeGroup } from '../route.ts'
import { Nullable, OneOf, Timestamp } from '../words.ts'
import { Preferences, PreferencesPatch } from './preferences.ts'

export const Me = Type.Object(
  {
    id: Type.String(),
    display_name: Type.String(),
    avatar_url: Nullable(Type.String()),
    friend_code: Type.String({
      description: 'Give it to others so that they can send you a friend request.',
    }),
    email: Nullable(Type.String()),
    role: OneOf(['user', 'admin'], { description: '`admin`: may use `/v1/admin`.' }),
    deletes_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'When your account will be deleted at your request; otherwise null. Cancel with `DELETE /v1/account/deletion`.',
    }),
  },
  { title: 'Me' },
)
export type Me = Type.Static<typeof Me>

const amountOf = (description: string) =>
  Type.Object(
    {
      used: Type.Integer({ description: 'The current amount.' }),
      limit: Nullable(
        Type.Integer({ description: 'The highest amount allowed; null if there is no limit.' }),
      ),
    },
    { description },
  )

export const Usage = Type.Object(
  {
    tag_groups: amountOf('Tag groups.'),
    tags: amountOf('Tags.'),
    todos: amountOf('Todos.'),
    schedules: amountOf('Schedules; a series counts once.'),
    timers: amountOf('Timers, running and ended.'),
    meetings: amountOf('Meetings that you organize.'),
    tokens: amountOf('Personal access tokens.'),
    sockets: amountOf('Open sockets, on all instances.'),
    bytes: amountOf("Bytes in all items' texts and timers' times, plus 100 bytes for each row."),
    history_bytes: amountOf(
      'Bytes in the change log for diffs and undo, including those of your answers in the logs of other people.',
    ),
  },
  { title: 'Usage' },
)
export type Usage = Type.Static<typeof Usage>

export const userRoutes = routeGroup({
  me: {
    method: 'GET',
    path: '/users/me',
    summary: 'Read your profile',
    description:
      'Name, picture and email address come from the sign-in. Give `friend_code` to people who want to add you as a friend.',
    response: Me,
  },
  usage: {
    method: 'GET',
    path: '/users/me/usage',
    summary: 'Read your usage and quotas',
    description:
      'The operator sets the limits. A write that exceeds one returns 409. Deleting items and controlling timers always work.',
    response: Usage,
  },
  preferences: {
    method: 'GET',
    path: '/users/me/preferences',
    summary: 'Read your preferences',
    description: 'Preferences are the same on every device. Each is null until it is set.',
    response: Preferences,
  },
  updatePreferences: {
    method: 'PATCH',
    path: '/users/me/preferences',
    resource: 'preferences',
    summary: 'Change your preferences',
    description:
      'Absent fields are unchanged; null clears a field. `working_hours`, `default_reminders` and `week_templates` are replaced as a whole; in `focus` and `notifications`, only the given settings change. Unknown fields are rejected. `default_tag_group_id` must be one of your own groups (400) and is cleared when that group is deleted.',
    body: PreferencesPatch,
    response: Preferences,
    errors: [400],
  },
  renewFriendCode: {
    method: 'POST',
    path: '/users/me/friend_code',
    summary: 'Create a new friend code; the old one stops working',
    description:
      'Use it if the old code reached the wrong people. Friendships and pending requests are not affected.',
    response: Me,
  },
})
