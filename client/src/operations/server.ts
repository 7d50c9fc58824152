// The operations of `server`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { SignInRoutes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = SignInRoutes['server']

/**
 * How to sign in to this server.
 *
 * The first request of a client: whether people sign in at `/auth` of this server or at an OpenID
 * provider. Needs no token.
 *
 * `GET /config.json`
 */
export const info = /* @__PURE__ */ operation<Group['info']>('GET', '/config.json')

/**
 * Whether the process is alive.
 *
 * Answers without contacting any other component, for a supervisor that restarts unresponsive
 * processes. Needs no token.
 *
 * `GET /health`
 */
export const health = /* @__PURE__ */ operation<Group['health']>('GET', '/health')

/**
 * Whether the server is ready.
 *
 * Checks each component that the server needs, at most once a second. A load balancer should send
 * requests here only on 200. Needs no token.
 *
 * `GET /health/ready`
 */
export const ready = /* @__PURE__ */ operation<Group['ready']>('GET', '/health/ready')
