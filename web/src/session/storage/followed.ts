/**
 * Query options for lists of the user's own data. They need no reload when a page opens or gets focus, because all
 * changes arrive over the live connection, including those made while the page was closed.
 */
export const FOLLOWED = { staleTime: Number.POSITIVE_INFINITY, meta: { isFollowed: true } }
