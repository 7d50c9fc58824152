import type { Bool } from './column.ts'

interface CalendarObjectsTable {
  kind: 'schedule' | 'todo'
  /** The schedule or todo, which may be deleted. */
  resource_id: string
  owner_id: string
  /** The last segment of the object's URL, which the client chose. */
  name: string
  uid: string
  /** The text as the client sent it, including everything that Daymark does not model. */
  source: string
  /** The parsed text as JSON. If the item no longer matches it, reading the object updates the text. */
  base: string
  /** The UID of a parent that has not been stored yet. */
  parent_uid: string | null
  bytes: number
}

interface CalendarPropertiesTable {
  owner_id: string
  collection: string
  /** Namespace and name, separated by a space. */
  property: string
  value: string
}

interface FeedsTable {
  id: string
  owner_id: string
  name: string
  /** Space-separated. */
  contents: string
  /** Space-separated ids. The ids of deleted tags stay, so that the feed never shows more items than before. */
  tag_ids: string
  detail: string
  past_days: number
  future_days: number
  /** The hash of the secret in the feed's URL. */
  hash: string
  last_fetched_at: number | null
  created_at: number
  updated_at: number
}

interface SubscriptionsTable {
  id: string
  owner_id: string
  url: string
  name: string
  color: string
  refresh_minutes: number
  events: number
  error: string | null
  last_attempt_at: number | null
  last_success_at: number | null
  etag: string | null
  last_modified: string | null
  /** The owner's zone when the events were read, because floating times depend on it. */
  zone: string | null
  /** True if the URL was stored before ports were restricted. */
  any_port: Bool
  created_at: number
  updated_at: number
}

interface SubscriptionEventsTable {
  subscription_id: string
  id: string
  uid: string
  /** JSON of an event with its changed occurrences. */
  model: string
  is_free: Bool
  range_start: number
  range_end: number
}

export interface CalendarObjectTables {
  calendar_objects: CalendarObjectsTable
  calendar_properties: CalendarPropertiesTable
  feeds: FeedsTable
  subscriptions: SubscriptionsTable
  subscription_events: SubscriptionEventsTable
}
