// A row change, captured by a trigger or by the statement itself (`captured-rows.ts`).

export type Row = Readonly<Record<string, unknown>>

export interface CapturedRow {
  readonly table: string
  /** The `key` and `context` columns of the tracked table. */
  readonly key: Row
  readonly before: Row | null
  readonly after: Row | null
  /**
   * The complete row after an update that changed a searched column, so that search does not read the row again.
   * PostgreSQL triggers do not set it.
   */
  readonly whole?: Row
}
