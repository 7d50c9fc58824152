// Compares measured time with planned entries and estimates.
import Type from 'typebox'
import { Nullable, Timestamp, Uuid } from '../words.ts'
import { IsRunning, label, periodFields, periodQuery, Seconds } from './period.ts'

export const AccuracyQuery = Type.Object(periodQuery)

const Ratio = Type.Number({ minimum: 0, description: 'Measured divided by planned time; 1 is exact.' })

const sums = {
  count: Type.Integer({ minimum: 0, description: 'How many entries or todos have a ratio.' }),
  median_ratio: Nullable(Ratio),
  planned_seconds: Seconds,
  measured_seconds: Seconds,
}

const Step = Type.Object(
  {
    from: Type.Number({ description: 'The smallest ratio in the step.' }),
    to: Nullable(Type.Number({ description: 'The first ratio above the step; null for the last step.' })),
    count: Type.Integer({ minimum: 0, description: 'How many ratios are in the step.' }),
  },
  { title: 'RatioStep' },
)

const Measured = Type.Object(
  {
    id: Uuid,
    title: Type.String({ description: 'The title of the schedule or todo.' }),
    start: Nullable(Timestamp),
    planned_seconds: Seconds,
    measured_seconds: Seconds,
    ratio: Ratio,
  },
  { title: 'MeasuredItem' },
)

const accuracyOf = (description: string) =>
  Type.Object(
    {
      ...sums,
      distribution: Type.Array(Step, { description: 'How many ratios are in each step, from 0 upward.' }),
      worst: Type.Array(Measured, {
        description: 'The ten items whose ratio is farthest from 1, farthest first.',
      }),
    },
    { description },
  )
export type Accuracy = Type.Static<ReturnType<typeof accuracyOf>>

const part = {
  ...periodFields,
  entries: accuracyOf('Occurrences in the period whose schedule has linked timers.'),
  todos: accuracyOf(
    'Todos with an estimate and measured time in the period. All their measured time up to the end of the period counts.',
  ),
  tags: Type.Array(Type.Object({ ...label, ...sums }, { title: 'TagAccuracy' }), {
    description: 'Entries and todos together, by tag. Tags with the most planned time come first.',
  }),
}

export const AccuracyPart = Type.Object(part, { title: 'AccuracyReportPart' })
export type AccuracyPart = Type.Static<typeof AccuracyPart>

export const AccuracyReport = Type.Object(
  { ...part, is_running: IsRunning, previous: Type.Optional(AccuracyPart) },
  { title: 'AccuracyReport' },
)
export type AccuracyReport = Type.Static<typeof AccuracyReport>
