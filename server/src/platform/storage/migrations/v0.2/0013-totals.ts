// Adds each person's number of items and bytes to the table that holds their last sequence number.
import type { Migration } from '../../schema/migration.ts'

const ITEMS = ['tag_groups', 'tags', 'todos', 'schedules', 'timers', 'meetings']
const ROW_BYTES = 100

interface Counted {
  table: string
  /**
   * Set if `table` has no owner column: the table that has one, and the column in `table` that references that table.
   */
  of?: [table: string, column: string]
  texts: string[]
}

/** The counted rows and texts at the time of this migration. */
const COUNTED: Counted[] = [
  { table: 'tag_groups', texts: ['name', 'description', 'goal_ratios'] },
  { table: 'tags', texts: ['name', 'description'] },
  { table: 'todos', texts: ['title', 'description'] },
  { table: 'todo_tags', of: ['todos', 'todo_id'], texts: [] },
  { table: 'schedules', texts: ['title', 'description', 'recurrence_rule'] },
  { table: 'schedule_tags', of: ['schedules', 'schedule_id'], texts: [] },
  { table: 'schedule_exceptions', of: ['schedules', 'series_id'], texts: ['title', 'description'] },
  { table: 'schedule_exception_tags', of: ['schedules', 'series_id'], texts: [] },
  { table: 'timers', texts: ['title', 'description'] },
  { table: 'timer_tags', of: ['timers', 'timer_id'], texts: [] },
  { table: 'meetings', texts: ['title', 'description'] },
  { table: 'visibility', texts: [] },
  { table: 'visibility_users', of: ['visibility', 'visibility_id'], texts: [] },
  { table: 'visibility_emails', of: ['visibility', 'visibility_id'], texts: ['email'] },
  { table: 'visibility_domains', of: ['visibility', 'visibility_id'], texts: ['domain'] },
]

export const totals: Migration = {
  name: '0013-totals',
  statements: t => [
    'alter table change_seqs rename to change_totals',
    ...[...ITEMS, 'bytes', 'history_bytes', 'shares'].map(
      name => `alter table change_totals add column ${name} ${t.int} not null default 0`,
    ),
    ...ITEMS.map(table => add(table, 'owner_id', table, 'count(*)')),
    ...COUNTED.map(({ table, of: [owners, column] = [table, 'id'], texts }) => {
      const size = [`${ROW_BYTES}`, ...texts.map(name => `coalesce(octet_length(r.${name}), 0)`)].join(' + ')
      const rows = owners === table ? `${table} r` : `${table} r join ${owners} o on o.id = r.${column}`
      return add(rows, owners === table ? 'r.owner_id' : 'o.owner_id', 'bytes', `sum(${size})`)
    }),
    // Expired changes are now found by the time of their batch.
    'drop index changes_at',
    add('visibility', 'owner_id', 'shares', 'count(*)'),
    add('changes', 'owner_id', 'history_bytes', 'coalesce(sum(octet_length(content)), 0)'),
  ],
}

// Without a `where`, SQLite would parse the following `on` as part of a join.
const add = (rows: string, owner: string, column: string, amount: string): string => `
  insert into change_totals (owner_id, seq, ${column})
  select ${owner}, 0, ${amount} from ${rows} where true group by ${owner}
  on conflict (owner_id) do update set ${column} = change_totals.${column} + excluded.${column}`
