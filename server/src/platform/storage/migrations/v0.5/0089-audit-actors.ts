// Who did it, where it was not the person: an administrator, or a command of the operator on a host.
import type { Migration } from '../../schema/migration.ts'

export const auditActors: Migration = {
  name: '0089-audit-actors',
  statements: t => [
    `alter table audit_entries add column actor_id ${t.text} references users (id) on delete set null`,
    `alter table audit_entries add column command ${t.text}`,
    'create index audit_entries_actor on audit_entries (actor_id) where actor_id is not null',
    // Addresses of invited people, which go with the person.
    `create index audit_entries_invited on audit_entries (subject_name)
      where event in ('invitation_created', 'invitation_removed')`,
  ],
}
