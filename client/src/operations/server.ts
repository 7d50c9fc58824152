// The operations of `server`. Generated from the route table by "npm run openapi"; edit the route table instead.
import type { SignInRoutes } from '@daymark/contract/routes'
import { operation } from '../operation.ts'

type Group = SignInRoutes['server']

/**
 * How to sign in to this server.
 *
 * Call this first: it says whether people sign in at `/auth` on this server or with an OpenID
 * provider. Needs no token.
 *
 * `GET /config.json`
 */
export const info = /* @__PURE__ */ operation<Group['info']>('GET', '/config.json')

/**
 * Whether the process is alive.
 *
 * A liveness probe, for a supervisor that restarts unresponsive processes. It contacts no other
 * component. Needs no token.
 *
 * `GET /health`
 */
export const health = /* @__PURE__ */ operation<Group['health']>('GET', '/health')

/**
 * Whether the server is ready.
 *
 * A readiness probe: checks each component that the server needs, at most once a second. A load
 * balancer should route requests to this server only while it returns 200. Needs no token.
 *
 * `GET /health/ready`
 */
export const ready = /* @__PURE__ */ operation<Group['ready']>('GET', '/health/ready')
