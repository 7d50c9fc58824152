import type { FeedContent, FeedDetail } from '@daymark/contract/calendars/feeds'
import { sql } from 'kysely'
import { isActiveOwner } from '../../platform/storage/statements/active-owner.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Feed } from './feed.ts'

export const feedStore = ({ sql: db }: Db) => ({
  async insert(feed: Feed, hash: string): Promise<void> {
    await db
      .insertInto('feeds')
      .values({ ...feed, ...toLists(feed), hash })
      .execute()
  },

  async list(ownerId: string): Promise<Feed[]> {
    const rows = await db
      .selectFrom('feeds')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toFeed)
  },

  async count(ownerId: string): Promise<number> {
    const row = await db
      .selectFrom('feeds')
      .select(sql<number>`count(*)`.as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow()
    return row.count
  },

  async find(ownerId: string, id: string): Promise<Feed | undefined> {
    const row = await db
      .selectFrom('feeds')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toFeed(row)
  },

  /** Ignores a feed if its owner's account is disabled or will be deleted. */
  async findByHash(hash: string): Promise<Feed | undefined> {
    const row = await db
      .selectFrom('feeds as f')
      .selectAll('f')
      .where('f.hash', '=', hash)
      .where(isActiveOwner('f.owner_id'))
      .executeTakeFirst()
    return row && toFeed(row)
  },

  async save(feed: Feed): Promise<void> {
    const { id, owner_id: _owner, last_fetched_at: _fetched, ...columns } = feed
    await db
      .updateTable('feeds')
      .set({ ...columns, ...toLists(feed) })
      .where('id', '=', id)
      .execute()
  },

  async setHash(id: string, hash: string, now: number): Promise<void> {
    await db.updateTable('feeds').set({ hash, updated_at: now }).where('id', '=', id).execute()
  },

  async setFetched(id: string, now: number): Promise<void> {
    await db.updateTable('feeds').set({ last_fetched_at: now }).where('id', '=', id).execute()
  },

  async remove(ownerId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('feeds')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  async removeAll(): Promise<void> {
    await db.deleteFrom('feeds').execute()
  },
})

type Row = Omit<Feed, 'contents' | 'tag_ids' | 'detail'> & {
  contents: string
  tag_ids: string
  detail: string
  hash: string
}

const toLists = ({ contents, tag_ids }: Feed) => ({
  contents: contents.join(' '),
  tag_ids: tag_ids.join(' '),
})

const toFeed = ({ contents, tag_ids, detail, hash: _hash, ...row }: Row): Feed => ({
  ...row,
  contents: contents.split(' ') as FeedContent[],
  tag_ids: tag_ids === '' ? [] : tag_ids.split(' '),
  detail: detail as FeedDetail,
})
