// The operations of `meetings`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, fileOperation, operation } from '../operation.ts'

type Group = Routes['meetings']

/**
 * Create a meeting with the days and hours at which it may take place.
 *
 * A meeting is a poll for a time: dates, weekdays (0 = Monday) and hours in the time zone of the
 * meeting. Share it with `visibility`, so that others can enter when they are free. At most 62 days.
 *
 * `POST /v1/meetings`
 */
export const create = /* @__PURE__ */ operation<Group['create']>('POST', '/v1/meetings')

/**
 * List meetings, newest first.
 *
 * `scope` selects your own meetings (`mine`, the default), meetings that others share with you
 * (`shared`), or both (`all`). With `public_from=friends`, a public meeting of a person who is not
 * your friend is listed only after you join it.
 *
 * `GET /v1/meetings`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/meetings')

/**
 * Read a meeting.
 *
 * Allowed for the owner and for everyone with whom the meeting is shared.
 *
 * `GET /v1/meetings/{meeting_id}`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/meetings/{meeting_id}')

/**
 * Change a meeting (owner only).
 *
 * Participants' free times outside the new days and hours are removed.
 *
 * `PATCH /v1/meetings/{meeting_id}`
 */
export const update = /* @__PURE__ */ operation<Group['update']>('PATCH', '/v1/meetings/{meeting_id}')

/**
 * Delete a meeting with its participants and their slots (owner only).
 *
 * If a time was confirmed, its schedule stays in the calendar.
 *
 * `DELETE /v1/meetings/{meeting_id}`
 */
export const remove = /* @__PURE__ */ operation<Group['remove']>('DELETE', '/v1/meetings/{meeting_id}')

/**
 * Join a meeting.
 *
 * Each person joins once. Joining again renames the participant and returns 200.
 *
 * `POST /v1/meetings/{meeting_id}/participate`
 */
export const participate = /* @__PURE__ */ operation<Group['participate']>('POST', '/v1/meetings/{meeting_id}/participate')

/**
 * Leave a meeting.
 *
 * Your free times are deleted.
 *
 * `DELETE /v1/meetings/{meeting_id}/participate`
 */
export const leave = /* @__PURE__ */ operation<Group['leave']>('DELETE', '/v1/meetings/{meeting_id}/participate')

/**
 * Set when you are free.
 *
 * Replaces all your free times. They must be within the days and hours of the meeting; duplicates are
 * removed. Slots with `if_need_be` are possible, but not convenient; where they overlap with free
 * times, free wins. You can set only your own: `participant_id` comes from the response to joining.
 *
 * `PUT /v1/meetings/{meeting_id}/availability`
 */
export const setAvailability = /* @__PURE__ */ operation<Group['setAvailability']>('PUT', '/v1/meetings/{meeting_id}/availability')

/**
 * List participants and when they are free.
 *
 * Participants are listed in the order in which they joined.
 *
 * `GET /v1/meetings/{meeting_id}/availability`
 */
export const availability = /* @__PURE__ */ listOperation<Group['availability']>('/v1/meetings/{meeting_id}/availability')

/**
 * Count who is free when.
 *
 * A participant counts in a cell if free for all of it. `if_need_be` counts those who are free for all
 * of it only with their slots of that kind.
 *
 * `GET /v1/meetings/{meeting_id}/result`
 */
export const result = /* @__PURE__ */ operation<Group['result']>('GET', '/v1/meetings/{meeting_id}/result')

/**
 * Confirm a time: it becomes a schedule in the owner's calendar (owner only, once).
 *
 * The time must be within the days and hours of the meeting; not everyone has to be free. Participants
 * see it in `confirmed_slot`.
 *
 * `POST /v1/meetings/{meeting_id}/confirm`
 */
export const confirm = /* @__PURE__ */ operation<Group['confirm']>('POST', '/v1/meetings/{meeting_id}/confirm')

/**
 * Add the confirmed time to your calendar.
 *
 * Creates a schedule of your own with the title, description and time zone of the meeting. It does not
 * follow later changes of the meeting. If you have it already, it is returned with 200. Before a time
 * is confirmed: 409.
 *
 * `POST /v1/meetings/{meeting_id}/schedule`
 */
export const addToCalendar = /* @__PURE__ */ operation<Group['addToCalendar']>('POST', '/v1/meetings/{meeting_id}/schedule')

/**
 * Download the confirmed time as an iCalendar file.
 *
 * For everyone who may read the meeting. The file has one event with the name of the organizer, and a
 * stable UID, which feeds use too. Before a time is confirmed: 409.
 *
 * `GET /v1/meetings/{meeting_id}/ics`
 */
export const ics = /* @__PURE__ */ fileOperation<Group['ics']>('/v1/meetings/{meeting_id}/ics', 'text/calendar')

/**
 * Remind people who have not answered (owner only).
 *
 * Notifies the people with whom the meeting is shared by name, as friends or by email address, and
 * participants without any times. Each person is reminded of a meeting at most once in 24 hours,
 * counted from the first notification. After a time is confirmed: 409.
 *
 * `POST /v1/meetings/{meeting_id}/remind`
 */
export const remind = /* @__PURE__ */ operation<Group['remind']>('POST', '/v1/meetings/{meeting_id}/remind')

/**
 * Read the link for guests (owner only).
 *
 * People without an account answer the poll through this link.
 *
 * `GET /v1/meetings/{meeting_id}/link`
 */
export const link = /* @__PURE__ */ operation<Group['link']>('GET', '/v1/meetings/{meeting_id}/link')

/**
 * Create the link for guests (owner only).
 *
 * Everyone who has the link can read the title, description and times of the poll and the names and
 * times of its participants, and can answer under a name. A poll has one link; if it exists, it is
 * returned.
 *
 * `PUT /v1/meetings/{meeting_id}/link`
 */
export const createLink = /* @__PURE__ */ operation<Group['createLink']>('PUT', '/v1/meetings/{meeting_id}/link')

/**
 * Revoke the link for guests (owner only).
 *
 * The link stops working at once, also for guests who have answered; their answers stay. The next link
 * is different.
 *
 * `DELETE /v1/meetings/{meeting_id}/link`
 */
export const revokeLink = /* @__PURE__ */ operation<Group['revokeLink']>('DELETE', '/v1/meetings/{meeting_id}/link')

/**
 * Remove a guest with the answer (owner only).
 *
 * To keep the guest from answering again, revoke the link too.
 *
 * `DELETE /v1/meetings/{meeting_id}/guests/{participant_id}`
 */
export const removeGuest = /* @__PURE__ */ operation<Group['removeGuest']>('DELETE', '/v1/meetings/{meeting_id}/guests/{participant_id}')
