// The levels of sharing. Without schemas, so that the web app can use them alone.

export const LEVELS = ['private', 'friends', 'selected', 'allowed_emails', 'public'] as const
