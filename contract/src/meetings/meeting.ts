import Type from 'typebox'
import { sharingFields, VisibilityField } from '../people/visibility.ts'
import {
  ChosenId,
  Clearable,
  DateOnly,
  Description,
  IanaZone,
  Nullable,
  TimeOfDay,
  Timestamp,
  Title,
  Uuid,
} from '../words.ts'

/** Also accepts `24:00`, for spans that last until midnight. */
const EndOfTime = Type.Refine(
  Type.String({ 'x-pattern': '^\\d{2}:\\d{2}(:\\d{2})?$' }),
  text => /^(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?|24:00(?::00)?)$/.test(String(text)),
  () => 'must be a time of day (HH:MM:SS)',
)
const TimeOut = Type.String({ pattern: '^\\d{2}:\\d{2}:\\d{2}$', examples: ['09:00:00'] })
const AvailableDays = Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
  minItems: 1,
  'x-maxItems': 7,
  description: 'Weekdays, 0 = Monday. Duplicates are removed.',
})
const SlotMinutes = Type.Integer({
  minimum: 5,
  maximum: 1440,
  description: 'The length of a result cell in minutes; 30 by default.',
})

export const TimeSlot = Type.Object(
  { slot_date: DateOnly, start_time: TimeOfDay, end_time: EndOfTime },
  { title: 'TimeSlot', description: "A time span on one day, in the meeting's time zone." },
)
/** A time when the person is free. With `if_need_be`, the time is possible but not convenient. */
export const AnswerSlot = Type.Object(
  {
    ...TimeSlot.properties,
    if_need_be: Clearable(Type.Boolean({ description: 'True if the time is possible but not convenient.' })),
  },
  { title: 'AnswerSlot', description: "A time span on one day, in the meeting's time zone." },
)
/** Fits an answer that covers the longest possible meeting in ten-minute slots. */
export const TimeSlots = Type.Array(AnswerSlot, { maxItems: 10_000 })

export const TimeSlotOut = Type.Object({ slot_date: DateOnly, start_time: TimeOut, end_time: TimeOut })

export const Meeting = Type.Object(
  {
    id: Uuid,
    title: Type.String(),
    description: Nullable(Type.String()),
    start_date: DateOnly,
    end_date: DateOnly,
    available_days: Type.Array(Type.Integer()),
    start_time: TimeOut,
    end_time: TimeOut,
    time_slot_minutes: Type.Integer(),
    timezone: Type.String({ description: 'The time zone of the meeting’s days and times.' }),
    confirmed_schedule_id: Nullable(Uuid),
    confirmed_slot: Nullable(TimeSlotOut),
    own_schedule_id: Type.Optional(
      Type.Union([Uuid, Type.Null()], {
        description:
          'Your own calendar entry for the confirmed time; null if you have none. Present only when a single meeting with a confirmed time is read.',
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    ...sharingFields,
  },
  { title: 'Meeting' },
)
export type Meeting = Type.Static<typeof Meeting>

export const Participant = Type.Object(
  {
    id: Uuid,
    meeting_id: Uuid,
    user_id: Type.String(),
    display_name: Type.String(),
    created_at: Timestamp,
    is_guest: Type.Optional(
      Type.Literal(true, {
        description:
          'Present for a guest, who answered through the link without an account. `user_id` is then the id of the participant.',
      }),
    ),
  },
  { title: 'Participant' },
)
export type Participant = Type.Static<typeof Participant>

export const Availability = Type.Object(
  {
    participant: Participant,
    time_slots: Type.Array(TimeSlotOut),
    if_need_be: Type.Array(TimeSlotOut, {
      description: 'Times that are possible but not convenient for the participant.',
    }),
  },
  { title: 'Availability' },
)
export type Availability = Type.Static<typeof Availability>

export const MeetingResult = Type.Object(
  {
    meeting: Meeting,
    availability_grid: Type.Array(
      Type.Object({
        date: DateOnly,
        slots: Type.Array(
          Type.Object({
            time: Type.String({ examples: ['09:30'] }),
            count: Type.Integer(),
            if_need_be: Type.Optional(
              Type.Integer({
                description:
                  'How many more participants could come if need be. Absent if there are none; not included in `count`.',
              }),
            ),
          }),
        ),
      }),
    ),
  },
  { title: 'MeetingResult' },
)

export const MeetingCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    title: Title,
    description: Clearable(Description),
    start_date: DateOnly,
    end_date: DateOnly,
    available_days: AvailableDays,
    start_time: TimeOfDay,
    end_time: EndOfTime,
    time_slot_minutes: Clearable(SlotMinutes),
    timezone: Clearable(IanaZone),
    visibility: VisibilityField,
  },
  { title: 'MeetingCreate' },
)

export const MeetingPatch = Type.Object(
  {
    title: Type.Optional(Title),
    description: Clearable(Description),
    start_date: Type.Optional(DateOnly),
    end_date: Type.Optional(DateOnly),
    available_days: Type.Optional(AvailableDays),
    start_time: Type.Optional(TimeOfDay),
    end_time: Type.Optional(EndOfTime),
    time_slot_minutes: Type.Optional(SlotMinutes),
    timezone: Type.Optional(IanaZone),
    visibility: VisibilityField,
  },
  { title: 'MeetingPatch' },
)
