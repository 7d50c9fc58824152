// Makes PostgreSQL vacuum large tables with expiring rows when about 1% of the rows are dead. The default of 20% is too
// late for them.
import type { Migration } from '../../schema/migration.ts'

const TABLES = ['changes', 'outcomes', 'notifications', 'jobs', 'webhook_deliveries']

export const autovacuum: Migration = {
  name: '0046-autovacuum',
  statements: (_types, dialect) =>
    dialect === 'sqlite'
      ? []
      : TABLES.map(
          table =>
            `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000)`,
        ),
}
