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
