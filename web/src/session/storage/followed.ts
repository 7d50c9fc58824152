// Options of queries that the change log keeps up to date.

/**
 * For lists that contain only the user's own data. All their changes arrive over the live connection, including changes
 * from the time when the page was closed, so they need no reload when a page opens or gets the focus.
 */
export const FOLLOWED = { staleTime: Number.POSITIVE_INFINITY, meta: { isFollowed: true } }
