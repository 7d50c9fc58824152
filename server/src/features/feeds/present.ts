import type * as wire from '@daymark/contract/calendars/feeds'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Feed } from './feed.ts'

export const FEED_PATH = '/feeds/'

export const presentFeed = (feed: Feed, zone: Zone): wire.Feed => ({
  id: feed.id,
  name: feed.name,
  contents: [...feed.contents],
  tag_ids: [...feed.tag_ids],
  detail: feed.detail,
  past_days: feed.past_days,
  future_days: feed.future_days,
  last_fetched_at: feed.last_fetched_at === null ? null : zone.format(feed.last_fetched_at),
  created_at: zone.format(feed.created_at),
  updated_at: zone.format(feed.updated_at),
})

/** Includes the secret address, which is shown only once. */
export function presentNewFeed(feed: Feed, secret: string, zone: Zone, origin: string): wire.NewFeed {
  const url = `${origin.replace(/\/$/, '')}${FEED_PATH}${secret}.ics`
  return { ...presentFeed(feed, zone), url, webcal_url: url.replace(/^https?:/, 'webcal:') }
}
