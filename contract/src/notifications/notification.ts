// The schemas for notifications and for the settings that control their delivery.
import Type from 'typebox'
import type { CHANNELS } from '../constants.ts'
import { DateOnly, Nullable, OneOf, Timestamp, Uuid, Version } from '../words.ts'
import { LocalTime } from './reminder.ts'

export const NOTIFICATION_KINDS = ['reminder', 'meeting', 'timer', 'focus', 'webhook', 'test'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export const NOTIFICATION_EVENTS = [
  'todo_due',
  'schedule_start',
  'meeting_poll',
  'meeting_reminder',
  'meeting_confirmed',
  'meeting_tomorrow',
  'timer_forgotten',
  'focus_work',
  'focus_short_break',
  'focus_long_break',
  'focus_ended',
  'webhook_disabled',
  'test',
] as const
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]

export type Channel = (typeof CHANNELS)[number]

export const Notification = Type.Object(
  {
    id: Uuid,
    kind: OneOf(NOTIFICATION_KINDS, {
      description: 'The kind that the channel switches in the preferences use.',
    }),
    event: OneOf(NOTIFICATION_EVENTS, { description: 'What happened.' }),
    title: Type.String({ description: 'The title of the item.' }),
    resource_kind: Nullable(OneOf(['todo', 'schedule', 'meeting', 'timer', 'focus'])),
    resource_id: Type.Union([Uuid, Type.Null()], { description: 'The item; null if there is none.' }),
    instance_start: Nullable(
      Type.String({
        format: 'date-time',
        description: 'The original start, if the item is an occurrence of a series.',
      }),
    ),
    at: Nullable(Type.String({ format: 'date-time', description: 'The deadline or the start of the item.' })),
    at_date: Nullable(DateOnly),
    planned_end: Nullable(
      Type.String({
        format: 'date-time',
        description: 'The planned end of a forgotten timer. Send it to `trim` to end the timer there.',
      }),
    ),
    last_sign: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When a device was last active while a forgotten timer ran.',
      }),
    ),
    due_at: Type.Union([Timestamp], { description: 'When the notification was due.' }),
    sent_at: Type.Union([Timestamp], { description: 'When it was sent. The list is sorted by this field.' }),
    late: Type.Boolean({ description: 'Whether it was sent more than 2 seconds after `due_at`.' }),
    silent: Type.Boolean({
      description:
        'True if it only appears in the list, because it was more than an hour late or the app channel is off.',
    }),
    read: Type.Boolean(),
    snoozed_until: Nullable(Timestamp),
    version: Version,
  },
  { title: 'Notification' },
)
export type Notification = Type.Static<typeof Notification>

const strict = { additionalProperties: false }
const ChannelSwitches = Type.Object(
  {
    app: Type.Optional(Type.Boolean()),
    push: Type.Optional(Type.Boolean()),
    email: Type.Optional(Type.Boolean({ description: 'By email.' })),
  },
  { ...strict, title: 'ChannelSwitches', description: 'Channels that are left out are on.' },
)

export const QuietHours = Type.Object(
  { start: LocalTime, end: LocalTime },
  {
    ...strict,
    title: 'QuietHours',
    description:
      'Local times; an end before the start means the next day. Push messages and emails wait until the end.',
  },
)
export type QuietHours = Type.Static<typeof QuietHours>

export const NotificationSettings = Type.Object(
  {
    kinds: Type.Optional(
      Type.Object(
        {
          reminder: Type.Optional(ChannelSwitches),
          meeting: Type.Optional(ChannelSwitches),
          timer: Type.Optional(ChannelSwitches),
          focus: Type.Optional(ChannelSwitches),
          webhook: Type.Optional(ChannelSwitches),
        },
        {
          ...strict,
          description: 'The channels of each kind of notification; kinds that are left out use all.',
        },
      ),
    ),
    email: Type.Optional(
      OneOf(['off', 'single', 'digest'], {
        description: 'Emails: off (the default), one per notification, or one a day.',
      }),
    ),
    digest_time: Type.Optional(LocalTime),
    quiet_hours: Type.Optional(Type.Union([QuietHours, Type.Null()])),
    timer_factor: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 100,
        description: 'A timer counts as forgotten after this many times its planned duration; 2 by default.',
      }),
    ),
    timer_silent_minutes: Type.Optional(
      Type.Integer({
        minimum: 5,
        maximum: 10_080,
        description:
          'A timer counts as forgotten after this many minutes without activity on any device; 60 by default.',
      }),
    ),
    hide_titles: Type.Optional(
      Type.Boolean({ description: 'Push messages and emails do not contain titles.' }),
    ),
  },
  { ...strict, title: 'NotificationSettings' },
)
export type NotificationSettings = Type.Static<typeof NotificationSettings>
