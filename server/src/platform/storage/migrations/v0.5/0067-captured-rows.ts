// PostgreSQL 15 and newer copy the sequence of an identity column on an unlogged table wrongly to a standby: after a
// failover, no row can be inserted any more ("bad magic number in sequence"). A sequence of its own is logged.
import type { Migration } from '../../schema/migration.ts'

export const capturedRows: Migration = {
  name: '0067-captured-rows',
  statements: (_types, dialect) =>
    dialect === 'sqlite'
      ? []
      : [
          'alter table captured_rows alter column n drop identity',
          // The numbers only order the rows of one transaction, so each connection may take several at once. The table
          // does not own the sequence, because pg_upgrade cannot move an unlogged table with a logged sequence.
          'create sequence captured_rows_order cache 32',
          "alter table captured_rows alter column n set default nextval('captured_rows_order')",
        ],
}
