// Fills a very large account with a few set-based statements: todos, timers, entries and friends, items that the
// friends share, search texts, and the change log.
import { CAPTURED } from '../../../server/src/platform/storage/statements/captured-rows.ts'
import type { Db, Storage } from '../../../server/src/platform/storage/unit-of-work.ts'

export interface LargeAccount {
  owner: string
  todos: number
  timers: number
  entries: number
  friends: number
  /**
   * The number of change log entries. Every fourth one deletes a todo. The log must already contain an update and a
   * deletion, which the seed copies.
   */
  changes: number
}

/** Rows per statement. This is few enough for the statement timeout, even on a busy machine. */
const STEP = 5_000
const TAGS = 20
const HOUR = 3_600_000
const FIRST = Date.UTC(2021, 0, 1)
const YEARS_MS = 6 * 365 * 24 * HOUR

/** Returns a FROM clause in which `n` counts from `from` to `to`. */
const numbers = ({ dialect }: Db, from: number, to: number): string =>
  dialect.name === 'postgres'
    ? `from generate_series(${from}::bigint, ${to}::bigint) as s (n)`
    : `from (with recursive c (n) as (select ${from} union all select n + 1 from c where n < ${to}) select n from c) as s`

/** Returns an SQL expression for an id that depends only on the kind and the number. Ids sort like their numbers. */
function idOf({ dialect }: Db, kind: number, n = 'n'): string {
  if (dialect.name === 'sqlite') return `printf('01900000-%04x-7000-8000-%012x', ${kind}, ${n})`
  return `('01900000-${kind.toString(16).padStart(4, '0')}-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`
}

const [GROUP, TAG, TODO, TIMER, ENTRY, FRIENDSHIP, FRIENDS_GROUP, SHARED_TODO, SHARED_ENTRY, BATCH] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const

/** The number of todos, and of entries, that each friend shares with the person. */
const SHARED_EACH = 5

