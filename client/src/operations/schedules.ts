// The operations of `schedules`. Made from the route table by "npm run openapi"; changes are made there.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['schedules']

/**
 * List what happens in a range of time.
 *
 * Everything that overlaps the half-open range, by start. Series appear as their occurrences. At most
 * 400 days. `tag_ids`: all of them; `group_ids`: a tag of any of them; given both, both must hold.
 *
 * `GET /v1/schedules`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/schedules')

/**
 * Create a schedule or a series.
 *
 * With `recurrence_rule` it is a series that repeats in `timezone`: 09:00 stays 09:00 when the clocks
 * change. With `create_todo_options` a todo is made as well and linked.
 *
 * `POST /v1/schedules`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/schedules')

/**
 * Read a schedule, a series, or one occurrence.
 *
 * The id of a series gives the series with its rule; with `instance_start` (the original start of an
 * occurrence) one occurrence of it, wherever it was moved to.
 *
 * `GET /v1/schedules/{schedule_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/schedules/{schedule_id}')

/**
 * Change a schedule, a series, or occurrences of it.
 *
 * With `instance_start` (the original start of an occurrence) one occurrence of a series is meant;
 * `apply_to` widens that to the following ones or to all. A deleted occurrence is restored.
 * `following` splits the series and answers with the new one.
 *
 * `PATCH /v1/schedules/{schedule_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/schedules/{schedule_id}')

/**
 * Delete a schedule, a series, or occurrences of it.
 *
 * With `instance_start` (the original start of an occurrence) one occurrence of a series is meant;
 * `apply_to` widens that to the following ones or to all.
 *
 * `DELETE /v1/schedules/{schedule_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/schedules/{schedule_id}')

/**
 * Make a todo from a schedule.
 *
 * Title, description and tags are copied, the deadline is the start, the status SCHEDULED. A schedule
 * can have one todo only.
 *
 * `POST /v1/schedules/{schedule_id}/todo`
 */
export const createTodo = /* @__PURE__ */ operation<Group['createTodo']>('POST', '/v1/schedules/{schedule_id}/todo')
