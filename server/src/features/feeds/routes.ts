import { allows } from '@daymark/contract/accounts/scopes'
import type { FeedContent, feedRoutes } from '@daymark/contract/calendars/feeds'
import { forbidden } from '../../platform/kernel/errors.ts'
import { mapPage, oldestFirst, pageOf } from '../../platform/kernel/page.ts'
import type { Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Session } from '../../platform/kernel/session.ts'
import { presentFeed, presentNewFeed } from './present.ts'
import type { FeedService } from './service.ts'

export const feedHandlers = (feeds: FeedService, origin: () => string): Handlers<typeof feedRoutes> => ({
  list: async ({ actor, query, zone }) =>
    mapPage(pageOf(await feeds.list(actor), query, oldestFirst), feed => presentFeed(feed, zone)),
  create: async ({ actor, session, body, zone }) => {
    const { feed, secret } = await feeds.create(actor, body, requireReadable(session))
    return presentNewFeed(feed, secret, zone, origin())
  },
  get: async ({ actor, params, zone }) => presentFeed(await feeds.get(actor, params.feed_id), zone),
  update: async ({ actor, session, params, body, zone }) =>
    presentFeed(await feeds.update(actor, params.feed_id, body, requireReadable(session)), zone),
  remove: async ({ actor, params }) => {
    await feeds.remove(actor, params.feed_id)
    return { ok: true }
  },
  renew: async ({ actor, session, params, zone }) => {
    const { feed, secret } = await feeds.renew(actor, params.feed_id, requireReadable(session))
    return presentNewFeed(feed, secret, zone, origin())
  },
})

/** A token must not publish what it cannot read. Holidays need no scope. */
const requireReadable =
  ({ scopes }: Session) =>
  (contents: readonly FeedContent[]): void => {
    const missing = contents.find(each => scopes && each !== 'holidays' && !allows(scopes, each, 'read'))
    if (missing !== undefined) throw forbidden(`This access token lacks the scope ${missing}:read.`)
  }
