// The first hook of every request: who is asking? Whether that is good enough is decided later, by the route.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../kernel/actor.ts'
import { unauthorized } from '../kernel/errors.ts'
import type { Authenticator, Session } from './authenticator.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    /** Why there is no session although one may be needed. */
    signInFailure: unknown
  }
  interface FastifyContextConfig {
    /** Answered without a token, and a token is not looked at. */
    openToAll?: boolean
  }
}

const BEARER = /^Bearer +([\w.~+/=-]+) *$/i
const MISSING = 'A bearer token is needed.'

export function identify(app: FastifyInstance, sessions: Authenticator): void {
  app.decorateRequest('session', undefined)
  app.decorateRequest('signInFailure', undefined)
  // With callbacks: a remembered token costs no promise.
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

export function requireActor(request: FastifyRequest): Actor {
  if (request.session) return request.session.actor
  throw request.signInFailure ?? unauthorized(MISSING)
}

const bearerToken = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1]
