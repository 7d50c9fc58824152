// The operations of `openings`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = Routes['openings']

/**
 * List everything that opens your account or carries data out of it.
 *
 * Sessions, passkeys, tokens, device passwords, connected apps, feeds, webhooks and push devices.
 * Leaves out the session or token that makes this request. Sessions and tokens are ticked.
 *
 * `GET /v1/account/openings`
 */
export const list = /* @__PURE__ */ operation<Group['list']>('GET', '/v1/account/openings')

/**
 * End some of these openings.
 *
 * Signs out, revokes or deletes each of them, in one step. Ignores ids that are no longer listed.
 *
 * `POST /v1/account/openings/end`
 */
export const end = /* @__PURE__ */ operation<Group['end']>('POST', '/v1/account/openings/end')
