// Separate from the messages, so that clients can use the codes without loading the schemas.

/** A client offers this prefix plus its access token as its subprotocol, and the server selects it. */
export const BEARER_PROTOCOL = 'authorization.bearer.'

export const MAX_FRAME_BYTES = 65_536

/** The server's close codes besides 1000 and the codes for violations of the WebSocket protocol. */
export const CLOSE = {
  /** The server is shutting down or restarting. Reconnect. */
  going_away: 1001,
  /** The close reason is `unauthorized`, `token expired` or `invalid timezone`. */
  refused: 1008,
  /** A frame was larger than 64 KiB. */
  too_big: 1009,
  /** The server had an internal error. Reconnect. */
  internal_error: 1011,
  /** The client reads too slowly: more than 1 MiB was queued. */
  too_slow: 1013,
  /** Too many open connections, or too many new ones within the time window. */
  too_many: 4029,
} as const

export const CLOSE_REASONS = {
  unauthorized: 'unauthorized',
  token_expired: 'token expired',
  invalid_timezone: 'invalid timezone',
} as const
