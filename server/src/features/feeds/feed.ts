import { createHash } from 'node:crypto'
import type { FeedContent, FeedDetail } from '@daymark/contract/calendars/feeds'
import type { Window } from '@daymark/recurrence/occurrence'
import { DAY_MS } from '@daymark/recurrence/year'
import { dateAt, startOfDate } from '../planning/schedules/all-day/dates.ts'

export interface Feed {
  id: string
  owner_id: string
  name: string
  contents: readonly FeedContent[]
  tag_ids: readonly string[]
  detail: FeedDetail
  past_days: number
  future_days: number
  last_fetched_at: number | null
  created_at: number
  updated_at: number
}

export const MAX_FEEDS = 20
/** The interval at which calendar apps should refresh the feed. */
export const REFRESH = 'PT1H'

/** The secret has 256 random bits, so a plain hash is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Returns the period that a feed covers: whole days in `zone`, the owner's time zone. */
export function windowOf({ past_days, future_days }: Feed, now: number, zone: string): Window {
  const today = dateAt(now, { name: zone })
  return {
    from: startOfDate(today - past_days * DAY_MS, { name: zone }),
    to: startOfDate(today + (future_days + 1) * DAY_MS, { name: zone }),
  }
}

/** Busy feeds omit todos, which have no duration, and holidays, which say nothing about the owner. */
export const contentsOf = ({ contents, detail }: Feed): ReadonlySet<FeedContent> =>
  new Set(detail === 'full' ? contents : contents.filter(each => each !== 'todos' && each !== 'holidays'))

/**
 * Returns the ETag of a feed. `parts` must include everything that the text depends on, such as the owner's data and
 * the current day.
 */
export const feedTag = (parts: readonly (string | number)[]): string =>
  `"${createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 27)}"`

/** Returns an identifier that reveals nothing about the item but is stable within this feed. */
export const anonymousUid = (feed: Feed, uid: string): string =>
  createHash('sha256').update(`${feed.id} ${feed.created_at} ${uid}`).digest('hex').slice(0, 32)
