// The message about a committed write: published on the bus after the commit, never before.
export interface Notice {
  /** The user whose sockets are concerned. */
  readonly user_id: string
  /** What happened; each kind belongs to one feature. */
  readonly kind: string
  /** Plain JSON, because it may travel to other instances. */
  readonly body: unknown
}
