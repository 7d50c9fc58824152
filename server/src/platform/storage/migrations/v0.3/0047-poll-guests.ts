// Adds "if need be" answers, guest links for polls, and guests' answers.
import type { Migration } from '../../schema/migration.ts'

export const pollGuests: Migration = {
  name: '0047-poll-guests',
  statements: (t, dialect) => [
    `alter table meeting_participants add column if_need_be ${t.text} not null default '[]'`,
    // The change log does not track this table, because undo must not restore a revoked link.
    `create table meeting_links (
      meeting_id ${t.id} primary key references meetings (id) on delete cascade,
      nonce ${t.text} not null,
      hash ${t.text} not null unique,
      created_at ${t.int} not null
    ) ${t.end}`,
    `create table meeting_guests (
      id ${t.id} primary key,
      meeting_id ${t.id} not null references meetings (id) on delete cascade,
      display_name ${t.text} not null,
      time_slots ${t.text} not null,
      if_need_be ${t.text} not null,
      token_hash ${t.text} not null,
      created_at ${t.int} not null
    ) ${t.end}`,
    'create index meeting_guests_order on meeting_guests (meeting_id, created_at, id)',
    // On SQLite, opening the database creates the triggers.
    ...(dialect === 'sqlite'
      ? []
      : [
          `create trigger capture_meeting_guests after insert or update or delete on meeting_guests
            for each row execute function capture_wide_row('id,meeting_id')`,
        ]),
  ],
}
