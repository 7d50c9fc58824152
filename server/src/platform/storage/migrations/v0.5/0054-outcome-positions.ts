// Stores with each outcome its position in the change log, so that a repeated request returns it again.
import type { Migration } from '../../schema/migration.ts'

export const outcomePositions: Migration = {
  name: '0054-outcome-positions',
  statements: t => [`alter table outcomes add column seq ${t.int}`],
}
