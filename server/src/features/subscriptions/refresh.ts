import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import { Problem } from '../../platform/kernel/errors.ts'
import { settingsChanged } from '../../platform/kernel/notice.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { FileItem } from '../icalendar/files/file-item.ts'
import { parseFile } from '../icalendar/files/parse-file.ts'
import { preferenceStore } from '../preferences/store.ts'
import { subscriptionStore } from './store.ts'
import { eventOf, fetchable, type Subscription, type SubscriptionEvent } from './subscription.ts'

export interface RefreshParts {
  uow: UnitOfWork
  clock: Clock
  fetch: GuardedFetch
}

/** The result of one attempt. `events` is undefined if the attempt failed or the calendar has not changed. */
interface Outcome {
  values: Partial<Subscription>
  events?: SubscriptionEvent[]
}

/** Fetches the calendar once. `and` runs in the transaction that stores the outcome. */
export async function refresh(
  { uow, clock, fetch }: RefreshParts,
  subscription: Subscription,
  and: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const zone = await uow.read(
    async db => (await preferenceStore(db).timezone(subscription.owner_id)) ?? 'UTC',
  )
  const outcome = await attempt(fetch, subscription, zone).catch(failure)
  const now = clock.now()
  await uow.write([`subscription ${subscription.id}`], async tx => {
    const store = subscriptionStore(tx)
    const current = await store.find(subscription.owner_id, subscription.id)
    // Discards the outcome if the person has unsubscribed or changed the address in the meantime.
    if (current && current.url === subscription.url) {
      if (outcome.events) await store.replaceEvents(subscription.id, outcome.events)
      const success = outcome.values.error === null ? { last_success_at: now } : {}
      await store.update(subscription.id, { ...outcome.values, ...success, last_attempt_at: now })
      tx.emit(settingsChanged(subscription.owner_id, 'subscription'))
    }
    await and(tx)
  })
}

async function attempt(fetch: GuardedFetch, subscription: Subscription, zone: string): Promise<Outcome> {
  // Reads everything again if the owner's zone has changed, because floating times depend on the zone.
  const isKnown = subscription.zone === zone && subscription.last_success_at !== null
  const response = await fetch({
    url: fetchable(subscription.url),
    headers: {
      accept: 'text/calendar, */*;q=0.5',
      ...(isKnown && subscription.etag !== null && { 'if-none-match': subscription.etag }),
      ...(isKnown &&
        subscription.last_modified !== null && { 'if-modified-since': subscription.last_modified }),
    },
    maxBytes: MAX_IMPORT_BYTES,
  })
  if (response.status === 304 && isKnown) {
    response.discard()
    return { values: { error: null } }
  }
  if (response.status !== 200) {
    response.discard()
    throw new Problem('rejected', `The server at this address responded with status ${response.status}.`)
  }
  const items: FileItem[] = []
  await parseFile(await response.bytes(), zone, some => items.push(...some))
  const events = items.flatMap(item =>
    item.kind === 'schedule' && !item.is_canceled ? [eventOf(subscription, item)] : [],
  )
  const header = (name: 'etag' | 'last-modified') => response.headers[name]?.slice(0, 500) ?? null
  const values = {
    error: null,
    events: events.length,
    zone,
    etag: header('etag'),
    last_modified: header('last-modified'),
  }
  return { values, events }
}

/**
 * Converts a failed download or an unreadable calendar to an outcome without events, which keeps the events of the last
 * success. Rethrows other errors.
 */
function failure(error: unknown): Outcome {
  if (!(error instanceof OutboundError || error instanceof Problem)) throw error
  return { values: { error: error.message } }
}
