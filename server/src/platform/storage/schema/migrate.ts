// Runs pending migrations in order, verifies checksums, and refuses a database that is newer than this program.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { migrations } from '../migrations/list.ts'
import type { Db } from '../unit-of-work.ts'
import type { Migration } from './migration.ts'

export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}

/** `exclusively` takes a lock, so that one instance migrates while the others wait. */
export async function migrate(
  db: Db,
  exclusively: (work: () => Promise<void>) => Promise<void>,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await exclusively(async () => {
    await sql`create table if not exists migrations (
      position integer primary key, name text not null, checksum text not null)`.execute(db.sql)
    const done = await db.sql.selectFrom('migrations').selectAll().orderBy('position').execute()
    refuseForeignSchema(db, done, steps)
    for (const [position, step] of steps.entries()) {
      if (position < done.length) continue
      for (const statement of step.statements(db.dialect.types, db.dialect.name)) {
        await sql.raw(statement).execute(db.sql)
      }
      await db.sql
        .insertInto('migrations')
        .values({ position, name: step.name, checksum: checksum(db, step) })
        .execute()
    }
  })
}

export interface AppliedMigration {
  name: string
  checksum: string
}

/**
 * Returns the number of pending migrations, without running them. Throws for a database of a newer version or
 * another build.
 */
export function pendingMigrations(dialect: Dialect, done: readonly AppliedMigration[]): number {
  refuseForeignSchema({ dialect }, done, migrations)
  return migrations.length - done.length
}

function refuseForeignSchema(
  db: Pick<Db, 'dialect'>,
  done: readonly AppliedMigration[],
  steps: readonly Migration[],
): void {
  for (const [position, applied] of done.entries()) {
    const step = steps[position]
    if (!step) {
      throw new SchemaMismatch(
        `The database was written by a newer Daymark (it has "${applied.name}"). Start that version, or restore a backup made before the upgrade.`,
      )
    }
    if (step.name !== applied.name || checksum(db, step) !== applied.checksum) {
      throw new SchemaMismatch(
        `The database has another version of the migration "${applied.name}" than this program ("${step.name}"). It was created by another build of Daymark.`,
      )
    }
  }
}

const checksum = (db: Pick<Db, 'dialect'>, step: Migration): string =>
  createHash('sha256').update(step.statements(db.dialect.types, db.dialect.name).join(';\n')).digest('hex')
