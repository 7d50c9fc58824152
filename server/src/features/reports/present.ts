import type { Accuracy, AccuracyPart, AccuracyReport } from '@daymark/contract/reports/accuracy'
import type { ActivityPart, ActivityReport } from '@daymark/contract/reports/activity'
import type { GoalPart, GoalReport, GoalSide } from '@daymark/contract/reports/goals'
import type { Amount } from '@daymark/contract/reports/period'
import type { BucketUnit, Grouping, TimePart, TimeReport } from '@daymark/contract/reports/time'
import type { Window } from '@daymark/recurrence/occurrence'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { BucketSums } from './counting/bucket-sums.ts'
import { type Line, Row } from './counting/tally.ts'
import { type RatioSums, ratioOf } from './figures/accuracy.ts'
import type { GoalShare } from './figures/goals.ts'
import type {
  AccuracyFigures,
  ActivityFigures,
  GoalFigures,
  RatioFigures,
  Report,
  TimeFigures,
} from './figures/report.ts'

/** Keeps milliseconds as decimals. */
const seconds = (ms: number): number => ms / 1000

export const presentTime = (
  { current, previous, is_running }: Report<TimeFigures>,
  { bucket, group_by, zone }: { bucket: BucketUnit; group_by: Grouping; zone: Zone },
): TimeReport => ({
  ...timePart(current, zone),
  bucket,
  group_by,
  is_running,
  ...(previous && { previous: timePart(previous, zone) }),
})

const NOTHING = new Row()

function timePart({ window, slices, tally, labels }: TimeFigures, zone: Zone): TimePart {
  // Formats the start of each bucket once, because many rows use it.
  const starts = slices.buckets.map(start => zone.format(start))
  const bucket = (at: number, actual: number, planned: number) => ({
    start: starts[at] ?? '',
    actual_seconds: seconds(actual),
    planned_seconds: seconds(planned),
  })
  const buckets = ({ actual, planned }: Row, all: boolean) => {
    if (all) return starts.map((_, at) => bucket(at, actual.buckets.at(at), planned.buckets.at(at)))
    const filled: ReturnType<typeof bucket>[] = []
    BucketSums.eachFilled(actual.buckets, planned.buckets, (at, ...ms) => filled.push(bucket(at, ...ms)))
    return filled
  }
  const figures = (row: Row, all: boolean) => ({
    actual: amount(row.actual),
    planned: amount(row.planned),
    buckets: buckets(row, all),
  })
  return {
    ...presentPeriod(window, zone),
    rows: labels.map(label => ({ ...label, ...figures(tally.rows.get(label.key) ?? NOTHING, false) })),
    totals: figures(tally.totals, true),
  }
}

const amount = ({ sum_ms, wall_ms, count }: Line): Amount => ({
  sum_seconds: seconds(sum_ms),
  wall_seconds: seconds(wall_ms),
  count,
})

const presentPeriod = ({ from, to }: Window, zone: Zone) => ({
  start: zone.format(from),
  end: zone.format(to),
})

export const presentGoals = (
  { current, previous, is_running }: Report<GoalFigures>,
  zone: Zone,
): GoalReport => ({
  ...goalPart(current, zone),
  is_running,
  ...(previous && { previous: goalPart(previous, zone) }),
})

const goalPart = ({ window, groups }: GoalFigures, zone: Zone): GoalPart => ({
  ...presentPeriod(window, zone),
  groups: groups.map(({ group, tags, shares }) => ({
    group_id: group.id,
    title: group.name,
    color: group.color,
    actual_seconds: seconds(shares.times.actual),
    planned_seconds: seconds(shares.times.planned),
    tags: tags.flatMap(({ name, color }, at) => {
      const tag = shares.tags[at]
      if (!tag) return []
      const { tag_id, goal, goal_hours, goal_ms } = tag
      const goal_seconds = goal_ms === null ? null : seconds(goal_ms)
      const goals = { goal, goal_hours, goal_seconds }
      return { tag_id, title: name, color, ...goals, actual: side(tag.actual), planned: side(tag.planned) }
    }),
  })),
})

/** Rounds the missing time to milliseconds, because a goal times a sum may have a fraction. */
const side = ({ ms, share, deviation, missing_ms }: GoalShare): GoalSide => ({
  seconds: seconds(ms),
  share,
  deviation,
  missing_seconds: seconds(Math.round(missing_ms)),
})

export const presentAccuracy = (
  { current, previous, is_running }: Report<AccuracyFigures>,
  zone: Zone,
): AccuracyReport => ({
  ...accuracyPart(current, zone),
  is_running,
  ...(previous && { previous: accuracyPart(previous, zone) }),
})

const accuracyPart = (figures: AccuracyFigures, zone: Zone): AccuracyPart => ({
  ...presentPeriod(figures.window, zone),
  entries: accuracy(figures.entries, zone),
  todos: accuracy(figures.todos, zone),
  tags: figures.tags.map(({ key, title, color, ...tag }) => ({ key, title, color, ...sums(tag) })),
})

const accuracy = ({ distribution, worst, ...all }: RatioFigures, zone: Zone): Accuracy => ({
  ...sums(all),
  distribution,
  worst: worst.map(item => ({
    id: item.id,
    title: item.title,
    start: item.start === null ? null : zone.format(item.start),
    planned_seconds: seconds(item.planned_ms),
    measured_seconds: seconds(item.measured_ms),
    ratio: ratioOf(item),
  })),
})

const sums = ({ count, median_ratio, planned_ms, measured_ms }: RatioSums) => ({
  count,
  median_ratio,
  planned_seconds: seconds(planned_ms),
  measured_seconds: seconds(measured_ms),
})

export const presentActivity = (
  { current, previous, is_running }: Report<ActivityFigures>,
  minimum_minutes: number,
): ActivityReport => ({
  ...activityPart(current),
  minimum_minutes,
  is_running,
  ...(previous && { previous: activityPart(previous) }),
})

const activityPart = ({ days, total_ms, ...rest }: ActivityFigures): ActivityPart => ({
  ...rest,
  total_seconds: seconds(total_ms),
  days: days.map(({ date, ms }) => ({ date, seconds: seconds(ms) })),
})
