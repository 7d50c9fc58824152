// The operations of `timers`. Made from the route table by "npm run openapi"; changes are made there.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['timers']

/**
 * List timers, the last started first.
 *
 * `start_date` and `end_date` bound `started_at`; a date without a time means that day in the
 * request’s `timezone`, an `end_date` the whole of it.
 *
 * `GET /v1/timers`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/timers')

/**
 * Read the active timer: the last started one that is running or paused.
 *
 * Several timers may be active at once; this is the one that was started last. 404 when there is none.
 *
 * `GET /v1/timers/active`
 */
export const active = /* @__PURE__ */ operation<Group['active']>('GET', '/v1/timers/active')

/**
 * List what friends are measuring at the moment.
 *
 * The active timers of your friends, the last started first, as `timer.friend_activity` tells of them:
 * for a client that has just connected. A title is there only if you may see the timer.
 *
 * `GET /v1/timers/friends`
 */
export const ofFriends = /* @__PURE__ */ listOperation<Group['ofFriends']>('/v1/timers/friends')

/**
 * Read a timer.
 *
 * `elapsed_time` is live: it includes the running segment up to this answer. Reading changes nothing.
 *
 * `GET /v1/timers/{timer_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/timers/{timer_id}')

/**
 * Change what a timer is about.
 *
 * Absent keeps, null clears. In any status; the measured time is never touched. Every connected device
 * is told.
 *
 * `PATCH /v1/timers/{timer_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/timers/{timer_id}')

/**
 * Delete a timer, in any status.
 *
 * The measured time is lost. Every connected device is told.
 *
 * `DELETE /v1/timers/{timer_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/timers/{timer_id}')

/**
 * List the timers of a schedule that you may see.
 *
 * The last started first. Of a schedule that others share: those of its timers that are shared too.
 *
 * `GET /v1/schedules/{schedule_id}/timers`
 */
export const ofSchedule = /* @__PURE__ */ listOperation<Group['ofSchedule']>('/v1/schedules/{schedule_id}/timers')

/**
 * Read the active timer of a schedule.
 *
 * The last started of the schedule that is running or paused; 404 when there is none.
 *
 * `GET /v1/schedules/{schedule_id}/timers/active`
 */
export const activeOfSchedule = /* @__PURE__ */ operation<Group['activeOfSchedule']>('GET', '/v1/schedules/{schedule_id}/timers/active')

/**
 * List the timers of a todo that you may see.
 *
 * The last started first. Of a todo that others share: those of its timers that are shared too.
 *
 * `GET /v1/todos/{todo_id}/timers`
 */
export const ofTodo = /* @__PURE__ */ listOperation<Group['ofTodo']>('/v1/todos/{todo_id}/timers')

/**
 * Read the active timer of a todo.
 *
 * The last started of the todo that is running or paused; 404 when there is none.
 *
 * `GET /v1/todos/{todo_id}/timers/active`
 */
export const activeOfTodo = /* @__PURE__ */ operation<Group['activeOfTodo']>('GET', '/v1/todos/{todo_id}/timers/active')
