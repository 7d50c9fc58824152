// The operations of `meetings`. Made from the route table by "npm run openapi"; changes are made there.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['meetings']

/**
 * Create a meeting: the days and hours at which it may take place.
 *
 * A poll for a time: dates, weekdays (0 = Monday) and hours in the zone of the meeting. Share it by
 * `visibility`, so that others can say when they are free. At most 62 days.
 *
 * `POST /v1/meetings`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/meetings')

/**
 * List meetings, newest first.
 *
 * `scope`: the own ones (`mine`, the default), those that others share (`shared`), or both (`all`).
 * With `public_from=friends`, public meetings of other people are listed once you participate in them.
 *
 * `GET /v1/meetings`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/meetings')

/**
 * Read a meeting.
 *
 * For the owner and for everybody with whom it is shared.
 *
 * `GET /v1/meetings/{meeting_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/meetings/{meeting_id}')

/**
 * Change a meeting (owner only).
 *
 * Of the times that participants gave, what lies outside the new days and hours is dropped.
 *
 * `PATCH /v1/meetings/{meeting_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/meetings/{meeting_id}')

/**
 * Delete a meeting with its participants and their times (owner only).
 *
 * The schedule that came from confirming it stays in the calendar.
 *
 * `DELETE /v1/meetings/{meeting_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/meetings/{meeting_id}')

/**
 * Take part in a meeting.
 *
 * Once per person: a second time answers 200 with the same participant, renamed.
 *
 * `POST /v1/meetings/{meeting_id}/participate`
 */
export const participate = /* @__PURE__ */ operation<Group['participate']>('POST', '/v1/meetings/{meeting_id}/participate')

/**
 * Leave a meeting; the times given go along.
 *
 * What the person said about being free is forgotten.
 *
 * `DELETE /v1/meetings/{meeting_id}/participate`
 */
export const leave = /* @__PURE__ */ operation<Group['leave']>('DELETE', '/v1/meetings/{meeting_id}/participate')

/**
 * Say when one is free; replaces what was said before.
 *
 * The slots must lie within the days and hours of the meeting; repeats are folded. Only for oneself:
 * `participant_id` is what taking part answered.
 *
 * `PUT /v1/meetings/{meeting_id}/availability`
 */
export const setAvailability = /* @__PURE__ */ operation<Group['setAvailability']>('PUT', '/v1/meetings/{meeting_id}/availability')

/**
 * List participants with the times at which they are free.
 *
 * Participants in the order in which they came.
 *
 * `GET /v1/meetings/{meeting_id}/availability`
 */
export const availability = /* @__PURE__ */ listOperation<Group['availability']>('/v1/meetings/{meeting_id}/availability')

/**
 * Count who is free when.
 *
 * A cell counts participants who are free for the whole of it.
 *
 * `GET /v1/meetings/{meeting_id}/result`
 */
export const result = /* @__PURE__ */ operation<Group['result']>('GET', '/v1/meetings/{meeting_id}/result')

/**
 * Settle on a time: it becomes a schedule in the calendar of the owner (owner only, once).
 *
 * The time must lie within the days and hours of the meeting, whether or not everybody is free.
 * Participants see it in `confirmed_slot`.
 *
 * `POST /v1/meetings/{meeting_id}/confirm`
 */
export const confirm = /* @__PURE__ */ operation<Group['confirm']>('POST', '/v1/meetings/{meeting_id}/confirm')
