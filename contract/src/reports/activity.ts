// Shows the measured time for each day of a year, and streaks of days.
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
      days: Type.Integer({ minimum: 0, description: 'The number of consecutive active days.' }),
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
  active_days: Type.Integer({ minimum: 0, description: 'The number of active days.' }),
  current_streak: streakOf(
    'The streak that ends today or yesterday; 0 days if it has no day in the requested year.',
  ),
  longest_streak: streakOf(
    'The longest streak that has a day in the year, including its days in other years.',
  ),
}

export const ActivityPart = Type.Object(part, { title: 'ActivityReportPart' })
export type ActivityPart = Type.Static<typeof ActivityPart>

export const ActivityReport = Type.Object(
  {
    ...part,
    minimum_minutes: Type.Integer({
      description: 'The measured minutes needed for a day to count as active.',
    }),
    is_running: IsRunning,
    previous: Type.Optional(ActivityPart),
  },
  { title: 'ActivityReport' },
)
export type ActivityReport = Type.Static<typeof ActivityReport>
