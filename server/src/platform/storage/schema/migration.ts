import type { ColumnTypes } from '../dialect.ts'

export interface Migration {
  name: string
  statements(types: ColumnTypes, dialect: 'sqlite' | 'postgres'): string[]
  /**
   * A table with values that SQL cannot compute. The program fills it after the last migration, in the same
   * transaction.
   */
  fills?: 'search_texts'
}

export interface UpgradeReport {
  /** Called while another instance upgrades the database. */
  waiting?(): void
  /** Called for each fault of the database server's version that concerns Daymark. */
  warn?(fault: string): void
  /** Not called if nothing is pending. */
  begin?(upgrade: { pending: number; isNew: boolean }): void
  step?(step: { name: string; number: number; total: number; isNew: boolean }): void
  /** Called when all steps have run. The caller of `migrate` commits them. */
  end?(upgrade: { ms: number }): void
}
