// Schemas for the column `base` of calendar objects, which contains an event or a task as JSON.
import { Reminders } from '@daymark/contract/notifications/reminder'
import { perText } from '@daymark/contract/planning/entry-texts'
import { ScheduleState } from '@daymark/contract/planning/schedule'
import { Nullable, OneOf } from '@daymark/contract/words'
import Type from 'typebox'

const Ms = Type.Integer({ minimum: Date.UTC(1900, 0, 1), maximum: Date.UTC(2201, 0, 1) })
const Text = Type.String({ maxLength: 45_000, format: 'storable' })
const strict = { additionalProperties: false }

const fields = {
  title: Text,
  description: Nullable(Text),
  tags: Type.Array(Text),
  reminders: Type.Optional(Reminders),
}

/** Texts other than the description are optional, because the model omits empty ones. */
const { description: _, ...laterTexts } = perText(() => Type.Optional(Text))
const eventFields = { ...fields, ...laterTexts, state: ScheduleState }

export const EventBase = Type.Object(
  {
    ...eventFields,
    start: Ms,
    end: Ms,
    all_day: Type.Boolean(),
    timezone: Text,
    rule: Nullable(Text),
    deleted: Type.Array(Ms),
    changed: Type.Array(Type.Object({ ...eventFields, at: Ms, start: Ms, end: Ms }, strict)),
  },
  strict,
)

export const TaskBase = Type.Object(
  {
    ...fields,
    status: OneOf(['open', 'done', 'canceled']),
    completed: Nullable(Ms),
    due: Nullable(Ms),
    due_is_date: Type.Boolean(),
    timezone: Text,
    rule: Nullable(Text),
    priority: Type.Integer({ minimum: 0, maximum: 3 }),
    estimate_minutes: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    parent: Nullable(Text),
  },
  strict,
)
