// Both sides of a move exchange rows as arrays in column order, with values as SQLite stores them.

export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns that reference other rows in the same table. */
  readonly selfReferences: readonly string[]
  readonly refersTo: readonly string[]
}

export type MovedRow = readonly (string | number | null)[]

/** Reads all tables from one consistent snapshot. */
export interface MoveSource {
  count(table: MovedTable): Promise<number>
  /** Yields a few rows at a time to save memory. */
  pages(table: MovedTable): AsyncIterable<MovedRow[]>
  close(): Promise<void>
}

/** Writes in one transaction, so that an interrupted move leaves no rows behind. */
export interface MoveTarget extends MoveSource {
  /** May leave out references within the table, because the referenced rows may not be inserted yet. */
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  /** Fills in the references that `insert` left out. */
  link(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  commit(): Promise<void>
}

export const ROWS_PER_PAGE = 500
