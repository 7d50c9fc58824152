import type { Migration } from '../../schema/migration.ts'

export const usersAndTags: Migration = {
  name: '0001-users-and-tags',
  statements: t => [
    `create table users (
      id ${t.text} primary key,
      display_name ${t.text} not null,
      avatar_url ${t.text},
      email ${t.text},
      email_verified ${t.bool} not null,
      friend_code ${t.text} not null unique,
      claims_at ${t.int} not null,
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index users_email on users (email)',
    `create table tag_groups (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      name ${t.text} not null,
      color ${t.text} not null,
      description ${t.text},
      goal_ratios ${t.text},
      is_todo_group ${t.bool} not null,
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index tag_groups_owner on tag_groups (owner_id)',
    `create table tags (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      group_id ${t.id} not null references tag_groups (id) on delete cascade,
      name ${t.text} not null,
      color ${t.text} not null,
      description ${t.text},
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      unique (group_id, name)
    ) ${t.end}`,
    'create index tags_owner on tags (owner_id)',
  ],
}
