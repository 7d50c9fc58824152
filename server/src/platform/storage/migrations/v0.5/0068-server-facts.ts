// Adds a table for what the server itself remembers, such as its id.
import type { Migration } from '../../schema/migration.ts'

export const serverFacts: Migration = {
  name: '0068-server-facts',
  statements: t => [
    `create table server_facts (
      name ${t.text} primary key,
      value ${t.text} not null
    ) ${t.end}`,
  ],
}
