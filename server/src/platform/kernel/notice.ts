// A notice about a committed write, published on the bus after the commit.
export interface Notice {
  /** The user whose sockets receive the notice. */
  readonly user_id: string
  /** The type of the event; each kind belongs to one feature. */
  readonly kind: string
  /** Plain JSON, because it may be sent to other instances. */
  readonly body: unknown
}
