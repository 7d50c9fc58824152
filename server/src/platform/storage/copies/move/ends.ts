// The two sides of a move, and how rows look in between: values as SQLite stores them, in the order of the columns.

export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns that reference the same table. */
  readonly selfReferences: readonly string[]
  readonly refersTo: readonly string[]
}

export type MovedRow = readonly (string | number | null)[]

/** Reads one snapshot from beginning to end. */
export interface MoveSource {
  count(table: MovedTable): Promise<number>
  /** Yields few rows at a time, so that memory stays small. */
  pages(table: MovedTable): AsyncIterable<MovedRow[]>
  close(): Promise<void>
}

/** Writes in one transaction: a move that is interrupted leaves nothing behind. */
export interface MoveTarget extends MoveSource {
  /** May leave out references to rows of the same table, because those rows may come later. */
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  /** Fills in the references that `insert` left out. */
  link(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  commit(): Promise<void>
}

export const ROWS_PER_PAGE = 500
