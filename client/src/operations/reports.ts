// The operations of `reports`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation, withCsv } from '../operation.ts'

type Group = Routes['reports']

/**
 * Read measured and planned time.
 *
 * Counts your own timers without pauses, except canceled ones, and the occurrences of your own
 * schedules, except all-day ones. Only the time inside the period counts. A timer also has the tags of
 * its schedule and its todo, and an entry has the tags of its todo. With two tags it counts fully for
 * both, so rows can add up to more than the totals. Buckets start and end in the request's `timezone`.
 * `tag_ids` selects items with all of these tags, `group_ids` items with a tag from any of these
 * groups. A date means a whole day in the request's `timezone`, and the day of `end_date` is included.
 * If `end_date` is a datetime, the period ends just before it. At most 5 years.
 *
 * `GET /v1/reports/time`
 */
export const time = /* @__PURE__ */ withCsv(/* @__PURE__ */ operation<Group['time']>('GET', '/v1/reports/time'))

/**
 * Compare time with tag group goals.
 *
 * For every tag group with goals: each tag's share of the time of all tags in the group, measured and
 * planned, and how far it is from the goal. Goals in hours per week are scaled to the length of the
 * range. Counts your own timers without pauses, except canceled ones, and the occurrences of your own
 * schedules, except all-day ones. Only the time inside the period counts. A date means a whole day in
 * the request's `timezone`, and the day of `end_date` is included. If `end_date` is a datetime, the
 * period ends just before it. At most 5 years.
 *
 * `GET /v1/reports/goals`
 */
export const goals = /* @__PURE__ */ withCsv(/* @__PURE__ */ operation<Group['goals']>('GET', '/v1/reports/goals'))

/**
 * Compare measured time with plans and estimates.
 *
 * The ratio of measured to planned time, for calendar entries with linked timers and for todos with an
 * estimate: the median, the distribution, the ten worst items, and ratios by tag. A timer of a series
 * belongs to the occurrence that starts nearest to it. Counts your own timers without pauses, except
 * canceled ones, and the occurrences of your own schedules, except all-day ones. Only the time inside
 * the period counts. A date means a whole day in the request's `timezone`, and the day of `end_date`
 * is included. If `end_date` is a datetime, the period ends just before it. At most 5 years.
 *
 * `GET /v1/reports/accuracy`
 */
export const accuracy = /* @__PURE__ */ withCsv(/* @__PURE__ */ operation<Group['accuracy']>('GET', '/v1/reports/accuracy'))

/**
 * Read the measured time for each day of a year.
 *
 * The measured time for every day in the request's `timezone`, for a heat map, with the current and
 * the longest streak of active days.
 *
 * `GET /v1/reports/activity`
 */
export const activity = /* @__PURE__ */ withCsv(/* @__PURE__ */ operation<Group['activity']>('GET', '/v1/reports/activity'))
