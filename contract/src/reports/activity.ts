// The activity report: the measured time of each day of a year, and streaks of days.
import Type from 'typebox'
import { DateOnly, Nullable } from '../words.ts'
import { Compare, IsRunning, Seconds } from './period.ts'

const Year = Type.Integer({ minimum: 1900, maximum: 2200 })
const minimum = {
  minimum: 1,
  maximum: 1440,
  description: 'A day is active with at least this much measured time; 1 minute by default.',
}

export const ActivityQuery = Type.Object({
  year: Type.Optional(Type.Integer({ ...Year, description: 'The current year by default.' })),
  minimum_minutes: Type.Optional(Type.Integer(minimum)),
  compare: Compare,
})

const streakOf = (description: string) =>
  Type.Object(
    {
      days: Type.Integer({ minimum: 0, description: 'How many days in a row are active.' }),
      start_date: Nullable(DateOnly),
      end_date: Nullable(DateOnly),
    },
    { description },
  )

const part = {
  year: Type.Integer({ description: 'The year.' }),
  days: Type.Array(Type.Object({ date: DateOnly, seconds: Seconds }, { title: 'ActiveDay' }), {
    description: 'Every day of the year.',
  }),
  total_seconds: Seconds,
  active_days: Type.Integer({ minimum: 0, description: 'How many days are active.' }),
  current_streak: streakOf(
    'The streak that lasts until today or yesterday; none in another year than the current one.',
  ),
  longest_streak: streakOf('The longest streak of the year, with its days in the year before.'),
}

export const ActivityPart = Type.Object(part, { title: 'ActivityReportPart' })
export type ActivityPart = Type.Static<typeof ActivityPart>

export const ActivityReport = Type.Object(
  {
    ...part,
    minimum_minutes: Type.Integer({ description: 'What makes a day active.' }),
    is_running: IsRunning,
    previous: Type.Optional(ActivityPart),
  },
  { title: 'ActivityReport' },
)
export type ActivityReport = Type.Static<typeof ActivityReport>
