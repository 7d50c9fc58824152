// A row change that database triggers captured for the change log.

export type Row = Readonly<Record<string, unknown>>

/** The images are whole rows, or only the changed columns for updates of wide tables. */
export interface CapturedRow {
  readonly table: string
  /** The primary key, and the columns that name the resource or its owner. */
  readonly key: Row
  readonly before: Row | null
  readonly after: Row | null
}
