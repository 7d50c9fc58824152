// Adds an index for reading a person's shared items in pages.
import type { Migration } from '../../schema/migration.ts'

export const sharedItemsInOrder: Migration = {
  name: '0052-shared-items-in-order',
  statements: () => [
    'drop index visibility_owner',
    'create index visibility_owner on visibility (owner_id, resource_type, resource_id)',
  ],
}
