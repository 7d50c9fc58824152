// The operations of `focus`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['focus']

/**
 * Read your focus run.
 *
 * Returns the run that has not ended; 404 if there is none.
 *
 * `GET /v1/focus`
 */
export const get = /* @__PURE__ */ operation<Group['get']>('GET', '/v1/focus')

/**
 * Start a focus run.
 *
 * Omitted values come from the preference `focus`. If it is not set, they are 25, 5 and 15 minutes and
 * 4 rounds. The body is optional. `pomodoro`: rounds of work, each followed by a short break, the last
 * by a long one. `flowtime`: work lasts until you skip to the break, which is a fifth of it, at least
 * `break_minutes` and at most `long_break_minutes`. `countdown`: one work phase. Every work phase is a
 * timer. 409 while another run is active.
 *
 * `POST /v1/focus`
 */
export const start = /* @__PURE__ */ operation<Group['start']>('POST', '/v1/focus')

/**
 * Pause the focus run.
 *
 * Pauses the timer of a work phase too. 409 if the run is already paused.
 *
 * `POST /v1/focus/pause`
 */
export const pause = /* @__PURE__ */ operation<Group['pause']>('POST', '/v1/focus/pause')

/**
 * Resume the focus run.
 *
 * The phase continues where it was paused. 409 if the run is not paused.
 *
 * `POST /v1/focus/resume`
 */
export const resume = /* @__PURE__ */ operation<Group['resume']>('POST', '/v1/focus/resume')

/**
 * Skip to the next phase.
 *
 * Ends the current phase now. Send `phase_index`, so that two devices that skip at the same time skip
 * only one phase. Skipping the last phase ends the run.
 *
 * `POST /v1/focus/skip`
 */
export const skip = /* @__PURE__ */ operation<Group['skip']>('POST', '/v1/focus/skip')

/**
 * Stop the focus run.
 *
 * Stops the timer of a work phase too. Its measured time is kept.
 *
 * `POST /v1/focus/stop`
 */
export const stop = /* @__PURE__ */ operation<Group['stop']>('POST', '/v1/focus/stop')
