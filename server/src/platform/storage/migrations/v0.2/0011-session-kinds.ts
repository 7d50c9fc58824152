// Adds a kind to each session, so that tokens that a command issued can be listed and revoked.
import type { Migration } from '../../schema/migration.ts'

export const sessionKinds: Migration = {
  name: '0011-session-kinds',
  statements: t => [`alter table account_sessions add column kind ${t.text} not null default 'sign_in'`],
}
