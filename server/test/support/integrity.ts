// Each invariant is a query for rows that violate it.
import assert from 'node:assert/strict'
import { CHANGE_KINDS } from '@daymark/contract/constants'
import { sql } from 'kysely'
import { ROW_BYTES } from '../../src/platform/changes/growth.ts'
import { itemTextStore } from '../../src/platform/storage/search/item-texts.ts'
import { LAST_KINDS, TOTALS } from '../../src/platform/storage/tables/changes.ts'
import { TRACKED_TABLES, versionsOf } from '../../src/platform/storage/tracked-tables.ts'
import type { Db, Storage } from '../../src/platform/storage/unit-of-work.ts'

const THINGS = [
  ['todo', 'todos'],
  ['schedule', 'schedules'],
  ['timer', 'timers'],
  ['meeting', 'meetings'],
] as const

/** Sharing settings must have an item with the same owner and level. No foreign key connects the two. */
const sharing = THINGS.flatMap(([type, table]) => [
  [
    `every setting of a ${type} is of one that exists, of the same owner and level`,
    `select v.id from visibility v where v.resource_type = '${type}' and not exists (select 1 from ${table} t
      where t.id = v.resource_id and t.owner_id = v.owner_id and t.level = v.level)`,
  ],
  [
    `a ${type} that is not private has its setting`,
    `select t.id from ${table} t where t.level <> 'private' and not exists (select 1 from visibility v
      where v.resource_type = '${type}' and v.resource_id = t.id and v.level = t.level)`,
  ],
])

/** An item and everything it references must have the same owner. */
const owned = [
  ['tags', 'group_id', 'tag_groups'],
  ['todos', 'tag_group_id', 'tag_groups'],
  ['todos', 'parent_id', 'todos'],
  ['schedules', 'source_todo_id', 'todos'],
  ['timers', 'schedule_id', 'schedules'],
  ['timers', 'todo_id', 'todos'],
  ['meetings', 'confirmed_schedule_id', 'schedules'],
  ['preferences', 'default_tag_group_id', 'tag_groups'],
].map(([from, column, to]) => [
  `${column} of ${from} is the owner's own`,
  `select a.id from ${from} a join ${to} b on b.id = a.${column} where b.owner_id <> a.owner_id`,
])

const tagged = [
  ['todo_tags', 'todo_id', 'todos'],
  ['schedule_tags', 'schedule_id', 'schedules'],
  ['schedule_exception_tags', 'series_id', 'schedules'],
  ['timer_tags', 'timer_id', 'timers'],
].map(([link, column, table]) => [
  `${link} are the owner's own`,
  `select l.tag_id from ${link} l join tags t on t.id = l.tag_id join ${table} a on a.id = l.${column}
    where a.owner_id <> t.owner_id`,
])

/** Recounts every person's rows and compares the result with the stored totals. */
const totalIs = (name: string, selects: readonly string[]): string[] => [
  `${name} of change_totals is what is there`,
  `select u.id from users u left join change_totals s on s.owner_id = u.id
    left join (select owner_id, sum(n) as n from (${selects.join(' union all ')}) parts group by owner_id) c
      on c.owner_id = u.id
    where coalesce(s.${name}, 0) <> coalesce(c.n, 0)`,
]

const countedTables = TRACKED_TABLES.flatMap(({ name, counted }) => (counted ? [{ name, counted }] : []))
const ownersOf: Record<string, string> = {
  todo_tags: 'todos o on o.id = r.todo_id',
  schedule_tags: 'schedules o on o.id = r.schedule_id',
  schedule_exceptions: 'schedules o on o.id = r.series_id',
  schedule_exception_tags: 'schedules o on o.id = r.series_id',
  timer_tags: 'timers o on o.id = r.timer_id',
  visibility_users: 'visibility o on o.id = r.visibility_id',
  visibility_emails: 'visibility o on o.id = r.visibility_id',
  visibility_domains: 'visibility o on o.id = r.visibility_id',
}

const ITEM_TABLES = TOTALS.filter(name => !name.endsWith('bytes') && name !== 'shares')

const totals = [
  ...ITEM_TABLES.map(table =>
    totalIs(table, [`select owner_id, count(*) as n from ${table} group by owner_id`]),
  ),
  totalIs(
    'bytes',
    countedTables.map(({ name, counted }) => {
      const owners = ownersOf[name]
      const size = [ROW_BYTES, ...counted.map(column => `coalesce(octet_length(r.${column}), 0)`)].join(' + ')
      return `select ${owners ? 'o' : 'r'}.owner_id, sum(${size}) as n
        from ${name} r ${owners ? `join ${owners}` : ''} group by 1`
    }),
  ),
  totalIs('shares', ['select owner_id, count(*) as n from visibility group by owner_id']),
  totalIs('history_bytes', [
    `select case charged_to when 'actor' then actor_id when 'guests' then null else owner_id end as owner_id,
      sum(octet_length(content)) as n from changes group by 1`,
  ]),
]

