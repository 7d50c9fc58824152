// Finds what names a person without a search through texts, for when that person is deleted. Before, the change log,
// stored responses and jobs of everybody were searched. Retention remembers the batch that it has deleted last, because
// a batch may be longer than one step.
import type { Migration } from '../../schema/migration.ts'

export const mentions: Migration = {
  name: '0085-mentions',
  statements: (t, dialect) => [
    `create table mentions (
      name ${t.text} not null,
      owner_id ${t.text} not null,
      place ${t.text} not null,
      ref ${t.text} not null,
      primary key (name, owner_id, place, ref)
    ) ${dialect === 'sqlite' ? 'strict, without rowid' : ''}`,
    `alter table change_totals add column pruned_batch ${t.id}`,
    'create index mentions_owner on mentions (owner_id, place, ref)',
    'create index invitations_email on invitations (email) where email is not null',
    `insert into mentions (name, owner_id, place, ref) select distinct actor_id, owner_id, 'item', resource_id
      from changes where actor_id is not null and actor_id <> owner_id`,
    ...(dialect === 'sqlite' ? SQLITE : POSTGRES),
  ],
}

/** Columns of rows in the log that name a person. */
const COLUMNS = [
  ...['user_id', 'friend_id', 'requester_id', 'addressee_id', 'blocker_id', 'blocked_id', 'email'],
]
const TABLES = [
  ...['visibility_users', 'visibility_emails', 'meeting_participants', 'friendships', 'friends'],
  ...['email_requests', 'blocks'],
]
/** Fields of responses that name a person. */
const FIELDS = [
  ...['owner_id', 'user_id', 'actor', 'from_user', 'friend_id', 'requester_id', 'addressee_id', 'blocked_by'],
  'email',
]
const LISTS = ['allowed_user_ids', 'allowed_emails']
const quoted = (names: readonly string[]) => names.map(name => `'${name}'`).join(', ')

const SQLITE = [
  `insert or ignore into mentions (name, owner_id, place, ref)
    select t.atom, c.owner_id, 'item', c.resource_id from changes c, json_each(c.content) r, json_tree(r.value) t
    where c.content is not null and r.value ->> 'table' in (${quoted(TABLES)})
      and t.type = 'text' and t.key in (${quoted(COLUMNS)}) and t.atom <> c.owner_id`,
  // Compressed responses name nobody.
  `insert or ignore into mentions (name, owner_id, place, ref)
    select t.atom, o.owner_id, 'outcome ' || o.channel, o.key
    from outcomes o, json_tree(case when o.form <> 'packed' and json_valid(o.body) then o.body else 'null' end) t
    where t.type = 'text' and t.atom <> o.owner_id
      and (t.key in (${quoted(FIELDS)}) ${LISTS.map(list => `or rtrim(t.path, '"') like '%${list}'`).join(' ')})`,
]

const POSTGRES = [
  `insert into mentions (name, owner_id, place, ref)
    select distinct i.value, c.owner_id, 'item', c.resource_id
    from changes c, jsonb_array_elements(c.content::jsonb) r,
      jsonb_each_text(coalesce(nullif(r -> 'key', 'null'), '{}') || coalesce(nullif(r -> 'before', 'null'), '{}')
        || coalesce(nullif(r -> 'after', 'null'), '{}')) i
    where c.content is not null and r ->> 'table' in (${quoted(TABLES)})
      and i.key in (${quoted(COLUMNS)}) and i.value is not null and i.value <> c.owner_id
    on conflict do nothing`,
  `insert into mentions (name, owner_id, place, ref)
    select distinct n #>> '{}', o.owner_id, 'outcome ' || o.channel, o.key
    from outcomes o, jsonb_path_query(
      case when o.form <> 'packed' and o.body ~ '^[{\\[]' then o.body::jsonb else 'null' end,
      'lax $.** ? (@.type() == "object").keyvalue() ? (${[...FIELDS, ...LISTS].map(name => `@.key == "${name}"`).join(' || ')}).value') v,
      jsonb_path_query(v, 'lax $[*] ? (@.type() == "string")') n
    where n #>> '{}' <> o.owner_id
    on conflict do nothing`,
]
