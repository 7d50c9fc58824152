import { routeGroup } from '../route.ts'
import { AccuracyQuery, AccuracyReport } from './accuracy.ts'
import { ActivityQuery, ActivityReport } from './activity.ts'
import { GoalQuery, GoalReport } from './goals.ts'
import { TimeQuery, TimeReport } from './time.ts'

const PERIOD =
  "A date means a whole day in the request's `timezone`, and the day of `end_date` is included. If `end_date` is a datetime, the period ends just before it. At most 5 years."
const COUNTED =
  'Counts your own timers without pauses, except canceled ones, and the occurrences of your own schedules, except all-day ones. Only the time inside the period counts.'

export const reportRoutes = routeGroup({
  time: {
    method: 'GET',
    path: '/reports/time',
    csv: true,
    versioned: true,
    summary: 'Read measured and planned time',
    description: `${COUNTED} A timer also has the tags of its schedule and its todo, and an entry has the tags of its todo. With two tags it counts fully for both, so rows can add up to more than the totals. Buckets start and end in the request's \`timezone\`. \`tag_ids\` selects items with all of these tags, \`group_ids\` items with a tag from any of these groups. ${PERIOD}`,
    query: TimeQuery,
    response: TimeReport,
    errors: [404],
  },
  goals: {
    method: 'GET',
    path: '/reports/goals',
    csv: true,
    versioned: true,
    summary: 'Compare time with tag group goals',
    description: `For every tag group with goals: each tag's share of the time of all tags in the group, measured and planned, and how far it is from the goal. Goals in hours per week are scaled to the length of the range. ${COUNTED} ${PERIOD}`,
    query: GoalQuery,
    response: GoalReport,
  },
  accuracy: {
    method: 'GET',
    path: '/reports/accuracy',
    csv: true,
    versioned: true,
    summary: 'Compare measured time with plans and estimates',
    description: `The ratio of measured to planned time, for calendar entries with linked timers and for todos with an estimate: the median, the distribution, the ten worst items, and ratios by tag. A timer of a series belongs to the occurrence that starts nearest to it. ${COUNTED} ${PERIOD}`,
    query: AccuracyQuery,
    response: AccuracyReport,
  },
  activity: {
    method: 'GET',
    path: '/reports/activity',
    csv: true,
    summary: 'Read the measured time for each day of a year',
    description:
      "The measured time for every day in the request's `timezone`, for a heat map, with the current and the longest streak of active days.",
    query: ActivityQuery,
    response: ActivityReport,
  },
})
