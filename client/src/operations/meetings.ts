// The operations of `meetings`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation, fileOperation, operation } from '../operation.ts'

type Group = Routes['meetings']

/**
 * Create a meeting with its possible days and hours.
 *
 * A meeting is a poll for a time: dates, weekdays (0 = Monday) and hours in the meeting's time zone.
 * Share it with `visibility`, so that others can say when they are free. At most 62 days.
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
 * Allowed for the owner and for everyone the meeting is shared with.
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
 * Replaces all your free times. They must be within the meeting's days and hours; duplicates are
 * removed. Slots with `if_need_be` are possible but not convenient; free times take precedence where
 * they overlap. You can set only your own: `participant_id` comes from the response to joining.
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
 * A participant counts in a cell if they are free for all of it. `if_need_be` counts participants who
 * cover the cell only together with their `if_need_be` slots.
 *
 * `GET /v1/meetings/{meeting_id}/result`
 */
export const result = /* @__PURE__ */ operation<Group['result']>('GET', '/v1/meetings/{meeting_id}/result')

/**
 * Confirm a time: it becomes a schedule in the owner's calendar (owner only, once).
 *
 * The time must be within the meeting's days and hours; not everyone has to be free. Participants see
 * it in `confirmed_slot`.
 *
 * `POST /v1/meetings/{meeting_id}/confirm`
 */
export const confirm = /* @__PURE__ */ operation<Group['confirm']>('POST', '/v1/meetings/{meeting_id}/confirm')

/**
 * Add the confirmed time to your calendar.
 *
 * Creates your own schedule with the meeting's title, description and time zone. Later changes to the
 * meeting do not update it. If you already have it, it is returned with 200. 409 before a time is
 * confirmed.
 *
 * `POST /v1/meetings/{meeting_id}/schedule`
 */
export const addToCalendar = /* @__PURE__ */ operation<Group['addToCalendar']>('POST', '/v1/meetings/{meeting_id}/schedule')

/**
 * Download the confirmed time as an iCalendar file.
 *
 * For everyone who may read the meeting. The file has one event with the organizer's name and a stable
 * UID, which feeds use too. 409 before a time is confirmed.
 *
 * `GET /v1/meetings/{meeting_id}/ics`
 */
export const ics = /* @__PURE__ */ fileOperation<Group['ics']>('/v1/meetings/{meeting_id}/ics', 'text/calendar')

/**
 * Remind people who have not answered (owner only).
 *
 * Notifies the people the meeting is shared with by name, as friends or by email address, and
 * participants without any times. Each person is reminded of a meeting at most once in 24 hours,
 * counted from the first notification. 409 after a time is confirmed.
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
 * Anyone with the link can read the poll's title, description and times and the participants' names
 * and times, and can answer under a name. A poll has one link; an existing link is returned.
 *
 * `PUT /v1/meetings/{meeting_id}/link`
 */
export const createLink = /* @__PURE__ */ operation<Group['createLink']>('PUT', '/v1/meetings/{meeting_id}/link', { ignoresKey: true })

/**
 * Revoke the link for guests (owner only).
 *
 * The link stops working at once, even for guests who have answered; their answers stay. A new link is
 * different.
 *
 * `DELETE /v1/meetings/{meeting_id}/link`
 */
export const revokeLink = /* @__PURE__ */ operation<Group['revokeLink']>('DELETE', '/v1/meetings/{meeting_id}/link')

/**
 * Remove a guest and their answer (owner only).
 *
 * To keep the guest from answering again, revoke the link too.
 *
 * `DELETE /v1/meetings/{meeting_id}/guests/{participant_id}`
 */
export const removeGuest = /* @__PURE__ */ operation<Group['removeGuest']>('DELETE', '/v1/meetings/{meeting_id}/guests/{participant_id}')
