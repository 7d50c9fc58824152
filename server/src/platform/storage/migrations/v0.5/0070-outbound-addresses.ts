// Ports of addresses that people enter are restricted from now on. Addresses that are already stored keep their port.
// Devices get the same pauses after failures as webhooks have.
import type { Migration } from '../../schema/migration.ts'

export const outboundAddresses: Migration = {
  name: '0070-outbound-addresses',
  statements: (t, dialect) => [
    ...['webhooks', 'subscriptions', 'push_subscriptions'].map(
      table =>
        `alter table ${table} add column any_port ${t.bool} not null default ${dialect === 'sqlite' ? '1' : 'true'}`,
    ),
    `alter table push_subscriptions add column failing_since ${t.int}`,
    `alter table push_subscriptions add column paused_until ${t.int}`,
  ],
}
