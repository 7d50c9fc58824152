// Stores the form of each outcome and the bytes of each person's outcomes, which are limited.
import type { Migration } from '../../schema/migration.ts'

const ROW_BYTES = 200

export const outcomeShares: Migration = {
  name: '0060-outcome-shares',
  statements: t => [
    `alter table outcomes add column form ${t.text} not null default 'plain'`,
    `create table outcome_totals (
      owner_id ${t.text} primary key references users (id) on delete cascade,
      bytes ${t.int} not null
    ) ${t.end}`,
    `insert into outcome_totals (owner_id, bytes)
      select owner_id, sum(octet_length(body) + ${ROW_BYTES}) from outcomes group by owner_id`,
    // The oldest outcomes are shortened first.
    `create index outcomes_to_shorten on outcomes (owner_id, at) where channel = 'http' and form <> 'brief'`,
  ],
}
