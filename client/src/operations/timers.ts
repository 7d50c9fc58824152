// The operations of `timers`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation, withCsv } from '../operation.ts'

type Group = Routes['timers']

/**
 * List timers, most recently started first.
 *
 * `start_date` and `end_date` limit `started_at`. A date without a time means that day in the
 * `timezone` of the request; the day of `end_date` is included. The CSV contains all timers, not only
 * one page, with the tags of their schedules and todos.
 *
 * `GET /v1/timers`
 */
export const list = /* @__PURE__ */ withCsv(/* @__PURE__ */ listOperation<Group['list']>('/v1/timers'))

/**
 * Read the active timer.
 *
 * The most recently started timer that is running or paused; 404 if there is none.
 *
 * `GET /v1/timers/active`
 */
export const active = /* @__PURE__ */ operation<Group['active']>('GET', '/v1/timers/active')

/**
 * List your friends' active timers.
 *
 * Most recently started first. A client reads them first and then follows `timer.friend_activity`
 * messages. The title is included only if you may see the timer.
 *
 * `GET /v1/timers/friends`
 */
export const ofFriends = /* @__PURE__ */ listOperation<Group['ofFriends']>('/v1/timers/friends')

/**
 * Read a timer.
 *
 * `elapsed_time` includes the running segment up to this response.
 *
 * `GET /v1/timers/{timer_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/timers/{timer_id}')

/**
 * Change the metadata of a timer.
 *
 * Absent fields are unchanged; null clears a field. Works in any status; the measured time does not
 * change. Every connected device is notified.
 *
 * `PATCH /v1/timers/{timer_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/timers/{timer_id}')

/**
 * Delete a timer, in any status.
 *
 * Its measured time no longer counts. It can be restored from the trash for 30 days. Every connected
 * device is notified.
 *
 * `DELETE /v1/timers/{timer_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/timers/{timer_id}')

/**
 * Add a completed timer for time that was not measured.
 *
 * `pause_history` is derived from the segments. Links, tags and sharing follow the same rules as
 * `timer.create`; friends are not notified.
 *
 * `POST /v1/timers/records`
 */
export const addRecord = /* @__PURE__ */ operation<Group['addRecord']>('POST', '/v1/timers/records')

/**
 * Replace the measured time of a timer.
 *
 * `elapsed_time`, `started_at`, `ended_at` and `pause_history` are derived from the segments; the
 * status does not change. 409 while the timer is running. The history shows the original time.
 *
 * `PUT /v1/timers/{timer_id}/segments`
 */
export const setSegments = /* @__PURE__ */ operation<Group['setSegments']>('PUT', '/v1/timers/{timer_id}/segments')

/**
 * Split a timer into two.
 *
 * Returns both. The first keeps the id and ends at `at`, or before it if `at` is in a pause. The
 * second continues with the same title, links, tags and sharing; `id` sets its id. If the timer is
 * paused, the first part is completed and the second stays paused. 409 while the timer is running.
 *
 * `POST /v1/timers/{timer_id}/split`
 */
export const split = /* @__PURE__ */ operation<Group['split']>('POST', '/v1/timers/{timer_id}/split')

/**
 * End a forgotten timer at an earlier time.
 *
 * Completes a running or paused timer at `end`, even if that is inside a pause; later time is dropped.
 * 409 if it has already ended.
 *
 * `POST /v1/timers/{timer_id}/trim`
 */
export const trim = /* @__PURE__ */ operation<Group['trim']>('POST', '/v1/timers/{timer_id}/trim')

/**
 * List a schedule's timers.
 *
 * Most recently started first. For someone else's schedule, only its timers that are shared with you.
 *
 * `GET /v1/schedules/{schedule_id}/timers`
 */
export const ofSchedule = /* @__PURE__ */ listOperation<Group['ofSchedule']>('/v1/schedules/{schedule_id}/timers')

/**
 * Read a schedule's active timer.
 *
 * The most recently started one that is running or paused; 404 if there is none.
 *
 * `GET /v1/schedules/{schedule_id}/timers/active`
 */
export const activeOfSchedule = /* @__PURE__ */ operation<Group['activeOfSchedule']>('GET', '/v1/schedules/{schedule_id}/timers/active')

/**
 * List a todo's timers.
 *
 * Most recently started first. For someone else's todo, only its timers that are shared with you.
 *
 * `GET /v1/todos/{todo_id}/timers`
 */
export const ofTodo = /* @__PURE__ */ listOperation<Group['ofTodo']>('/v1/todos/{todo_id}/timers')

/**
 * Read a todo's active timer.
 *
 * The most recently started one that is running or paused; 404 if there is none.
 *
 * `GET /v1/todos/{todo_id}/timers/active`
 */
export const activeOfTodo = /* @__PURE__ */ operation<Group['activeOfTodo']>('GET', '/v1/todos/{todo_id}/timers/active')

/**
 * Change or delete many timers at once.
 *
 * One transaction, one batch in the change log, one undo. At most 1,000 items; a repeated id counts
 * once. `change` is a PATCH body, or `{"delete": true}`; `add_tag_ids` and `remove_tag_ids` change the
 * tags of each item instead of replacing them. Every item follows the rules of a single PATCH or
 * DELETE. If an item fails, nothing is changed, and the 400 names each failed item in `errors`. With
 * `atomic: false` the other items are changed, and `failed` names the rest.
 *
 * `POST /v1/timers/bulk`
 */
export const bulk = /* @__PURE__ */ operation<Group['bulk']>('POST', '/v1/timers/bulk')
