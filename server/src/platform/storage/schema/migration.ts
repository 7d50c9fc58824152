// The type of a schema migration.
import type { ColumnTypes } from '../dialect.ts'

export interface Migration {
  name: string
  statements(types: ColumnTypes, dialect: 'sqlite' | 'postgres'): string[]
}
