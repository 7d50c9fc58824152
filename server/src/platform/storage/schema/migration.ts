// The type of a schema migration, and how an upgrade reports its progress.
import type { ColumnTypes } from '../dialect.ts'

export interface Migration {
  name: string
  statements(types: ColumnTypes, dialect: 'sqlite' | 'postgres'): string[]
  /**
   * The table whose values SQL cannot compute. The program fills it after the last migration, in the same transaction.
   */
  fills?: 'search_texts'
}

export interface UpgradeReport {
  /** Called while another instance is upgrading the database. */
  waiting?(): void
  /** Not called if nothing is pending. */
  begin?(upgrade: { pending: number; isNew: boolean }): void
  step?(step: { name: string; number: number; total: number; isNew: boolean }): void
  /** Called when all steps have run. The caller of `migrate` commits them. */
  end?(upgrade: { ms: number }): void
}
