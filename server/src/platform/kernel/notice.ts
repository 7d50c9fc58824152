// What a committed write tells the world: put on the bus after the commit, never before.
export interface Notice {
  /** The user whose sockets are concerned. */
  readonly user_id: string
  /** What happened; each kind belongs to one feature. */
  readonly kind: string
  /** Plain JSON, for it may travel to other instances. */
  readonly body: unknown
}
