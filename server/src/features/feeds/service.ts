// Creates and changes feeds, and reads a feed by the secret in its address.
import { randomBytes } from 'node:crypto'
import type { FeedContent, feedRoutes } from '@daymark/contract/calendars/feeds'
import { FEED_DAYS } from '@daymark/contract/constants'
import type { DecodedBody } from '@daymark/contract/route'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { conflict, notFound } from '../../platform/kernel/errors.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { settingsChanged } from '../../platform/kernel/notice.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { requireVerified } from '../people/users/verification-store.ts'
import { preferenceStore } from '../preferences/store.ts'
import { requireOwnTags } from '../tags/service.ts'
import { feedText } from './content/feed-text.ts'
import { itemStore } from './content/item-store.ts'
import { contentsOf, type Feed, feedTag, hashOf, MAX_FEEDS, windowOf } from './feed.ts'
import { feedStore } from './store.ts'

export type FeedService = ReturnType<typeof feedService>

type Create = DecodedBody<(typeof feedRoutes)['create']>
type Update = DecodedBody<(typeof feedRoutes)['update']>
/** Throws unless the caller may read these contents. */
type RequireReadable = (contents: readonly FeedContent[]) => void

export interface FeedParts {
  uow: UnitOfWork
  clock: Clock
  /** The country whose holidays are shown if the owner has not chosen one. */
  homeCountry: string
  /** The Daymark version, which is part of the ETag because a new version may write a different text. */
  version: string
}

export interface OpenFeed {
  name: string
  tag: string
  /** Called only if the client does not have the text already. */
  text(): Promise<string>
}

/** The minimum time between two recorded fetches of a feed, because recording one costs a write. */
const FETCH_STEP_MS = 5 * 60_000

const newSecret = (): string => randomBytes(32).toString('base64url')

export function feedService({ uow, clock, homeCountry, version }: FeedParts) {
  /** Pending texts by ETag, so that concurrent requests share the work. */
  const making = new Map<string, Promise<string>>()

  const find = async (db: Db, actor: Actor, id: string): Promise<Feed> => {
    const feed = await feedStore(db).find(actor.id, id)
    if (!feed) throw notFound('Feed not found.')
    return feed
  }

  async function noteFetch(feed: Feed, now: number): Promise<void> {
    if (feed.last_fetched_at !== null && now - feed.last_fetched_at < FETCH_STEP_MS) return
    await uow.write([], async tx => {
      await feedStore(tx).setFetched(feed.id, now)
      tx.emit(settingsChanged(feed.owner_id, 'feed'))
    })
  }

  async function make(tag: string, work: () => Promise<string>): Promise<string> {
    const running = making.get(tag) ?? work().finally(() => making.delete(tag))
    making.set(tag, running)
    return running
  }

  return {
    list: (actor: Actor): Promise<Feed[]> => uow.read(db => feedStore(db).list(actor.id)),

    get: (actor: Actor, id: string): Promise<Feed> => uow.read(db => find(db, actor, id)),

    async create(actor: Actor, body: Create, require: RequireReadable) {
      const now = clock.now()
      const feed: Feed = {
        id: newId(),
        owner_id: actor.id,
        name: body.name,
        contents: body.contents ?? ['schedules'],
        tag_ids: body.tag_ids ?? [],
        detail: body.detail ?? 'full',
        past_days: body.past_days ?? FEED_DAYS.past,
        future_days: body.future_days ?? FEED_DAYS.future,
        last_fetched_at: null,
        created_at: now,
        updated_at: now,
      }
      require(feed.contents)
      const secret = newSecret()
      await uow.write([actor.id], async tx => {
        await requireVerified(tx, actor.id)
        const store = feedStore(tx)
        if ((await store.count(actor.id)) >= MAX_FEEDS)
          throw conflict(`You have reached the limit of ${MAX_FEEDS} feeds. Delete one first.`)
        await requireOwnTags(tx, actor.id, feed.tag_ids)
        await store.insert(feed, hashOf(secret))
        tx.emit(settingsChanged(actor.id, 'feed'))
      })
      return { feed, secret }
    },

    update: (actor: Actor, id: string, body: Update, require: RequireReadable): Promise<Feed> =>
      uow.write([actor.id], async tx => {
        const before = await find(tx, actor, id)
        const tag_ids = body.tag_ids === undefined ? before.tag_ids : (body.tag_ids ?? [])
        const added = tag_ids.filter(tag => !before.tag_ids.includes(tag))
        await requireOwnTags(tx, actor.id, added)
        const feed = { ...before, ...body, tag_ids, updated_at: clock.now() }
        require(feed.contents)
        await feedStore(tx).save(feed)
        tx.emit(settingsChanged(actor.id, 'feed'))
        return feed
      }),

    async remove(actor: Actor, id: string): Promise<void> {
      const found = await uow.write([actor.id], tx => {
        tx.emit(settingsChanged(actor.id, 'feed'))
        return feedStore(tx).remove(actor.id, id)
      })
      if (!found) throw notFound('Feed not found.')
    },

    async renew(actor: Actor, id: string, require: RequireReadable) {
      const secret = newSecret()
      const now = clock.now()
      const feed = await uow.write([actor.id], async tx => {
        await requireVerified(tx, actor.id)
        const before = await find(tx, actor, id)
        require(before.contents)
        await feedStore(tx).setHash(id, hashOf(secret), now)
        tx.emit(settingsChanged(actor.id, 'feed'))
        return { ...before, updated_at: now }
      })
      return { feed, secret }
    },

    /** Returns undefined if the secret is unknown, or the owner's account is disabled or will be deleted. */
    async open(secret: string): Promise<OpenFeed | undefined> {
      const now = clock.now()
      const found = await uow.read(async db => {
        const feed = await feedStore(db).findByHash(hashOf(secret))
        if (!feed) return undefined
        const zone = (await preferenceStore(db).timezone(feed.owner_id)) ?? 'UTC'
        const seq = await totalsStore(db).currentSeq(feed.owner_id)
        const meetings = contentsOf(feed).has('meetings') ? await itemStore(db, feed).meetingsChangedAt() : ''
        return { feed, zone, seq, meetings }
      })
      if (!found) return undefined
      const { feed, zone, seq, meetings } = found
      const window = windowOf(feed, now, zone)
      const tag = feedTag([
        feed.id,
        feed.updated_at,
        seq,
        meetings,
        window.from,
        window.to,
        homeCountry,
        version,
      ])
      await noteFetch(feed, now)
      return {
        name: feed.name,
        tag,
        text: () => make(tag, () => feedText({ uow, homeCountry }, feed, { window, zone })),
      }
    },
  }
}
