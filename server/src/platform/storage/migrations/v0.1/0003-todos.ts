import type { Migration } from '../../schema/migration.ts'

export const todos: Migration = {
  name: '0003-todos',
  statements: t => [
    `create table todos (
      id ${t.id} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      tag_group_id ${t.id} not null references tag_groups (id) on delete cascade,
      parent_id ${t.id} references todos (id) on delete set null,
      title ${t.text} not null,
      description ${t.text},
      deadline ${t.int},
      status ${t.text} not null,
      status_rank ${t.int} not null,
      deadline_rank ${t.int} not null,
      newest_rank ${t.int} not null,
      level ${t.text} not null default 'private',
      created_at ${t.int} not null,
      updated_at ${t.int} not null
    ) ${t.end}`,
    'create index todos_order on todos (owner_id, status_rank, deadline_rank, newest_rank, id)',
    'create index todos_group on todos (tag_group_id, status_rank, deadline_rank, newest_rank, id)',
    'create index todos_parent on todos (parent_id) where parent_id is not null',
    "create index todos_public on todos (status_rank, deadline_rank, newest_rank, id) where level = 'public'",
    "create index todos_friends on todos (owner_id, status_rank, deadline_rank, newest_rank, id) where level = 'friends'",
    `create table todo_tags (
      todo_id ${t.id} not null references todos (id) on delete cascade,
      tag_id ${t.id} not null references tags (id) on delete cascade,
      primary key (todo_id, tag_id)
    ) ${t.end}`,
    'create index todo_tags_tag on todo_tags (tag_id, todo_id)',
  ],
}
