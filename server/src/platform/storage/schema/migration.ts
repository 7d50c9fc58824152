// One step of the schema.
import type { ColumnTypes } from '../dialect.ts'

export interface Migration {
  name: string
  statements(types: ColumnTypes, dialect: 'sqlite' | 'postgres'): string[]
}
