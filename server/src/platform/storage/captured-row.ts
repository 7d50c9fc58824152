// A row change as the triggers of a database capture it, for the change log.

export type Row = Readonly<Record<string, unknown>>

/** Images are whole rows; for updates of wide tables, only the columns that changed. */
export interface CapturedRow {
  readonly table: string
  /** The primary key and the columns that name the resource or its owner. */
  readonly key: Row
  readonly before: Row | null
  readonly after: Row | null
}
