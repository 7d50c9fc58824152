// Options of queries that the change log keeps up to date.

/**
 * For lists that contain only the user's own data: every change of them arrives over the live connection, including those
 * made while the page was closed. They need no reload when a page opens or gets the focus.
 */
export const FOLLOWED = { staleTime: Number.POSITIVE_INFINITY, meta: { isFollowed: true } }
