// Shared by all reports: the requested period, the comparison, and amounts of time.
import Type from 'typebox'
import { ColorOut, DateFilter, Nullable, OneOf, Timestamp } from '../words.ts'

/** The longest period of a report. */
export const MAX_YEARS = 5

export const Compare = Type.Optional(
  OneOf(['previous'], { description: 'Adds the same figures for the previous period, as `previous`.' }),
)

export const periodQuery = {
  start_date: DateFilter,
  end_date: DateFilter,
  compare: Compare,
}

const seconds = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} Seconds with up to three decimals.` })

export const Seconds = seconds('An amount of time.')

export const Amount = Type.Object(
  {
    sum_seconds: seconds('Every timer or entry counts fully.'),
    wall_seconds: seconds('Time that overlaps counts once.'),
    count: Type.Integer({ minimum: 0, description: 'The timers or entries with time in the period.' }),
  },
  { title: 'ReportAmount' },
)
export type Amount = Type.Static<typeof Amount>

/** These fields say which item a row is about. */
export const label = {
  key: Type.String({
    description: 'The id of the item, or a word such as `untagged`. Weekdays are 0 (Monday) to 6.',
  }),
  title: Type.String({ description: 'The name of the item.' }),
  color: Nullable(ColorOut),
}

export const periodFields = {
  start: Timestamp,
  end: Type.String({ format: 'date-time', description: 'The first instant after the period.' }),
}

/** While a timer is running, the figures change without any write, so the response has no ETag. */
export const IsRunning = Type.Boolean({
  description: 'True while one of your timers is running. It counts up to the moment of the response.',
})
