// Groups measured and planned time by row and bucket.
import Type from 'typebox'
import { OneOf, Timestamp, UuidIn, UuidSet } from '../words.ts'
import { Amount, IsRunning, label, periodFields, periodQuery, Seconds } from './period.ts'

export const BUCKETS = ['hour', 'day', 'week', 'month', 'year', 'none'] as const
export type BucketUnit = (typeof BUCKETS)[number]

export const GROUPINGS = ['tag', 'tag_group', 'todo', 'schedule', 'weekday', 'hour_of_day', 'none'] as const
export type Grouping = (typeof GROUPINGS)[number]

export const TimeQuery = Type.Object({
  ...periodQuery,
  bucket: Type.Optional(OneOf(BUCKETS, { description: 'The length of the buckets; `none` by default.' })),
  group_by: Type.Optional(OneOf(GROUPINGS, { description: 'What a row is about; `none` by default.' })),
  week_start: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 6,
      description: 'The first day of the week, 0 (Monday) to 6; your preference by default.',
    }),
  ),
  tag_ids: Type.Optional(UuidSet(100)),
  group_ids: Type.Optional(UuidSet(100)),
  todo_id: Type.Optional(UuidIn),
  include_children: Type.Optional(
    Type.Boolean({ description: 'With `todo_id`: also includes its whole subtree. False by default.' }),
  ),
})

export const TimeBucket = Type.Object(
  {
    start: Timestamp,
    actual_seconds: Seconds,
    planned_seconds: Seconds,
  },
  { title: 'ReportBucket' },
)

const figures = { actual: Amount, planned: Amount }

export const TimeRow = Type.Object(
  {
    ...label,
    ...figures,
    buckets: Type.Array(TimeBucket, {
      description: 'The buckets with time, in order. Their sums add up to `sum_seconds`.',
    }),
  },
  { title: 'TimeReportRow' },
)
export type TimeRow = Type.Static<typeof TimeRow>

const part = {
  ...periodFields,
  rows: Type.Array(TimeRow, {
    description: 'Weekdays and hours in order, other rows with the most measured time first.',
  }),
  totals: Type.Object({
    ...figures,
    buckets: Type.Array(TimeBucket, { description: 'All buckets in the period, including empty ones.' }),
  }),
}

export const TimePart = Type.Object(part, { title: 'TimeReportPart' })
export type TimePart = Type.Static<typeof TimePart>

export const TimeReport = Type.Object(
  {
    ...part,
    bucket: OneOf(BUCKETS),
    group_by: OneOf(GROUPINGS),
    is_running: IsRunning,
    previous: Type.Optional(TimePart),
  },
  { title: 'TimeReport' },
)
export type TimeReport = Type.Static<typeof TimeReport>
