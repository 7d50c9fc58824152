// How the timer socket is opened and closed. Apart from the messages, so that a client need not carry their schemas.

/** The credential is this followed by the JWT, as the only subprotocol; the server echoes it. */
export const BEARER_PROTOCOL = 'authorization.bearer.'

export const MAX_FRAME_BYTES = 65_536

/** Close codes that the server sends, beside 1000. */
export const CLOSE = {
  /** The server shuts down or is replaced: connect again. */
  going_away: 1001,
  /** `unauthorized`, `token expired` or `invalid timezone`: see the reason. */
  refused: 1008,
  /** A frame over 64 KiB. */
  too_big: 1009,
  /** Something broke on the server: connect again. */
  internal_error: 1011,
  /** Over 1 MiB was waiting to be read. */
  too_slow: 1013,
  /** Too many connections, at once or in the window. */
  too_many: 4029,
} as const

export const CLOSE_REASONS = {
  unauthorized: 'unauthorized',
  token_expired: 'token expired',
  invalid_timezone: 'invalid timezone',
} as const
