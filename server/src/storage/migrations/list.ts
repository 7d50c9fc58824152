// All migrations in their order. A released one is never changed; a change is a new one at the end.
import type { Migration } from '../migrate.ts'
import { usersAndTags } from './0001-users-and-tags.ts'

export const migrations: readonly Migration[] = [usersAndTags]
