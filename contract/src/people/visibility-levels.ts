// Contains no schemas, so that the web app can import it without TypeBox.

export const LEVELS = ['private', 'friends', 'selected', 'allowed_emails', 'public'] as const
