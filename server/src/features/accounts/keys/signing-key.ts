// The lifetime of a signing key: it signs for a while, and stays published as long as a token it signed may be used.
export const ACCESS_TOKEN_S = 900
/** For tokens that the operator creates on the command line. */
export const MAX_TOKEN_HOURS = 720

const HOUR = 3_600_000
export const KEY_LIFE_MS = 90 * 24 * HOUR
/** A day more than the longest token, because clocks differ. */
const PUBLISHED_AFTER_MS = (MAX_TOKEN_HOURS + 24) * HOUR

export const isPublished = (expiresAt: number | null, now: number): boolean =>
  expiresAt === null || now < expiresAt + PUBLISHED_AFTER_MS

/** Keys that expired before this time are no longer needed. */
export const oldestPublished = (now: number): number => now - PUBLISHED_AFTER_MS
