// The operations of `meetings`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, operation } from '../operation.ts'

type Group = Routes['meetings']

/**
 * Create a meeting with the days and hours at which it may take place.
 *
 * A poll for a time: dates, weekdays (0 = Monday) and hours in the zone of the meeting. Share it with
 * `visibility`, so that others can say when they are free. At most 62 days.
 *
 * `POST /v1/meetings`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/meetings')

/**
 * List meetings, newest first.
 *
 * `scope`: your own (`mine`, the default), those that others share (`shared`), or both (`all`). With
 * `public_from=friends`, public meetings of other people are listed once you participate in them.
 *
 * `GET /v1/meetings`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/meetings')

/**
 * Read a meeting.
 *
 * For the owner and for everyone with whom it is shared.
 *
 * `GET /v1/meetings/{meeting_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/meetings/{meeting_id}')

/**
 * Change a meeting (owner only).
 *
 * The parts of participants' slots that are outside the new days and hours are removed.
 *
 * `PATCH /v1/meetings/{meeting_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/meetings/{meeting_id}')

/**
 * Delete a meeting with its participants and their slots (owner only).
 *
 * A schedule created by confirming it stays in the calendar.
 *
 * `DELETE /v1/meetings/{meeting_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/meetings/{meeting_id}')

/**
 * Join a meeting.
 *
 * Once per person: joining again answers 200 with the same participant, renamed.
 *
 * `POST /v1/meetings/{meeting_id}/participate`
 */
export const participate = /* @__PURE__ */ operation<Group['participate']>('POST', '/v1/meetings/{meeting_id}/participate')

/**
 * Leave a meeting.
 *
 * The person's slots are deleted.
 *
 * `DELETE /v1/meetings/{meeting_id}/participate`
 */
export const leave = /* @__PURE__ */ operation<Group['leave']>('DELETE', '/v1/meetings/{meeting_id}/participate')

/**
 * Set when you are free.
 *
 * Replaces all your slots. They must be within the days and hours of the meeting; duplicates are
 * removed. Only for yourself: `participant_id` is from the response to joining.
 *
 * `PUT /v1/meetings/{meeting_id}/availability`
 */
export const setAvailability = /* @__PURE__ */ operation<Group['setAvailability']>('PUT', '/v1/meetings/{meeting_id}/availability')

/**
 * List participants and when they are free.
 *
 * Participants in the order in which they joined.
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
 * Confirm a time: it becomes a schedule in the owner's calendar (owner only, once).
 *
 * The time must be within the days and hours of the meeting, whether or not everyone is free.
 * Participants see it in `confirmed_slot`.
 *
 * `POST /v1/meetings/{meeting_id}/confirm`
 */
export const confirm = /* @__PURE__ */ operation<Group['confirm']>('POST', '/v1/meetings/{meeting_id}/confirm')