/**
 * Ignores deletions, because a friendship keeps the versions of its request, and accepting the request logs its
 * deletion.
 */
const versions = CHANGE_KINDS.flatMap(kind =>
  versionsOf(kind).map(({ table, column, id, owner }) => [
    `the ${column} of each ${kind} in ${table} is the number of its last entry`,
    `select r.${id}, r.${column} from ${table} r where r.${column} <> coalesce((select max(c.seq) from changes c
      where c.owner_id = r.${owner} and c.kind = '${kind}' and c.resource_id = cast(r.${id} as text)
        and c.action <> 'deleted'), 0)`,
  ]),
)

const RULES: string[][] = [
  ...sharing,
  ...owned,
  ...tagged,
  [
    'only friends are selected, and only at that level',
    `select u.user_id from visibility_users u join visibility v on v.id = u.visibility_id
      where v.level <> 'selected' or not exists (select 1 from friends f
        where f.user_id = v.owner_id and f.friend_id = u.user_id)`,
  ],
  [
    'friendship goes both ways, and never past a block',
    `select f.user_id from friends f where not exists (select 1 from friends b
        where b.user_id = f.friend_id and b.friend_id = f.user_id and b.friendship_id = f.friendship_id)
      or exists (select 1 from blocks b where b.blocker_id = f.user_id and b.blocked_id = f.friend_id)`,
  ],
  [
    'a todo is due at a time or on a date, not both',
    'select id from todos where deadline is not null and deadline_date is not null',
  ],
  [
    'parent and child are in one group',
    'select c.id from todos c join todos p on p.id = c.parent_id where p.tag_group_id <> c.tag_group_id',
  ],
  [
    'every todo hangs below a root',
    `with recursive reached (id) as (select id from todos where parent_id is null
      union all select c.id from reached join todos c on c.parent_id = reached.id)
      select id from todos where id not in (select id from reached)`,
  ],
  [
    'a todo without a deadline has no schedule',
    `select s.id from schedules s join todos t on t.id = s.source_todo_id
      where t.deadline is null and t.deadline_date is null`,
  ],
  [
    'only series have exceptions, and their range covers them',
    `select e.series_id from schedule_exceptions e join schedules s on s.id = e.series_id
      where s.recurrence_rule is null or (not e.deleted and e.start_time is not null
        and (e.start_time < s.range_start or e.end_time > s.range_end or e.end_time < e.start_time))`,
  ],
  [
    'the change log has no gaps',
    `select s.owner_id from change_totals s
      where s.seq <> (select count(*) from changes c where c.owner_id = s.owner_id)`,
  ],
  ...LAST_KINDS.map(kind => [
    `no ${kind} has changed after the last change that is known`,
    `select s.owner_id from change_totals s where s.last_${kind} > s.seq or s.last_${kind} < (
      select coalesce(max(c.seq), 0) from changes c where c.owner_id = s.owner_id and c.kind = '${kind}')`,
  ]),
  [
    'every entry of the change log belongs to a person',
    'select owner_id, seq from changes where owner_id not in (select id from users)',
  ],
  ...versions,
  ...totals,
]

export async function assertIntegrity(storage: Storage): Promise<void> {
  await assertRules(storage, RULES)
  await assertSearchTexts(storage)
}

/** Compares the stored search texts with newly computed ones, and leaves the stored texts unchanged. */
export async function assertSearchTexts(storage: Storage): Promise<void> {
  const read = (db: Db) =>
    db.sql.selectFrom('search_texts').selectAll().orderBy('owner_id').orderBy('kind').orderBy('id').execute()
  const stored = await storage.read(read)
  const undone = new Error('undone')
  const filled = storage.write([], async tx => {
    await tx.sql.deleteFrom('search_texts').execute()
    await itemTextStore(tx).fill()
    assert.deepEqual(stored, await read(tx), 'every item has its current text')
    throw undone
  })
  await assert.rejects(filled, error => error === undone || assert.fail(error as Error))
}

export const assertTotals = (storage: Storage): Promise<void> => assertRules(storage, totals)

async function assertRules(storage: Storage, rules: readonly string[][]): Promise<void> {
  await storage.read(async db => {
    for (const [rule = '', query = ''] of rules) {
      const { rows } = await sql.raw(query).execute(db.sql)
      assert.deepEqual(rows, [], rule)
    }
  })
}
