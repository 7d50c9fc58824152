import type { Kind, Row } from './content.ts'

export interface ArchiveRow {
  table: string
  row: Row
}

/** An item with all rows that belong to it, its own row first. */
export interface ArchiveUnit {
  kind: Kind
  id: string
  rows: ArchiveRow[]
}
