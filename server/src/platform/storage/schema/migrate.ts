// Runs pending migrations. Refuses a database that is newer than this program or that another build has migrated.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { migrations } from '../migrations/list.ts'
import { itemTextStore } from '../search/item-texts.ts'
import type { Db } from '../unit-of-work.ts'
import type { Migration, UpgradeReport } from './migration.ts'

export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}

/**
 * Must run in a transaction, so that an interrupted upgrade changes nothing. The caller must exclude other instances.
 */
export async function migrate(
  db: Db,
  report: UpgradeReport = {},
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await sql`create table if not exists migrations (
    position integer primary key, name text not null, checksum text not null)`.execute(db.sql)
  const done = await db.sql.selectFrom('migrations').selectAll().orderBy('position').execute()
  const pending = pendingMigrations(db.dialect, done, steps)
  if (pending.length === 0) return
  const startedAt = performance.now()
  const isNew = done.length === 0
  report.begin?.({ pending: pending.length, isNew })
  // Waits for the running writes of older instances, and lets none of them begin before the commit: each write reads
  // this table first (`fence.ts`). On SQLite, the transaction is exclusive.
  if (db.dialect.name === 'postgres' && !isNew)
    await sql`lock table migrations in access exclusive mode`.execute(db.sql)
  for (const [at, step] of pending.entries()) {
    report.step?.({ name: step.name, number: at + 1, total: pending.length, isNew })
    for (const statement of step.statements(db.dialect.types, db.dialect.name)) {
      await sql.raw(statement).execute(db.sql)
    }
    await db.sql
      .insertInto('migrations')
      .values({ position: done.length + at, name: step.name, checksum: checksum(db.dialect, step) })
      .execute()
  }
  // Runs last, because the current code reads columns that the last migration creates. A new database has no items.
  if (!isNew && pending.some(({ fills }) => fills === 'search_texts')) await itemTextStore(db).fill()
  report.end?.({ ms: Math.round(performance.now() - startedAt) })
}

export interface AppliedMigration {
  name: string
  checksum: string
}

/** Throws if a newer version or another build created the database. */
export function pendingMigrations(
  dialect: Dialect,
  done: readonly AppliedMigration[],
  steps: readonly Migration[] = migrations,
): readonly Migration[] {
  for (const [position, applied] of done.entries()) {
    const step = steps[position]
    if (!step) {
      throw new SchemaMismatch(
        `The database was written by a newer Daymark (it has "${applied.name}"). Start that version, or restore a backup made before the upgrade.`,
      )
    }
    if (step.name !== applied.name || checksum(dialect, step) !== applied.checksum) {
      throw new SchemaMismatch(
        `The migration "${applied.name}" of the database differs from the migration "${step.name}" of this program. The database was created by another build of Daymark: start that one, or restore a backup.`,
      )
    }
  }
  return steps.slice(done.length)
}

const checksum = (dialect: Dialect, step: Migration): string =>
  createHash('sha256').update(step.statements(dialect.types, dialect.name).join(';\n')).digest('hex')
