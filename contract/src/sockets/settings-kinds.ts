// Contains no schemas, so that the web app can import it without TypeBox.

/**
 * The live socket announces changes to these settings lists. The change log omits them, because they contain access
 * rights or data from other servers.
 */
export const SETTINGS_KINDS = ['feed', 'subscription', 'device_password'] as const
export type SettingsKind = (typeof SETTINGS_KINDS)[number]
