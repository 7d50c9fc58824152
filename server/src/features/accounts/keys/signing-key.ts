// A signing key stays published until every token that it signed has expired.
export const ACCESS_TOKEN_S = 900
/** The maximum lifetime of a token created on the command line. */
export const MAX_TOKEN_HOURS = 720

const HOUR = 3_600_000
export const KEY_LIFE_MS = 90 * 24 * HOUR
/** One day longer than the longest token lifetime, because server clocks differ. */
const PUBLISHED_AFTER_MS = (MAX_TOKEN_HOURS + 24) * HOUR

export const isPublished = (expiresAt: number | null, now: number): boolean =>
  expiresAt === null || now < expiresAt + PUBLISHED_AFTER_MS

/** Keys that expired before this time can be deleted. */
export const oldestPublished = (now: number): number => now - PUBLISHED_AFTER_MS
