// Adds versions for friends, friend requests and blocks. For a friendship or request, both people have a version from
// their own change log.
import type { Migration } from '../../schema/migration.ts'

interface VersionColumn {
  table: string
  column: string
  kind: string
  owner: string
  id: string
}

/** The columns with versions at the time of this migration. */
const VERSIONS: readonly VersionColumn[] = [
  { table: 'friends', column: 'version', kind: 'friend', owner: 'user_id', id: 'friendship_id' },
  {
    table: 'friendships',
    column: 'requester_version',
    kind: 'friend_request',
    owner: 'requester_id',
    id: 'id',
  },
  {
    table: 'friendships',
    column: 'addressee_version',
    kind: 'friend_request',
    owner: 'addressee_id',
    id: 'id',
  },
  { table: 'email_requests', column: 'version', kind: 'friend_request', owner: 'requester_id', id: 'id' },
  { table: 'blocks', column: 'version', kind: 'block', owner: 'blocker_id', id: 'blocked_id' },
]

export const versionsOfPeople: Migration = {
  name: '0051-versions-of-people',
  statements: (t, dialect) => [
    // Reads the log only once, and before the tables are locked.
    `create temporary table versions_of_people as
      select owner_id, kind, resource_id, max(seq) as seq from changes
      where kind in ('friend', 'friend_request', 'block') and action <> 'deleted'
      group by owner_id, kind, resource_id`,
    ...VERSIONS.map(
      ({ table, column }) => `alter table ${table} add column ${column} ${t.int} not null default 0`,
    ),
    ...VERSIONS.map(
      ({
        table,
        column,
        kind,
        owner,
        id,
      }) => `update ${table} set ${column} = c.seq from versions_of_people as c
        where c.kind = '${kind}' and c.owner_id = ${table}.${owner} and c.resource_id = cast(${table}.${id} as text)`,
    ),
    'drop table versions_of_people',
    ...(dialect === 'postgres' ? [capture] : []),
  ],
}

/** The change log must not capture versions, because it sets them itself. */
const capture = `do $migration$ begin
  execute replace(pg_get_functiondef('capture_row()'::regprocedure), $$- 'version'$$,
    $$- array['version', 'requester_version', 'addressee_version']$$);
end $migration$`
