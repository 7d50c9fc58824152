// The operations of `server`. Made from the route table by "npm run openapi"; changes are made there.
import type { SignInRoutes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = SignInRoutes['server']

/**
 * How to sign in at this server.
 *
 * The first thing that a client asks: whether people sign in at `/auth` of this server or at an OpenID
 * provider. Needs no token.
 *
 * `GET /config.json`
 */
export const info = /* @__PURE__ */ operation<Group['info']>('GET', '/config.json')

/**
 * Whether the process lives.
 *
 * Answers without asking any other part, for a supervisor that restarts what does not answer. Needs no
 * token.
 *
 * `GET /health`
 */
export const health = /* @__PURE__ */ operation<Group['health']>('GET', '/health')

/**
 * Whether the server can do its work.
 *
 * Asks each part that the server needs, at most once a second. A load balancer should send requests
 * here only on 200. Needs no token.
 *
 * `GET /health/ready`
 */
export const ready = /* @__PURE__ */ operation<Group['ready']>('GET', '/health/ready')
