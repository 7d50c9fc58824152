// Serves feeds at their secret URLs. The log contains the route pattern, never the secret.
import type { FastifyInstance } from 'fastify'
import { FEED_PATH } from '../../features/feeds/present.ts'
import type { FeedService } from '../../features/feeds/service.ts'
import { addressKey } from '../../platform/client-address/client-ip.ts'
import { limited, notFound } from '../../platform/kernel/errors.ts'
import type { Limiter, Rule } from '../../platform/limiter/port.ts'
import { matchesTag } from './requests/conditional.ts'
import { attachment } from './requests/csv.ts'

interface Parts {
  feeds: FeedService
  /** Counts wrong secrets per client address. Undefined if limits are off. */
  limiter: Limiter | undefined
}

const WRONG: Rule = { key: 'feeds.wrong', window_ms: 60_000, max: 20 }
const SECRET = /^([\w-]{43})\.ics$/

export function serveFeeds(app: FastifyInstance, { feeds, limiter }: Parts): void {
  app.get<{ Params: { file: string } }>(
    `${FEED_PATH}:file`,
    { config: { openToAll: true } },
    async (request, reply) => {
      const secret = SECRET.exec(request.params.file)?.[1]
      const feed = secret === undefined ? undefined : await feeds.open(secret)
      if (!feed) {
        const decision = await limiter?.take(WRONG, addressKey(request.clientAddress()))
        if (decision?.allowed === false)
          throw limited(`Too many wrong addresses. Try again in ${decision.reset_s} s.`, decision.reset_s)
        throw notFound('There is no feed at this address. Its owner may have replaced or deleted it.')
      }
      // The URL is a secret, so search engines and shared caches must not keep the response.
      reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
      reply.header('etag', feed.tag)
      if (matchesTag(String(request.headers['if-none-match'] ?? ''), feed.tag)) return reply.code(304).send()
      reply.type('text/calendar; charset=utf-8').header('content-disposition', attachment(`${feed.name}.ics`))
      return feed.text()
    },
  )
}
