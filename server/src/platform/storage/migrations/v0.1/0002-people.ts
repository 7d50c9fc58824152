// Creates the tables for friendships, blocks and sharing.
import type { Migration } from '../../schema/migration.ts'

export const people: Migration = {
  name: '0002-people',
  statements: t => [
    `create table friendships (
      id ${t.id} primary key,
      requester_id ${t.text} not null references users (id) on delete cascade,
      addressee_id ${t.text} not null references users (id) on delete cascade,
      low_id ${t.text} not null,
      high_id ${t.text} not null,
      status ${t.text} not null,
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      unique (low_id, high_id)
    ) ${t.end}`,
    'create index friendships_requester on friendships (requester_id, status)',
    'create index friendships_addressee on friendships (addressee_id, status)',
    `create table friends (
      user_id ${t.text} not null references users (id) on delete cascade,
      friend_id ${t.text} not null references users (id) on delete cascade,
      friendship_id ${t.id} not null references friendships (id) on delete cascade,
      since ${t.int} not null,
      primary key (user_id, friend_id)
    ) ${t.end}`,
    'create index friends_since on friends (user_id, since, friend_id)',
    'create index friends_friendship on friends (friendship_id)',
    'create index friends_friend on friends (friend_id)',
    `create table email_requests (
      id ${t.id} primary key,
      requester_id ${t.text} not null references users (id) on delete cascade,
      email ${t.text} not null,
      closed ${t.bool} not null,
      created_at ${t.int} not null,
      unique (requester_id, email)
    ) ${t.end}`,
    'create index email_requests_email on email_requests (email)',
    `create table blocks (
      id ${t.id} not null unique,
      blocker_id ${t.text} not null references users (id) on delete cascade,
      blocked_id ${t.text} not null references users (id) on delete cascade,
      created_at ${t.int} not null,
      primary key (blocker_id, blocked_id)
    ) ${t.end}`,
    'create index blocks_blocked on blocks (blocked_id)',
    `create table visibility (
      id ${t.id} primary key,
      resource_type ${t.text} not null,
      resource_id ${t.id} not null,
      owner_id ${t.text} not null references users (id) on delete cascade,
      level ${t.text} not null,
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      unique (resource_type, resource_id)
    ) ${t.end}`,
    'create index visibility_owner on visibility (owner_id, resource_type)',
    `create table visibility_users (
      visibility_id ${t.id} not null references visibility (id) on delete cascade,
      resource_type ${t.text} not null,
      resource_id ${t.id} not null,
      user_id ${t.text} not null references users (id) on delete cascade,
      primary key (visibility_id, user_id)
    ) ${t.end}`,
    'create index visibility_users_user on visibility_users (user_id, resource_type, resource_id)',
    `create table visibility_emails (
      visibility_id ${t.id} not null references visibility (id) on delete cascade,
      resource_type ${t.text} not null,
      resource_id ${t.id} not null,
      email ${t.text} not null,
      primary key (visibility_id, email)
    ) ${t.end}`,
    'create index visibility_emails_email on visibility_emails (email, resource_type, resource_id)',
    `create table visibility_domains (
      visibility_id ${t.id} not null references visibility (id) on delete cascade,
      resource_type ${t.text} not null,
      resource_id ${t.id} not null,
      domain ${t.text} not null,
      primary key (visibility_id, domain)
    ) ${t.end}`,
    'create index visibility_domains_domain on visibility_domains (domain, resource_type, resource_id)',
  ],
}
