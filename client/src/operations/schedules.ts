// The operations of `schedules`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['schedules']

/**
 * List the schedules in a time range.
 *
 * Everything that overlaps the half-open range, sorted by start. A series is returned as its
 * occurrences. At most 400 days. `tag_ids` selects items with all of these tags, `group_ids` items
 * with a tag from any of these groups; if both are given, both apply.
 *
 * `GET /v1/schedules`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/schedules')

/**
 * Create a schedule or a series.
 *
 * With `recurrence_rule` it is a series that repeats in `timezone`: 09:00 stays 09:00 across DST
 * changes. With `all_day`, `start_time` and `end_time` are dates, the end exclusive: the entry is on
 * the same dates for every reader and repeats by date. With `create_todo_options`, a linked todo is
 * created too.
 *
 * `POST /v1/schedules`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/schedules')

/**
 * Read a schedule, a series, or one occurrence.
 *
 * A series id returns the series with its rule. With `instance_start` (the original start of an
 * occurrence), it returns that occurrence, even if it was moved.
 *
 * `GET /v1/schedules/{schedule_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/schedules/{schedule_id}')

/**
 * Change a schedule, a series, or occurrences of it.
 *
 * `instance_start` (the original start of an occurrence) selects one occurrence of a series, by its
 * date if the series is all-day. `apply_to` extends the request to the following ones or to all.
 * Changing a deleted occurrence restores it. `following` splits the series and returns the new one.
 *
 * `PATCH /v1/schedules/{schedule_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/schedules/{schedule_id}')

/**
 * Delete a schedule, a series, or occurrences of it.
 *
 * `instance_start` (the original start of an occurrence) selects one occurrence of a series, by its
 * date if the series is all-day. `apply_to` extends the request to the following ones or to all.
 *
 * `DELETE /v1/schedules/{schedule_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/schedules/{schedule_id}')

/**
 * Create a todo from a schedule.
 *
 * The todo gets the schedule's title, description and tags, its start as the deadline (the date, if it
 * is all-day), and the status SCHEDULED. A schedule can have only one todo.
 *
 * `POST /v1/schedules/{schedule_id}/todo`
 */
export const createTodo = /* @__PURE__ */ operation<Group['createTodo']>('POST', '/v1/schedules/{schedule_id}/todo')

/**
 * Change or delete many schedules at once.
 *
 * One transaction, one batch in the change log, one undo. At most 1,000 items; a repeated id counts
 * once. `change` is a PATCH body, or `{"delete": true}`; `add_tag_ids` and `remove_tag_ids` change the
 * tags of each item instead of replacing them. Every item follows the rules of a single PATCH or
 * DELETE. If an item fails, nothing is changed, and the 400 names each failed item in `errors`. With
 * `atomic: false` the other items are changed, and `failed` names the rest. A series id means the
 * whole series; `occurrences` selects single occurrences by `instance_start`. `shift_days` moves each
 * item by whole days and keeps its time of day, in the series' zone or in `timezone`.
 *
 * `POST /v1/schedules/bulk`
 */
export const bulk = /* @__PURE__ */ operation<Group['bulk']>('POST', '/v1/schedules/bulk')
