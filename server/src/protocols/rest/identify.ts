// Authenticates requests in an `onRequest` hook. The route decides later whether a session is required.

import type { Access } from '@daymark/contract/accounts/scopes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Type from 'typebox'
import { unauthorized } from '../../platform/kernel/errors.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Authenticator } from '../../platform/sign-in/authenticator.ts'
import { requireScope } from '../../platform/sign-in/require-scope.ts'
import { isBasic } from './basic.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    /** Why there is no session, for routes that require one. */
    signInFailure: unknown
  }
  interface FastifyContextConfig {
    /** True if the route needs no token and ignores any that is sent. */
    openToAll?: boolean
    /** True if the route itself handles OPTIONS requests that are not preflights. */
    answersOptions?: boolean
    /** True if the body is a file instead of JSON. */
    isUpload?: boolean
    /** The part of the server that the route belongs to. Tokens restricted to this part may use the route. */
    audience?: 'mcp'
    /** The `WWW-Authenticate` header for a 401, if it says more than `Bearer`. */
    challenge?: () => string
    /** True if the route sends a test message to another server. */
    sends?: boolean
    /** The route's response schema, which tests check every response against. */
    answers?: Type.TSchema
  }
}

const BEARER = /^Bearer +([\w.~+/=-]+) *$/i
const OTHER_AUDIENCE = 'This access token is only for /mcp.'
const MISSING = 'A bearer token is required.'

export function identify(app: FastifyInstance, sessions: Authenticator): void {
  app.decorateRequest('session', undefined)
  app.decorateRequest('signInFailure', undefined)
  // Uses callbacks, so that a cached token creates no promise.
  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.routeOptions.config.openToAll ? undefined : credential(request)
    if (token === undefined) return done()
    const fail = (error: unknown) => {
      request.signInFailure = error
      done()
    }
    const accept = (session: Session) => {
      if (session.audience !== undefined && session.audience !== request.routeOptions.config.audience)
        return fail(unauthorized(OTHER_AUDIENCE))
      request.session = session
      done()
    }
    try {
      const session = sessions.authenticate(token)
      if (!(session instanceof Promise)) return accept(session)
      session.then(accept, fail)
    } catch (error) {
      fail(error)
    }
  })
}

/** Throws unless the request has a session that allows this access to the scope area. */
export function requireSession(request: FastifyRequest, area: string | undefined, access: Access): Session {
  const { session } = request
  if (!session) throw request.signInFailure ?? unauthorized(MISSING)
  requireScope(session, area, access)
  return session
}

/** Returns the bearer token, or the whole HTTP Basic header, which contains a device password. */
function credential({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined) return undefined
  return BEARER.exec(authorization)?.[1] ?? (isBasic(authorization) ? authorization : undefined)
}
