// The interface between services and the database. Services use a unit of work, never the database itself.
import type { Kysely } from 'kysely'
import type { Notice } from '../kernel/notice.ts'
import type { CapturedRow } from './captured-row.ts'
import type { Dialect } from './dialect.ts'
import type { UpgradeReport } from './schema/migration.ts'
import type { Execute } from './statements/execute.ts'
import type { Tables } from './tables.ts'

/** Services only pass this object on to stores. */
export interface Db {
  readonly sql: Kysely<Tables>
  readonly dialect: Dialect
  /** Runs SQL directly, without Kysely, for `statement.ts`. */
  readonly execute: Execute
  /**
   * Sends a statement whose result nobody needs, without waiting for it; only in transactions on PostgreSQL. The next
   * statement that is awaited, or the commit, throws its error.
   */
  readonly send?: ((sql: string, parameters: readonly unknown[]) => void) | undefined
  /** Passes on a row change that no trigger captures; undefined outside a transaction. */
  readonly capture?: ((row: CapturedRow) => void | Promise<void>) | undefined
  /** True if an update can return the old row (PostgreSQL 18), so that it needs no trigger. */
  readonly returnsOldRows?: boolean | undefined
}

export interface Tx extends Db {
  /** Notices are published after the commit, in order, or dropped if the write fails. */
  emit(notice: Notice): void
  /** Returns the row changes of this unit of work that were captured since the last call, in order. */
  takeCaptured(): readonly CapturedRow[] | Promise<readonly CapturedRow[]>
}

export interface UnitOfWork {
  /** Runs without a transaction: each statement sees its own consistent state. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs reads that all see the same state of the database, for results that combine many statements. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs ONE transaction and resolves after its commit. Writes that share a key run one after the other, on all
   * instances: pass the owner of the changed data (for friendships, both people). The work may run again after
   * a deadlock, so it must not have side effects outside the database.
   */
  write<T>(keys: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Storage extends UnitOfWork {
  readonly dialect: Dialect
  /** Sets the function that is called after each commit that emitted notices. */
  publishTo(publish: (notices: readonly Notice[]) => void): void
  /** Starts capturing row changes of tracked tables for the change log. */
  startCapturing(): void
  /** The current load for metrics: connections in use and waiting work. */
  load(): { connections: number; waiting: number }
  /**
   * Returns the space of deleted rows to the system, in small steps. Resolves to the number of pages by which the file
   * has shrunk. PostgreSQL does this itself (autovacuum).
   */
  shrink(): Promise<number>
  /** Rejects if the database does not answer. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface StorageOptions {
  /** `upgrade` runs pending migrations first. `as-is` is for commands, which must not upgrade a database. */
  schema?: 'upgrade' | 'as-is'
  /** Reports the progress of an upgrade. */
  upgrade?: UpgradeReport
  /** Called after each commit that emitted notices. */
  publish?: (notices: readonly Notice[]) => void
  /** Called if `publish` throws. The write itself has succeeded. */
  publishFailed?: (error: unknown) => void
  /** Receives the text of every statement, so that tests can count them. */
  observe?: (statement: string) => void
  /** Wraps the execution of every statement, for tracing. */
  around?: (execute: Execute) => Execute
}
