// How the sockets are opened and closed. Separate from the messages, so that a client need not load their schemas.

/** The credential is this prefix followed by the JWT, as the only subprotocol; the server echoes it. */
export const BEARER_PROTOCOL = 'authorization.bearer.'

export const MAX_FRAME_BYTES = 65_536

/** Close codes that the server sends, besides 1000. */
export const CLOSE = {
  /** The server is shutting down or being replaced: reconnect. */
  going_away: 1001,
  /** `unauthorized`, `token expired` or `invalid timezone`: see the reason. */
  refused: 1008,
  /** A frame over 64 KiB. */
  too_big: 1009,
  /** An internal error of the server: reconnect. */
  internal_error: 1011,
  /** More than 1 MiB was waiting to be read. */
  too_slow: 1013,
  /** Too many connections, at once or in the window. */
  too_many: 4029,
} as const

export const CLOSE_REASONS = {
  unauthorized: 'unauthorized',
  token_expired: 'token expired',
  invalid_timezone: 'invalid timezone',
} as const
