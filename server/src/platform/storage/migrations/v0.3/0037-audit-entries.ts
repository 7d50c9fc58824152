import type { Migration } from '../../schema/migration.ts'

export const auditEntries: Migration = {
  name: '0037-audit-entries',
  statements: t => [
    // No foreign key: a person has a row in users, in accounts or in both, and a failed sign-in may name nobody.
    `create table audit_entries (
      id ${t.id} primary key,
      owner_id ${t.text},
      event ${t.text} not null,
      subject_id ${t.text},
      subject_name ${t.text},
      address ${t.text},
      user_agent ${t.text},
      at ${t.int} not null
    ) ${t.end}`,
    'create index audit_entries_owner on audit_entries (owner_id, at, id)',
    'create index audit_entries_at on audit_entries (at)',
  ],
}
