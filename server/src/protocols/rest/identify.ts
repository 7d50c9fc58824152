// Authenticates every request in its first hook. The route decides later whether a session is required.

import type { Access } from '@daymark/contract/accounts/scopes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Type from 'typebox'
import { unauthorized } from '../../platform/kernel/errors.ts'
import type { Session } from '../../platform/kernel/session.ts'
import type { Authenticator } from '../../platform/sign-in/authenticator.ts'
import { requireScope } from '../../platform/sign-in/require-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    /** The reason why there is no session, for routes that require one. */
    signInFailure: unknown
  }
  interface FastifyContextConfig {
    /** The route needs no token, and ignores one that is sent. */
    openToAll?: boolean
    /** The response schema of the route, which tests check every response against. */
    answers?: Type.TSchema
  }
}

const BEARER = /^Bearer +([\w.~+/=-]+) *$/i
const MISSING = 'A bearer token is required.'

export function identify(app: FastifyInstance, sessions: Authenticator): void {
  app.decorateRequest('session', undefined)
  app.decorateRequest('signInFailure', undefined)
  // Uses callbacks, so that a cached token creates no promise.
  app.addHook('onRequest', (request, _reply, done) => {
    const token = request.routeOptions.config.openToAll ? undefined : bearerToken(request)
    if (token === undefined) return done()
    const fail = (error: unknown) => {
      request.signInFailure = error
      done()
    }
    try {
      const session = sessions.authenticate(token)
      if (!(session instanceof Promise)) {
        request.session = session
        return done()
      }
      session.then(value => {
        request.session = value
        done()
      }, fail)
    } catch (error) {
      fail(error)
    }
  })
}

/** The access check that every protocol calls, with the scope area of its routes and the kind of access. */
export function requireSession(request: FastifyRequest, area: string | undefined, access: Access): Session {
  const { session } = request
  if (!session) throw request.signInFailure ?? unauthorized(MISSING)
  requireScope(session, area, access)
  return session
}

function bearerToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
}
