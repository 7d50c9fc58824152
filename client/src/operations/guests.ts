// The operations of `guests`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { fileOperation, operation } from '../operation.ts'

type Group = Routes['guests']

/**
 * Read a poll through its link.
 *
 * Unknown and revoked links get the same response (404).
 *
 * `GET /v1/polls/{link}`
 */
export const poll = /* @__PURE__ */ operation<Group['poll']>('GET', '/v1/polls/{link}')

/**
 * Download the confirmed time through the link, as an iCalendar file.
 *
 * The file has one event with the organizer's name. Email addresses in the name are shortened. 409
 * before a time is confirmed.
 *
 * `GET /v1/polls/{link}/ics`
 */
export const ics = /* @__PURE__ */ fileOperation<Group['ics']>('/v1/polls/{link}/ics', 'text/calendar')

/**
 * Answer a poll as a guest.
 *
 * Adds a participant without an account. A poll has at most 100 guests and accepts no new ones after
 * its time is confirmed (409).
 *
 * `POST /v1/polls/{link}/answers`
 */
export const answer = /* @__PURE__ */ operation<Group['answer']>('POST', '/v1/polls/{link}/answers', { ignoresKey: true })

/**
 * Read your answer as a guest.
 *
 * For a guest who opens the edit link on another device.
 *
 * `GET /v1/polls/{link}/answers/{edit_token}`
 */
export const readAnswer = /* @__PURE__ */ operation<Group['readAnswer']>('GET', '/v1/polls/{link}/answers/{edit_token}')

/**
 * Change your answer as a guest.
 *
 * Replaces the name and all times.
 *
 * `PUT /v1/polls/{link}/answers/{edit_token}`
 */
export const changeAnswer = /* @__PURE__ */ operation<Group['changeAnswer']>('PUT', '/v1/polls/{link}/answers/{edit_token}', { ignoresKey: true })

/**
 * Withdraw your answer as a guest.
 *
 * Deletes the name and all times. The owner's history still contains them until it expires.
 *
 * `DELETE /v1/polls/{link}/answers/{edit_token}`
 */
export const withdrawAnswer = /* @__PURE__ */ operation<Group['withdrawAnswer']>('DELETE', '/v1/polls/{link}/answers/{edit_token}', { ignoresKey: true })
