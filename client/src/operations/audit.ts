// The operations of `audit`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { Routes } from '@daymark/contract/routes'
import { listOperation } from '../operation.ts'

type Group = Routes['audit']

/**
 * List your account's audit entries, newest first.
 *
 * Sign-ins and failed attempts, tokens, device passwords, apps, password and second factor changes,
 * and data exports, for 180 days. An external OpenID provider keeps its own record of sign-ins.
 *
 * `GET /v1/account/audit`
 */
export const list = /* @__PURE__ */ listOperation<Group['list']>('/v1/account/audit')
