// Indexes for reading all items of a person in pages, in the order of their ids.
import type { Migration } from '../../schema/migration.ts'

const NEW = ['todos', 'schedules', 'timers', 'meetings', 'notifications']
/** The new index replaces one on the owner alone. */
const WIDER = ['tag_groups', 'tags', 'focus_runs']

export const snapshots: Migration = {
  name: '0055-snapshots',
  statements: () => [
    ...[...NEW, ...WIDER].map(table => `create index ${table}_ids on ${table} (owner_id, id)`),
    ...WIDER.map(table => `drop index ${table}_owner`),
  ],
}
