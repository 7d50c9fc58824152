// Services access the database only through a unit of work.
import type { Kysely } from 'kysely'
import type { Notice } from '../kernel/notice.ts'
import type { CapturedRow } from './captured-row.ts'
import type { Dialect } from './dialect.ts'
import type { UpgradeReport } from './schema/migration.ts'
import type { Execute } from './statements/execute.ts'
import type { Tables } from './tables.ts'

/** Opaque to services, which only pass it to stores. */
export interface Db {
  readonly sql: Kysely<Tables>
  readonly dialect: Dialect
  /** Runs SQL directly, without Kysely, for `statement.ts`. */
  readonly execute: Execute
  /**
   * Sends a statement without waiting for its result. Only in transactions on PostgreSQL. The next awaited statement or
   * the commit throws its error.
   */
  readonly send?: ((sql: string, parameters: readonly unknown[]) => void) | undefined
  /** Passes on a row change that no trigger captures. Undefined outside a transaction. */
  readonly capture?: ((row: CapturedRow) => void | Promise<void>) | undefined
  /** True if an update can return the old row (PostgreSQL 18) and therefore needs no trigger. */
  readonly returnsOldRows?: boolean | undefined
}

export interface Tx extends Db {
  /** Notices are published in order after the commit, or dropped if the write fails. */
  emit(notice: Notice): void
  /**
   * Runs a part that may fail alone, in a savepoint. If it fails, rolls back what it wrote and emitted, and throws its
   * error.
   */
  attempt<T>(part: () => Promise<T>): Promise<T>
  /** Returns the row changes that were captured since the last call, in order. */
  takeCaptured(): readonly CapturedRow[] | Promise<readonly CapturedRow[]>
}

export interface UnitOfWork {
  /** Runs without a transaction: each statement sees its own consistent state. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs reads that all see the same database state, for results that combine many statements. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs one transaction and resolves after its commit. Writes that share a key run in sequence across all instances.
   * Keys are usually the owners of the changed data (for friendships, both people). The work may run again after a
   * deadlock, so it must not have side effects outside the database.
   */
  write<T>(keys: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Storage extends UnitOfWork {
  readonly dialect: Dialect
  /** Sets the function to call after each commit that emitted notices. */
  publishTo(publish: (notices: readonly Notice[]) => void): void
  /** Starts capturing row changes to tracked tables for the change log. */
  startCapturing(): void
  /** For readiness and metrics. */
  load(): StorageLoad
  /**
   * Returns the space of deleted rows to the system in small steps. Resolves to the number of pages by which the file
   * has shrunk. Does nothing on PostgreSQL, which frees space itself (autovacuum).
   */
  shrink(): Promise<number>
  /** Writes and reads one row. After a write for which the disk was full, also rejects until a large write succeeds. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface StorageLoad {
  connections: number
  /** Units of work that wait for a connection or for their turn. */
  waiting: number
  /** When the oldest running write began (`performance.now()`). */
  writing_since: number | undefined
}

export interface StorageOptions {
  /**
   * `upgrade`, the default, runs pending migrations first. `as-is` is for commands that must not upgrade a database.
   */
  schema?: 'upgrade' | 'as-is'
  upgrade?: UpgradeReport
  /** Called once if a newer program upgrades the database. From then on, all writes fail. */
  outdated?: () => void
  publish?: (notices: readonly Notice[]) => void
  /** Called if `publish` throws. The write itself has succeeded. */
  publishFailed?: (error: unknown) => void
  /** Receives every statement's text, so that tests can count statements. */
  observe?: (statement: string) => void
  /** Wraps the execution of every statement, for tracing. */
  around?: (execute: Execute) => Execute
}
