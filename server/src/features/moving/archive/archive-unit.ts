import type { Kind, Row } from './content.ts'

export interface ArchiveProblem {
  file: string
  line: number
  message: string
  title: string | null
}

export interface ArchiveRow {
  table: string
  row: Row
  /** The file in the archive. A large table has several. */
  file: string
  line: number
}

/** An item with all rows that belong to it, its own row first. */
export interface ArchiveUnit {
  kind: Kind
  id: string
  updated_at: number
  digest: string
  rows: ArchiveRow[]
}
