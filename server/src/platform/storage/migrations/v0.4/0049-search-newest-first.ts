// Orders a person's search texts by creation time, so that a search can read the newest first and stop early.
import type { Migration } from '../../schema/migration.ts'

export const searchNewestFirst: Migration = {
  name: '0049-search-newest-first',
  statements: (t, dialect) => [
    ...(dialect === 'postgres'
      ? [
          `alter table search_texts drop constraint search_texts_pkey,
            add primary key (owner_id, created_at, kind, id)`,
        ]
      : [
          // SQLite cannot change a primary key, so the table is copied. SQLite stores the copy's rows in key order.
          `create table ordered_search_texts (
            owner_id ${t.text} not null references users (id) on delete cascade,
            kind ${t.text} not null,
            id ${t.id} not null,
            created_at ${t.int} not null,
            title_length ${t.int} not null,
            text ${t.text} not null,
            initials ${t.text},
            primary key (owner_id, created_at, kind, id)
          ) ${t.end}, without rowid`,
          `insert into ordered_search_texts (owner_id, kind, id, created_at, title_length, text, initials)
            select owner_id, kind, id, created_at, title_length, text, initials from search_texts
            order by owner_id, created_at, kind, id`,
          'drop table search_texts',
          'alter table ordered_search_texts rename to search_texts',
        ]),
    'create unique index search_texts_item on search_texts (owner_id, kind, id)',
  ],
}
