// Presents reports as CSV tables for filtering and summing in spreadsheets.
import type { Accuracy, AccuracyPart, AccuracyReport } from '@daymark/contract/reports/accuracy'
import type { ActivityPart, ActivityReport } from '@daymark/contract/reports/activity'
import type { GoalPart, GoalReport } from '@daymark/contract/reports/goals'
import type { TimePart, TimeReport } from '@daymark/contract/reports/time'
import { type Cell, type CsvTable, hours } from '../../platform/kernel/csv.ts'

const CURRENT = 'current'
const PREVIOUS = 'previous'

/** Pairs each part of a report with the name of its period. */
const partsOf = <T extends { previous?: P }, P>(report: T): [string, T | P][] =>
  report.previous
    ? [
        [CURRENT, report],
        [PREVIOUS, report.previous],
      ]
    : [[CURRENT, report]]

const inHours = (seconds: number): number => hours(seconds * 1000)

/** Key of lines that contain totals. */
const TOTAL = 'total'

const FIGURES = ['seconds', 'hours', 'wall_seconds', 'wall_hours', 'count']

/**
 * Writes one line per row and one for the totals. Each is followed by its buckets, if the report has buckets. Only
 * bucket lines have a `bucket_start`.
 */
export const timeTable = (report: TimeReport): CsvTable => ({
  name: 'daymark-time',
  header: [
    ...['period', 'start', 'end', 'key', 'title', 'bucket_start'],
    ...['actual', 'planned'].flatMap(side => FIGURES.map(name => `${side}_${name}`)),
  ],
  rows: partsOf<TimeReport, TimePart>(report).flatMap(([period, part]) =>
    timeRows(period, part, report.bucket !== 'none'),
  ),
})

const timeRows = (period: string, part: TimePart, withBuckets: boolean): Cell[][] =>
  [...part.rows, { key: TOTAL, title: 'Total', ...part.totals }].flatMap(
    ({ key, title, actual, planned, buckets }) => {
      const named = [period, part.start, part.end, key, title]
      return [
        [...named, null, ...wholeFigures(actual), ...wholeFigures(planned)],
        ...(withBuckets ? buckets : []).map(({ start, actual_seconds, planned_seconds }) => [
          ...[...named, start, ...bucketFigures(actual_seconds), ...bucketFigures(planned_seconds)],
        ]),
      ]
    },
  )

const wholeFigures = ({ sum_seconds, wall_seconds, count }: TimePart['totals']['actual']): Cell[] => [
  ...[sum_seconds, inHours(sum_seconds), wall_seconds, inHours(wall_seconds), count],
]

const bucketFigures = (seconds: number): Cell[] => [seconds, inHours(seconds), null, null, null]

const SIDE = ['seconds', 'hours', 'share', 'deviation', 'missing_seconds', 'missing_hours']

export const goalTable = (report: GoalReport): CsvTable => ({
  name: 'daymark-goals',
  header: [
    ...['period', 'start', 'end', 'group_id', 'group', 'tag_id', 'tag', 'goal'],
    ...['actual', 'planned'].flatMap(side => SIDE.map(name => `${side}_${name}`)),
    ...['goal_hours', 'goal_seconds'],
  ],
  rows: partsOf<GoalReport, GoalPart>(report).flatMap(([period, { start, end, groups }]) =>
    groups.flatMap(group =>
      group.tags.map(tag => [
        ...[period, start, end, group.group_id, group.title, tag.tag_id, tag.title, tag.goal],
        ...[tag.actual, tag.planned].flatMap(({ seconds, share, deviation, missing_seconds }) => [
          ...[seconds, inHours(seconds), share, deviation, missing_seconds, inHours(missing_seconds)],
        ]),
        ...[tag.goal_hours, tag.goal_seconds],
      ]),
    ),
  ),
})

/** Combines several tables. The column `section` names the table of each line. */
export const accuracyTable = (report: AccuracyReport): CsvTable => ({
  name: 'daymark-accuracy',
  header: [
    ...['period', 'section', 'key', 'title', 'start', 'count', 'planned_seconds', 'planned_hours'],
    ...['measured_seconds', 'measured_hours', 'ratio'],
  ],
  rows: partsOf<AccuracyReport, AccuracyPart>(report).flatMap(([period, part]) => [
    ...accuracyRows(period, 'entries', part.entries),
    ...accuracyRows(period, 'todos', part.todos),
    ...part.tags.map(tag => [period, 'tag', tag.key, tag.title, null, ...ratioCells(tag)]),
  ]),
})

const accuracyRows = (period: string, section: string, accuracy: Accuracy): Cell[][] => [
  [period, section, null, null, null, ...ratioCells(accuracy)],
  ...accuracy.distribution.map(({ from, to, count }) => [
    ...[period, `${section}_distribution`, `${from}-${to ?? ''}`, null, null, count, null, null, null, null],
    null,
  ]),
  ...accuracy.worst.map(({ id, title, start, ...item }) => [
    ...[period, `${section}_worst`, id, title, start],
    ...ratioCells({ ...item, count: 1, median_ratio: item.ratio }),
  ]),
]

const ratioCells = (
  sums: Pick<Accuracy, 'count' | 'median_ratio' | 'planned_seconds' | 'measured_seconds'>,
): Cell[] => [
  ...[sums.count, sums.planned_seconds, inHours(sums.planned_seconds)],
  ...[sums.measured_seconds, inHours(sums.measured_seconds), sums.median_ratio],
]

export const activityTable = (report: ActivityReport): CsvTable => ({
  name: 'daymark-activity',
  header: ['period', 'date', 'seconds', 'hours', 'active'],
  rows: partsOf<ActivityReport, ActivityPart>(report).flatMap(([period, { days }]) =>
    days.map(({ date, seconds }) => [
      ...[period, date, seconds, inHours(seconds), seconds >= report.minimum_minutes * 60],
    ]),
  ),
})