export async function seedLarge(storage: Storage, account: LargeAccount): Promise<void> {
  const { owner } = account
  const insert = async (count: number, statement: (db: Db, numbers: string) => string) => {
    for (let from = 0; from < count; from += STEP)
      await storage.write([owner], async tx => {
        const some = numbers(tx, from, Math.min(from + STEP, count) - 1)
        await tx.execute(`${statement(tx, some)} ${CAPTURED}`, [])
      })
  }
  /** Returns an SQL expression for a timestamp that spreads the rows over six years. */
  const at = (count: number) => `(${FIRST} + n * ${Math.floor(YEARS_MS / count)})`
  const flag = (db: Db, value: boolean) => String(db.dialect.bool(value))

  await insert(
    1,
    (db, some) => `insert into tag_groups (id, owner_id, name, color, is_todo_group, created_at, updated_at)
      select ${idOf(db, GROUP)}, '${owner}', 'Work', '#4F86C6', ${flag(db, true)}, ${FIRST}, ${FIRST} ${some}`,
  )
  await insert(
    TAGS,
    (db, some) => `insert into tags (id, owner_id, group_id, name, color, created_at, updated_at)
      select ${idOf(db, TAG)}, '${owner}', ${idOf(db, GROUP, '0')}, 'tag ' || n, '#2E7D32', ${FIRST}, ${FIRST} ${some}`,
  )
  // Every tenth todo is open, as in an account that has been used for years.
  await insert(account.todos, (db, some) => {
    const isOpen = 'n % 10 = 0'
    return `insert into todos (id, owner_id, tag_group_id, title, description, deadline, status, completed_at, status_rank,
        deadline_rank, newest_rank, created_at, updated_at)
      select ${idOf(db, TODO)}, '${owner}', ${idOf(db, GROUP, '0')},
        case when ${IS_KOREAN} then '주간 회의 ' else 'Write report ' end || n,
        case when n % 10 = 7 then 'Agenda of the quarterly budget' end, ${at(account.todos)},
        case when ${isOpen} then 'UNSCHEDULED' else 'DONE' end, case when ${isOpen} then null else ${at(account.todos)} end,
        case when ${isOpen} then 1 else 3 end, ${at(account.todos)}, -${at(account.todos)}, ${at(account.todos)}, ${at(account.todos)} ${some}`
  })
  await insert(
    account.todos,
    (db, some) => `insert into todo_tags (todo_id, tag_id)
      select ${idOf(db, TODO)}, ${idOf(db, TAG, `n % ${TAGS}`)} ${some}`,
  )
  await insert(account.timers, (db, some) => {
    const start = at(account.timers)
    return `insert into timers (id, owner_id, todo_id, title, allocated_duration, status, started_at, history, tag_ids, created_at, updated_at)
      select ${idOf(db, TIMER)}, '${owner}', ${idOf(db, TODO, `n % ${account.todos}`)}, 'Focus ' || n, 1500, 'COMPLETED',
        ${start}, '[["start",' || ${start} || '],["stop",' || (${start} + 1500000) || ']]', '', ${start}, ${start} ${some}`
  })
  await insert(account.entries, (db, some) => {
    const start = at(account.entries)
    return `insert into schedules (id, owner_id, title, start_time, end_time, timezone, state, range_start, range_end, range_class, created_at, updated_at)
      select ${idOf(db, ENTRY)}, '${owner}', 'Meeting ' || n, ${start}, ${start} + ${HOUR}, 'UTC', 'PLANNED', ${start}, ${start} + ${HOUR}, 0, ${start}, ${start} ${some}`
  })
  const friend = "'friend-' || n"
  await insert(
    account.friends,
    (
      db,
      some,
    ) => `insert into users (id, display_name, email_verified, friend_code, claims_at, created_at, updated_at)
      select ${friend}, 'Friend ' || n, ${flag(db, false)}, 'friend-' || n, 0, ${FIRST}, ${FIRST} ${some}`,
  )
  await insert(
    account.friends,
    (
      db,
      some,
    ) => `insert into friendships (id, requester_id, addressee_id, low_id, high_id, status, created_at, updated_at)
      select ${idOf(db, FRIENDSHIP)}, '${owner}', ${friend}, ${friend}, '${owner}', 'ACCEPTED', ${FIRST}, ${FIRST} ${some}`,
  )
  for (const [one, other] of [
    [`'${owner}'`, friend],
    [friend, `'${owner}'`],
  ])
    await insert(
      account.friends,
      (db, some) => `insert into friends (user_id, friend_id, friendship_id, since)
        select ${one}, ${other}, ${idOf(db, FRIENDSHIP)}, ${FIRST} + n ${some}`,
    )
  await insert(
    account.friends,
    (db, some) => `insert into tag_groups (id, owner_id, name, color, is_todo_group, created_at, updated_at)
      select ${idOf(db, FRIENDS_GROUP)}, ${friend}, 'Work', '#4F86C6', ${flag(db, true)}, ${FIRST}, ${FIRST} ${some}`,
  )
  const shared = account.friends * SHARED_EACH
  const sharer = `'friend-' || (n / ${SHARED_EACH})`
  await insert(
    shared,
    (
      db,
      some,
    ) => `insert into todos (id, owner_id, tag_group_id, title, deadline, status, status_rank, deadline_rank, newest_rank, level, created_at, updated_at)
      select ${idOf(db, SHARED_TODO)}, ${sharer}, ${idOf(db, FRIENDS_GROUP, `n / ${SHARED_EACH}`)}, 'Shared report ' || n, ${at(shared)},
        'UNSCHEDULED', 1, ${at(shared)}, -${at(shared)}, 'friends', ${at(shared)}, ${at(shared)} ${some}`,
  )
  await insert(
    shared,
    (
      db,
      some,
    ) => `insert into schedules (id, owner_id, title, start_time, end_time, timezone, state, range_start, range_end, range_class, level, created_at, updated_at)
      select ${idOf(db, SHARED_ENTRY)}, ${sharer}, 'Shared meeting ' || n, ${at(shared)}, ${at(shared)} + ${HOUR}, 'UTC', 'PLANNED',
        ${at(shared)}, ${at(shared)} + ${HOUR}, 0, 'friends', ${at(shared)}, ${at(shared)} ${some}`,
  )
  for (const [type, kind] of [
    ['todo', SHARED_TODO],
    ['schedule', SHARED_ENTRY],
  ] as const)
    await insert(
      shared,
      (
        db,
        some,
      ) => `insert into visibility (id, resource_type, resource_id, owner_id, level, created_at, updated_at)
        select ${idOf(db, kind)}, '${type}', ${idOf(db, kind)}, ${sharer}, 'friends', ${FIRST}, ${FIRST} ${some}`,
    )
  await fillTexts(storage, account)
  await copyChanges(storage, account)
}

