import { sql } from 'kysely'
import { decodeCursor, type Page, type PageRequest, pageSize, toPage } from '../../../platform/kernel/page.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { type Block, type BlockedUser, type Friend, type Friendship, inOrder } from './friend.ts'

export type TimeKey = [at: number, id: string]

const FRIENDSHIP = ['id', 'requester_id', 'addressee_id', 'status', 'created_at', 'updated_at'] as const

/** True if either person has blocked the other. */
export const blockBetween = (a: unknown, b: unknown) => sql<boolean>`exists (
    select 1 from blocks where blocker_id = ${a} and blocked_id = ${b}) or exists (
    select 1 from blocks where blocker_id = ${b} and blocked_id = ${a})`

/** Selects the rows after a page key in a newest-first list. */
export const before = (after: TimeKey | undefined, at: string, id: string) =>
  after ? sql`(${sql.ref(at)}, ${sql.ref(id)}) < (${after[0]}, ${after[1]})` : sql`1 = 1`

const FRIEND = sql`select f.friend_id as user_id, f.friendship_id, u.display_name, u.avatar_url, f.since, f.version
  from friends f join users u on u.id = f.friend_id`
const BLOCKED = sql`select b.blocked_id as user_id, u.display_name, u.avatar_url, b.created_at as since, b.version
  from blocks b join users u on u.id = b.blocked_id`

export const friendStore = ({ sql: db, dialect }: Db) => ({
  async listFriends(userId: string, page: PageRequest): Promise<Page<Friend>> {
    const after = decodeCursor<TimeKey>(page, ['number', 'string'])
    const { rows } = await sql<Friend>`
      ${FRIEND} where f.user_id = ${userId} and ${before(after, 'f.since', 'f.friend_id')}
      order by f.since desc, f.friend_id desc limit ${pageSize(page) + 1}`.execute(db)
    return toPage(rows, page, row => [row.since, row.user_id])
  },

  /** Returns the friends of these friendships. */
  async friendsOf(userId: string, friendshipIds: readonly string[]): Promise<Friend[]> {
    const { rows } = await sql<Friend>`
      ${FRIEND} where f.user_id = ${userId} and ${dialect.idIn('f.friendship_id', friendshipIds)}`.execute(db)
    return rows
  },

  /** Returns those of these people whom the person has blocked. */
  async blockedAmong(blockerId: string, ids: readonly string[]): Promise<BlockedUser[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<BlockedUser>`
      ${BLOCKED} where b.blocker_id = ${blockerId} and ${dialect.textIn('b.blocked_id', ids)}`.execute(db)
    return rows
  },

  /**
   * Returns friends without a block in either direction. With `since`, returns only people who were already friends at
   * that time.
   */
  async friendIds(userId: string, since?: number): Promise<string[]> {
    const longEnough = since === undefined ? sql`` : sql`since <= ${since} and`
    const { rows } = await sql<{ id: string }>`
      select friend_id as id from friends
      where user_id = ${userId} and ${longEnough} not (${blockBetween(userId, sql.ref('friend_id'))})`.execute(
      db,
    )
    return rows.map(row => row.id)
  },

  async friendsAmong(userId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('friends')
      .select('friend_id')
      .where('user_id', '=', userId)
      .where(dialect.textIn('friend_id', ids))
      .execute()
    return rows.map(row => row.friend_id)
  },

  async relation(a: string, b: string): Promise<{ friends: boolean; blocked: boolean }> {
    const { rows } = await sql<{ friends: unknown; blocked: unknown }>`
      select exists (select 1 from friends where user_id = ${a} and friend_id = ${b}) as friends,
        ${blockBetween(a, b)} as blocked`.execute(db)
    return { friends: Boolean(rows[0]?.friends), blocked: Boolean(rows[0]?.blocked) }
  },

  async insertFriendship(friendship: Friendship): Promise<void> {
    const pair = inOrder(friendship.requester_id, friendship.addressee_id)
    await db
      .insertInto('friendships')
      .values({ ...friendship, ...pair })
      .execute()
  },

  async insertFriends({ id, requester_id, addressee_id }: Friendship, since: number): Promise<void> {
    const common = { friendship_id: id, since }
    await db
      .insertInto('friends')
      .values([
        { user_id: requester_id, friend_id: addressee_id, ...common },
        { user_id: addressee_id, friend_id: requester_id, ...common },
      ])
      .execute()
  },

  async acceptFriendship(id: string, now: number): Promise<void> {
    await db
      .updateTable('friendships')
      .set({ status: 'accepted', updated_at: now })
      .where('id', '=', id)
      .execute()
  },

  async findFriendship(id: string): Promise<Friendship | undefined> {
    return db.selectFrom('friendships').select(FRIENDSHIP).where('id', '=', id).executeTakeFirst()
  },

  async friendshipBetween(a: string, b: string): Promise<Friendship | undefined> {
    const { low_id, high_id } = inOrder(a, b)
    return db
      .selectFrom('friendships')
      .select(FRIENDSHIP)
      .where('low_id', '=', low_id)
      .where('high_id', '=', high_id)
      .executeTakeFirst()
  },

  /** Foreign keys delete the two rows in `friends`. */
  async deleteFriendship(id: string): Promise<void> {
    await db.deleteFrom('friendships').where('id', '=', id).execute()
  },

  /** Returns the existing block if there is one. */
  async insertBlock(block: Block): Promise<Block> {
    await db
      .insertInto('blocks')
      .values(block)
      .onConflict(conflict => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
      .execute()
    return db
      .selectFrom('blocks')
      .selectAll()
      .where('blocker_id', '=', block.blocker_id)
      .where('blocked_id', '=', block.blocked_id)
      .executeTakeFirstOrThrow()
  },

  /** Returns false if there was no block. */
  async deleteBlock(blockerId: string, blockedId: string): Promise<boolean> {
    const result = await db
      .deleteFrom('blocks')
      .where('blocker_id', '=', blockerId)
      .where('blocked_id', '=', blockedId)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  },

  async hasBlocked(blockerId: string, blockedId: string): Promise<boolean> {
    const row = await db
      .selectFrom('blocks')
      .select('id')
      .where('blocker_id', '=', blockerId)
      .where('blocked_id', '=', blockedId)
      .executeTakeFirst()
    return row !== undefined
  },

  async listBlocks(blockerId: string, page: PageRequest): Promise<Page<BlockedUser>> {
    const after = decodeCursor<TimeKey>(page, ['number', 'string'])
    const { rows } = await sql<BlockedUser>`
      ${BLOCKED} where b.blocker_id = ${blockerId} and ${before(after, 'b.created_at', 'b.blocked_id')}
      order by b.created_at desc, b.blocked_id desc limit ${pageSize(page) + 1}`.execute(db)
    return toPage(rows, page, row => [row.since, row.user_id])
  },
})

export const friendIdsOf = (db: Db, userId: string, since?: number): Promise<string[]> =>
  friendStore(db).friendIds(userId, since)
