// The interface between services and the database: services get a unit of work, never the database itself.
import type { Kysely } from 'kysely'
import type { Notice } from '../kernel/notice.ts'
import type { CapturedRow } from './captured-row.ts'
import type { Dialect } from './dialect.ts'
import type { Execute } from './statements/execute.ts'
import type { Tables } from './tables.ts'

/** For stores only: services pass it on without looking inside. */
export interface Db {
  readonly sql: Kysely<Tables>
  readonly dialect: Dialect
  /** For `statement.ts`: runs SQL directly, bypassing Kysely. */
  readonly execute: Execute
}

export interface Tx extends Db {
  /** Published after the commit, in the order of the calls; dropped if the write fails. */
  emit(notice: Notice): void
  /** The row changes of this unit of work that were captured since the last call, in order. */
  takeCaptured(): readonly CapturedRow[] | Promise<readonly CapturedRow[]>
}

export interface UnitOfWork {
  /** Outside a transaction: each statement sees a consistent state of its own. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * ONE transaction; resolves after its commit. Writes that share a key run one after the other, on all instances:
   * pass the owner of what is changed (for friendships, both people). The work may run again after a deadlock, so it
   * must not touch anything but the database.
   */
  write<T>(keys: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface Storage extends UnitOfWork {
  readonly dialect: Dialect
  /** From now on, `publish` is called after each commit that emitted something. */
  publishTo(publish: (notices: readonly Notice[]) => void): void
  /** From now on, row changes of tracked tables are captured for the change log. */
  startCapturing(): void
  /** Its current load, for metrics: connections in use and waiting work. */
  load(): { connections: number; waiting: number }
  /** Rejects when the database cannot answer. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface StorageOptions {
  /** Called after each commit that emitted something. */
  publish?: (notices: readonly Notice[]) => void
  /** Called when `publish` throws. The write itself has succeeded. */
  publishFailed?: (error: unknown) => void
  /** Receives the text of every statement: tests count them. */
  observe?: (statement: string) => void
  /** Wraps the execution of every statement, for tracing. */
  around?: (execute: Execute) => Execute
}
