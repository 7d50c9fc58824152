// Subprotocol and close codes of the sockets. Separate from the messages, so that a client need not load their schemas.

/** A client sends this prefix plus its JWT as the only subprotocol, and the server echoes the subprotocol. */
export const BEARER_PROTOCOL = 'authorization.bearer.'

export const MAX_FRAME_BYTES = 65_536

/** Close codes that the server sends, besides 1000. */
export const CLOSE = {
  /** The server is shutting down or restarting. Reconnect. */
  going_away: 1001,
  /** The reason is `unauthorized`, `token expired` or `invalid timezone`. */
  refused: 1008,
  /** A frame was larger than 64 KiB. */
  too_big: 1009,
  /** An internal error of the server. Reconnect. */
  internal_error: 1011,
  /** The client reads too slowly: more than 1 MiB was queued. */
  too_slow: 1013,
  /** Too many connections at once, or too many new ones within the time window. */
  too_many: 4029,
} as const

export const CLOSE_REASONS = {
  unauthorized: 'unauthorized',
  token_expired: 'token expired',
  invalid_timezone: 'invalid timezone',
} as const
