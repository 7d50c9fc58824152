import type { Migration } from '../schema/migration.ts'

export const searchTexts: Migration = {
  name: '0026-search-texts',
  statements: (t, dialect) => [
    // A search reads all of a person's rows, so SQLite stores them in primary key order.
    `create table search_texts (
      owner_id ${t.text} not null references users (id) on delete cascade,
      kind ${t.text} not null,
      id ${t.id} not null,
      created_at ${t.int} not null,
      title_length ${t.int} not null,
      text ${t.text} not null,
      initials ${t.text},
      primary key (owner_id, kind, id)
    ) ${dialect === 'sqlite' ? `${t.end}, without rowid` : t.end}`,
  ],
  fills: 'search_texts',
}
