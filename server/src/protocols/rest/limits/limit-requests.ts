// Limits the rate of requests after authentication, before anything is validated or read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../../../platform/client-address/client-ip.ts'
import { type Decision, type Limiter, type Rule, userKey } from '../../../platform/limiter/port.ts'

export interface RequestLimits {
  limiter: Limiter
  ruleFor(method: string, target: string): Rule | undefined
  /** The client's address, even behind trusted proxies. */
  addressOf(request: FastifyRequest): string
  /**
   * For requests that no other rule covers, such as documents, web app files and health. They are counted per address
   * in this process, because `/health` must not need I/O. Response headers do not announce this limit, because normal
   * use never comes close to it.
   */
  others: { limiter: Limiter; rule: Rule }
}

export function limitRequests(app: FastifyInstance, limits: RequestLimits): void {
  // Uses callbacks, so that counting in memory creates no promise.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'OPTIONS') return done()
    const rule = limits.ruleFor(request.method, request.url)
    const decide = (decision: Decision) => {
      if (rule) announce(reply, decision)
      if (decision.allowed) done()
      else refuse(reply, decision)
    }
    const address = () => addressKey(limits.addressOf(request))
    const decision = rule
      ? limits.limiter.take(rule, request.session ? userKey(request.session.actor.id) : address())
      : limits.others.limiter.take(limits.others.rule, address())
    if (decision instanceof Promise) decision.then(decide, done)
    else decide(decision)
  })
}

function announce(reply: FastifyReply, decision: Decision): void {
  reply.header('x-ratelimit-limit', decision.limit)
  reply.header('x-ratelimit-remaining', decision.remaining)
  reply.header('x-ratelimit-reset', decision.reset_s)
}

function refuse(reply: FastifyReply, decision: Decision): void {
  reply
    .code(429)
    .header('retry-after', decision.reset_s)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        detail: `Too many requests. Try again in ${decision.reset_s} s.`,
        retry_after: decision.reset_s,
      }),
    )
}
