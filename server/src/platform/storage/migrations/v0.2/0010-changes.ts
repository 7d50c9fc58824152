// Adds the change log with its triggers, and stored request outcomes. Converts the timer change log of version 0.1.
import type { ColumnTypes } from '../../dialect.ts'
import type { Migration } from '../../schema/migration.ts'

export const changes: Migration = {
  name: '0010-changes',
  statements: (t, dialect) => [
    ...tables(t),
    ...fromTimerLog(dialect),
    ...(dialect === 'postgres' ? postgresTriggers : []),
  ],
}

const tables = (t: ColumnTypes): string[] => [
  `create table change_seqs (
    owner_id ${t.text} primary key references users (id) on delete cascade,
    seq ${t.int} not null
  ) ${t.end}`,
  `create table change_batches (
    id ${t.id} primary key,
    at ${t.int} not null,
    actor_id ${t.text} references users (id) on delete set null,
    via ${t.text} not null,
    token_name ${t.text},
    reply_to ${t.text},
    undoes ${t.id},
    undone_by ${t.id}
  ) ${t.end}`,
  'create index change_batches_at on change_batches (at)',
  'create index change_batches_actor on change_batches (actor_id)',
  `create table changes (
    owner_id ${t.text} not null references users (id) on delete cascade,
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
    batch_id ${t.id} not null references change_batches (id) on delete cascade,
    primary key (owner_id, seq)
  ) ${t.end}`,
  'create index changes_resource on changes (owner_id, kind, resource_id, seq)',
  'create index changes_batch on changes (batch_id)',
  'create index changes_at on changes (at)',
  `create table outcomes (
    owner_id ${t.text} not null references users (id) on delete cascade,
    channel ${t.text} not null,
    key ${t.text} not null,
    at ${t.int} not null,
    fingerprint ${t.text} not null,
    status ${t.int} not null,
    body ${t.text} not null,
    primary key (owner_id, channel, key)
  ) ${t.end}`,
  'create index outcomes_at on outcomes (at)',
]

/** Keeps all sequence numbers. Each old change becomes its own batch. */
function fromTimerLog(dialect: 'sqlite' | 'postgres'): string[] {
  const batch = 'f.batch_id'
  const [yes, no] = dialect === 'postgres' ? ['true', 'false'] : ['1', '0']
  const uuid =
    dialect === 'postgres'
      ? 'gen_random_uuid()'
      : "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
  const json = (pairs: string) =>
    dialect === 'postgres' ? `json_build_object(${pairs})::text` : `json_object(${pairs})`
  return [
    `alter table timer_feed add column batch_id ${dialect === 'postgres' ? 'uuid' : 'text'}`,
    `update timer_feed set batch_id = ${uuid}`,
    'insert into change_seqs (owner_id, seq) select owner_id, seq from timer_seqs',
    `insert into change_batches (id, at, actor_id, via)
      select ${batch}, f.at, f.owner_id, 'socket' from timer_feed f`,
    `insert into changes (owner_id, seq, at, kind, resource_id, action, detail, follow_up, batch_end, batch_id)
      select f.owner_id, f.seq, f.at, 'timer', f.timer_id,
        case f.action when 'start' then 'created' when 'delete' then 'deleted' else 'updated' end,
        ${json("'action', f.action")},
        ${no}, ${yes}, ${batch} from timer_feed f`,
    `update timers set version = coalesce(
      (select max(c.seq) from changes c where c.owner_id = timers.owner_id and c.kind = 'timer'
        and c.resource_id = ${dialect === 'postgres' ? 'timers.id::text' : 'timers.id'}), 0)`,
    `insert into outcomes (owner_id, channel, key, at, fingerprint, status, body)
      select c.owner_id, 'socket', c.id, c.at, '', case when c.seq is null then 400 else 200 end,
        case when c.seq is null then ${json("'code', c.code, 'message', c.message")}
          else ${json("'batch_id', f.batch_id, 'timer_id', f.timer_id")} end
      from timer_commands c left join timer_feed f on f.owner_id = c.owner_id and f.seq = c.seq
      where c.seq is null or f.seq is not null`,
    'drop table timer_commands',
    'drop table timer_feed',
    'drop table timer_seqs',
  ]
}

/**
 * The tables that were tracked at the time of this migration, for the triggers on PostgreSQL. On SQLite,
 * `storage/sqlite/capture-sqlite.ts` creates temporary triggers at each start.
 */
const TRACKED = {
  users: 'id',
  tag_groups: 'id,owner_id',
  tags: 'id,owner_id,group_id',
  todos: 'id,owner_id',
  todo_tags: 'todo_id,tag_id',
  schedules: 'id,owner_id,source_todo_id',
  schedule_tags: 'schedule_id,tag_id',
  schedule_exceptions: 'series_id,original_start',
  schedule_exception_tags: 'series_id,original_start,tag_id',
  timers: 'id,owner_id',
  timer_tags: 'timer_id,tag_id',
  meetings: 'id,owner_id',
  meeting_participants: 'id,meeting_id',
  visibility: 'id,resource_type,resource_id,owner_id',
  visibility_users: 'visibility_id,user_id,resource_type,resource_id',
  visibility_emails: 'visibility_id,email,resource_type,resource_id',
  visibility_domains: 'visibility_id,domain,resource_type,resource_id',
  friendships: 'id,requester_id,addressee_id',
  friends: 'user_id,friend_id,friendship_id',
  email_requests: 'id,requester_id,email',
  blocks: 'blocker_id,blocked_id',
}

const postgresTriggers: readonly string[] = [
  // Unlogged, because its rows never outlive the transaction that wrote them.
  `create unlogged table captured_rows (
    n bigint generated always as identity primary key,
    tx bigint not null,
    tbl text not null,
    key jsonb not null,
    before jsonb,
    after jsonb
  )`,
  'create index captured_rows_tx on captured_rows (tx)',
  // Captures rows only inside a unit of work, which writes the changes to the log and empties the table before it
  // commits.
  `create function capture_row() returns trigger language plpgsql as $$
  declare
    was jsonb;
    is_now jsonb;
    subject jsonb;
  begin
    if coalesce(current_setting('daymark.capture', true), '') <> 'on' then
      return null;
    end if;
    if tg_op <> 'INSERT' then
      was := to_jsonb(old) - 'version';
    end if;
    if tg_op <> 'DELETE' then
      is_now := to_jsonb(new) - 'version';
    end if;
    if was = is_now then
      return null;
    end if;
    subject := coalesce(was, is_now);
    insert into captured_rows (tx, tbl, key, before, after)
    values (
      pg_current_xact_id()::text::bigint, tg_table_name,
      (select jsonb_object_agg(name, subject -> name) from unnest(string_to_array(tg_argv[0], ',')) as name),
      was, is_now
    );
    return null;
  end
  $$`,
  ...Object.entries(TRACKED).map(
    ([table, columns]) =>
      `create trigger capture_${table} after insert or update or delete on ${table}
        for each row execute function capture_row('${columns}')`,
  ),
]
