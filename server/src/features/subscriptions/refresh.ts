import { MAX_IMPORT_BYTES } from '@daymark/contract/constants'
import { Problem } from '../../platform/kernel/errors.ts'
import { settingsChanged } from '../../platform/kernel/notice.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Tx, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { UploadParser } from '../../platform/uploads/parser.ts'
import { spool } from '../../platform/uploads/spool.ts'
import { CANCELED } from '../icalendar/files/file-item.ts'
import { CALENDAR_PARSER, type FileSummary, type ParsedCalendar } from '../icalendar/files/parse-file.ts'
import { preferenceStore } from '../preferences/store.ts'
import { subscriptionStore } from './store.ts'
import { eventOf, fetchable, type Subscription, type SubscriptionEvent } from './subscription.ts'

export interface RefreshParts {
  uow: UnitOfWork
  clock: Clock
  outbound: Outbound
  parser: UploadParser
  /** For the files that are read. */
  folder: string
}

/** The result of one attempt. `events` is undefined if the attempt failed or the calendar has not changed. */
interface Outcome {
  values: Partial<Subscription>
  events?: SubscriptionEvent[]
}

/** Fetches the calendar once. The result stores the outcome; `and` runs in the same transaction. */
export async function refresh(
  parts: RefreshParts,
  subscription: Subscription,
): Promise<(and: (tx: Tx, hasFailed: boolean) => Promise<void>) => Promise<void>> {
  const { uow, clock } = parts
  const zone = await uow.read(
    async db => (await preferenceStore(db).timezone(subscription.owner_id)) ?? 'UTC',
  )
  const outcome = await attempt(parts, subscription, zone).catch(failure)
  return async and => {
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
      await and(tx, outcome.values.error !== null)
    })
  }
}

async function attempt(
  { outbound: { fetch }, parser, folder }: RefreshParts,
  subscription: Subscription,
  zone: string,
): Promise<Outcome> {
  // Reads everything again if the owner's zone has changed, because floating times depend on the zone.
  const isKnown = subscription.zone === zone && subscription.last_success_at !== null
  const response = await fetch({
    url: fetchable(subscription.url),
    by: { person: subscription.owner_id },
    anyPort: subscription.any_port,
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
  const upload = await spool([await response.bytes()], { folder, most: MAX_IMPORT_BYTES })
  const events: SubscriptionEvent[] = []
  try {
    await parser.parse(
      {
        ...{ parser: CALENDAR_PARSER, options: { ownerZone: zone } },
        ...{ upload, person: subscription.owner_id, isBackground: true },
      },
      async ({ head, items, summary }: ParsedCalendar) => {
        requireFew(head.schedules)
        for await (const { item } of items())
          if (item.kind === 'schedule' && !item.is_canceled) events.push(eventOf(subscription, item))
        requireReadable(events.length, summary())
      },
    )
  } finally {
    upload.release()
  }
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

/** All events are replaced in one transaction. */
const MAX_EVENTS = 10_000

function requireFew(events: number): void {
  if (events > MAX_EVENTS)
    throw new Problem('rejected', `The calendar has ${events} events; at most ${MAX_EVENTS} are allowed.`)
}

/** Throws if nothing can be read, because the events of the last success are better than none. */
function requireReadable(events: number, { skipped, problems: [first] }: FileSummary): void {
  if (events > 0 || skipped === 0 || first?.message === CANCELED) return
  throw new Problem(
    'rejected',
    `Nothing in this calendar can be read. The first problem is in line ${first?.line}: ${first?.message}`,
  )
}

/**
 * Converts a failed download or an unreadable calendar to an outcome without events, which keeps the events of the last
 * success. Rethrows other errors.
 */
function failure(error: unknown): Outcome {
  if (!(error instanceof OutboundError || error instanceof Problem)) throw error
  return { values: { error: error.message } }
}
