// The operations of `timers`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['timers']

/**
 * List timers, most recently started first.
 *
 * `start_date` and `end_date` limit `started_at`. A date without a time means that day in the
 * `timezone` of the request; the day of `end_date` is included.
 *
 * `GET /v1/timers`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/timers')

/**
 * Read the active timer: the most recently started one that is running or paused.
 *
 * Several timers may be active at once; this returns the one that was started last. 404 if there is
 * none.
 *
 * `GET /v1/timers/active`
 */
export const active = /* @__PURE__ */ operation<Group['active']>('GET', '/v1/timers/active')

/**
 * List the active timers of friends.
 *
 * Most recently started first. The initial state for a client that then follows
 * `timer.friend_activity` messages. The title is included only if you may see the timer.
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
 * Absent fields are unchanged; null clears a field. Works in any status; the measured time never
 * changes. Every connected device is notified.
 *
 * `PATCH /v1/timers/{timer_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/timers/{timer_id}')

/**
 * Delete a timer, in any status.
 *
 * The measured time is lost. Every connected device is notified.
 *
 * `DELETE /v1/timers/{timer_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/timers/{timer_id}')

/**
 * List the timers of a schedule that you may see.
 *
 * Most recently started first. For someone else's schedule, only its timers that are shared with you.
 *
 * `GET /v1/schedules/{schedule_id}/timers`
 */
export const ofSchedule = /* @__PURE__ */ listOperation<Group['ofSchedule']>('/v1/schedules/{schedule_id}/timers')

/**
 * Read the active timer of a schedule.
 *
 * The most recently started one that is running or paused; 404 if there is none.
 *
 * `GET /v1/schedules/{schedule_id}/timers/active`
 */
export const activeOfSchedule = /* @__PURE__ */ operation<Group['activeOfSchedule']>('GET', '/v1/schedules/{schedule_id}/timers/active')

/**
 * List the timers of a todo that you may see.
 *
 * Most recently started first. For someone else's todo, only its timers that are shared with you.
 *
 * `GET /v1/todos/{todo_id}/timers`
 */
export const ofTodo = /* @__PURE__ */ listOperation<Group['ofTodo']>('/v1/todos/{todo_id}/timers')

/**
 * Read the active timer of a todo.
 *
 * The most recently started one that is running or paused; 404 if there is none.
 *
 * `GET /v1/todos/{todo_id}/timers/active`
 */
export const activeOfTodo = /* @__PURE__ */ operation<Group['activeOfTodo']>('GET', '/v1/todos/{todo_id}/timers/active')
