// A row change for the change log, captured by a trigger or by the statement itself (`captured-rows.ts`).

export type Row = Readonly<Record<string, unknown>>

/** `before` and `after` are whole rows, or only the changed columns for updates of wide tables. */
export interface CapturedRow {
  readonly table: string
  /** The primary key, and the columns that identify the resource and its owner. */
  readonly key: Row
  readonly before: Row | null
  readonly after: Row | null
  /** The whole row after an update that changed one of its searched texts, so that it need not be read again. */
  readonly whole?: Row
}