/** An id after all of this seed's ids and before the ids that the server generates. */
const END = '01900001-0000-0000-0000-000000000000'

/** True for every 20th item. */
const IS_KOREAN = 'n % 20 = 3'

/** Fills the change log with copies of the newest todo update and deletion. */
async function copyChanges(storage: Storage, { owner, changes, todos }: LargeAccount): Promise<void> {
  const { rows } = await storage.read(db =>
    db.execute(
      `select action, max(seq) as seq from changes where owner_id = '${owner}' and kind = 'todo' and content is not null
        and action in ('updated', 'deleted') group by action`,
      [],
    ),
  )
  const seqOf = new Map((rows as { action: string; seq: number }[]).map(row => [row.action, Number(row.seq)]))
  const [updated, deleted] = [seqOf.get('updated'), seqOf.get('deleted')]
  if (updated === undefined || deleted === undefined) return
  const now = Date.now()
  for (let from = 0; from < changes; from += STEP)
    await storage.write([owner], async tx => {
      const to = Math.min(from + STEP, changes)
      // Updates refer to existing todos, deletions to todos that never existed.
      const id = `${idOf(tx, TODO, `case when n % 4 = 0 then ${todos} + n else n % ${todos} end`)}`
      const text = tx.dialect.name === 'postgres' ? `${id}::text` : id
      await tx.execute(
        `insert into changes (owner_id, seq, at, kind, resource_id, action, title, detail, content, follow_up, batch_end, batch_id,
            committed_at, actor_id, via)
          select c.owner_id, 1000 + n, ${now} - (${changes} - n) * 1000, c.kind, ${text}, c.action, c.title, c.detail,
            replace(c.content, c.resource_id, ${text}), c.follow_up, c.batch_end, ${idOf(tx, BATCH)},
            ${now} - (${changes} - n) * 1000, c.actor_id, c.via
          ${numbers(tx, from, to - 1)}
          join changes c on c.owner_id = '${owner}' and c.seq = case when n % 4 = 0 then ${deleted} else ${updated} end`,
        [],
      )
      await tx.execute(
        `update change_totals set seq = ${1000 + to}, last_todo = ${1000 + to} where owner_id = '${owner}'`,
        [],
      )
    })
}

/** Writes the same search texts as the server. The titles need no normalization except lowercasing. */
async function fillTexts(storage: Storage, { owner }: LargeAccount): Promise<void> {
  const INITIALS = [0x110c, 0x1100, 0x20, 0x1112, 0x110b].map(code => String.fromCharCode(code)).join('')
  const newline = (db: Db) => (db.dialect.name === 'postgres' ? 'chr(10)' : 'char(10)')
  for (const [table, kind] of [
    ['todos', 'todo'],
    ['timers', 'timer'],
    ['schedules', 'schedule'],
  ])
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await storage.read(db =>
        db.execute(
          `select max(id${db.dialect.name === 'postgres' ? '::text' : ''}) as last from (select id from ${table} where id > '${after}' and id < '${END}' order by id limit ${STEP}) as s`,
          [],
        ),
      )
      const [{ last } = { last: null }] = rows as { last: string | null }[]
      if (last === null) break
      const first = after
      after = last
      await storage.write([owner], tx =>
        tx.execute(
          `insert into search_texts (owner_id, kind, id, created_at, title_length, text, initials)
            select owner_id, '${kind}', id, created_at, length(title) + 1,
              ' ' || lower(title) || coalesce(${newline(tx)} || ' ' || lower(description), ''),
              case when title like '주간%' then ' ${INITIALS} ' || substr('${'.'.repeat(20)}', 1, length(title) - 6)
                || coalesce(${newline(tx)} || ' ' || substr('${'.'.repeat(40)}', 1, length(description)), '') end
            from ${table} where id > '${first}' and id <= '${last}'`,
          [],
        ),
      )
    }
}
