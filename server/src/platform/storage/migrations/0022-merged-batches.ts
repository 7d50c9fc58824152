// Stores the cause in each change log row instead of in a second table, which made every write slower.
import type { ColumnTypes } from '../dialect.ts'
import type { Migration } from '../schema/migration.ts'

export const mergedBatches: Migration = {
  name: '0022-merged-batches',
  statements: (t, dialect) => [
    table(t, dialect),
    `insert into merged_changes (${COLUMNS}, ${CAUSE})
      select ${prefixed('c', COLUMNS)}, b.at, ${prefixed('b', CAUSE.replace('committed_at, ', ''))}
      from changes c join change_batches b on b.id = c.batch_id`,
    'drop table changes',
    'drop table change_batches',
    'alter table merged_changes rename to changes',
    'create index changes_resource on changes (resource_id)',
    'create index changes_batch on changes (batch_id)',
    ...(dialect === 'postgres' ? deletedWithOwner : []),
  ],
}

const COLUMNS = `owner_id, seq, at, kind, resource_id, action, instance_start, title, detail, content, follow_up,
  batch_end, batch_id`
const CAUSE = 'committed_at, actor_id, via, token_name, reply_to, undoes, undone_by'
const prefixed = (name: string, columns: string) => columns.replace(/\w+/g, column => `${name}.${column}`)

const table = (t: ColumnTypes, dialect: 'sqlite' | 'postgres') => `create table merged_changes (
    owner_id ${t.text} not null ${dialect === 'sqlite' ? 'references users (id) on delete cascade' : ''},
    seq ${t.int} not null,
    at ${t.int} not null,
    kind ${t.text} not null,
    resource_id ${t.text} not null,
    action ${t.text} not null,
    instance_start ${t.int},
    title ${t.text},
    detail ${t.text},
    content ${t.text},
    follow_up ${t.bool} not null,
    batch_end ${t.bool} not null,
    batch_id ${t.id} not null,
    committed_at ${t.int} not null,
    actor_id ${t.text},
    via ${t.text} not null,
    token_name ${t.text},
    reply_to ${t.text},
    undoes ${t.id},
    undone_by ${t.id},
    primary key (owner_id, seq)
  ) ${t.end}`

// Replaces a foreign key that would cost PostgreSQL one more query per change. No change can lack its owner, because
// changes are only added together with the owner's row in change_totals, which has the foreign key.
const deletedWithOwner: string[] = [
  `create function delete_changes() returns trigger language plpgsql as $$
  begin
    delete from changes where owner_id = old.id;
    return null;
  end
  $$`,
  'create trigger delete_changes after delete on users for each row execute function delete_changes()',
]
