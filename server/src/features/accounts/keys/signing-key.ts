// The life of a signing key: it signs for a while, and is published for as long as something it signed may be shown.
export const ACCESS_TOKEN_S = 900
/** For tokens that the operator makes on the command line. */
export const MOST_TOKEN_HOURS = 720

const HOUR = 3_600_000
export const KEY_LIFE_MS = 90 * 24 * HOUR
/** A day more than the longest token, for clocks that differ. */
const PUBLISHED_AFTER_MS = (MOST_TOKEN_HOURS + 24) * HOUR

export const isPublished = (expiresAt: number | null, now: number): boolean =>
  expiresAt === null || now < expiresAt + PUBLISHED_AFTER_MS

/** Keys that expired before this moment are of no use to anybody. */
export const oldestPublished = (now: number): number => now - PUBLISHED_AFTER_MS
