// The reminders of todos and schedules, and the default reminders in preferences.
import Type from 'typebox'

const TIME = '^(?:[01]\\d|2[0-3]):[0-5]\\d$'

export const LocalTime = Type.Refine(
  Type.String({ 'x-pattern': TIME, examples: ['09:00'] }),
  text => new RegExp(TIME).test(String(text)),
  () => 'must be a time of day (HH:MM)',
)

const strict = { additionalProperties: false }

export const Reminder = Type.Union(
  [
    Type.Object(
      { minutes_before: Type.Integer({ minimum: 0, maximum: 525_600 }) },
      { ...strict, description: 'How long before the start or the deadline.' },
    ),
    Type.Object(
      {
        at_time: LocalTime,
        days_before: Type.Integer({ minimum: 0, maximum: 365 }),
      },
      { ...strict, description: 'At a local time, on the day of the start or deadline or some days before.' },
    ),
  ],
  { title: 'Reminder' },
)
export type Reminder = Type.Static<typeof Reminder>

export const Reminders = Type.Array(Reminder, { maxItems: 10 })

/** The local time of reminders that contain only `days_before`. */
export const DEFAULT_AT_TIME = '09:00'

/**
 * In a request, `at_time` or `days_before` may be absent. This is one object instead of a union, so that an error
 * names the invalid field.
 */
const ReminderIn = Type.Codec(
  Type.Refine(
    Type.Object(
      {
        minutes_before: Type.Optional(Type.Integer({ minimum: 0, maximum: 525_600 })),
        at_time: Type.Optional(LocalTime),
        days_before: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
      },
      { ...strict, title: 'ReminderRequest' },
    ),
    given => 'minutes_before' in given !== ('at_time' in given || 'days_before' in given),
    () => 'must have either minutes_before, or at_time and days_before',
  ),
)
  .Decode(
    ({ minutes_before, at_time = DEFAULT_AT_TIME, days_before = 0 }): Reminder =>
      minutes_before === undefined ? { at_time, days_before } : { minutes_before },
  )
  .Encode(reminder => reminder)

export const RemindersIn = Type.Array(ReminderIn, { maxItems: 10 })
