// The content of an entry that somebody else caused counts toward the share of that person, and what guests cause toward
// a share of the poll. Entries from before stay in their owners' shares until they expire.
import type { Migration } from '../../schema/migration.ts'

export const historyShares: Migration = {
  name: '0088-history-shares',
  statements: t => [
    `alter table changes add column charged_to ${t.text}`,
    // No reference to the poll, because the entries of a deleted poll remain.
    `create table guest_shares (
      poll_id ${t.text} primary key,
      owner_id ${t.text} not null references users (id) on delete cascade,
      bytes ${t.int} not null
    ) ${t.end}`,
    'create index guest_shares_owner on guest_shares (owner_id, poll_id)',
  ],
}
