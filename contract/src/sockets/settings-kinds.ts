// The lists in the settings whose changes the live socket announces. Contains no schemas, so that the web app can
// import it without TypeBox.

/** These lists are not in the change log, because they contain access rights or data of other servers. */
export const SETTINGS_KINDS = ['feed', 'subscription', 'device_password'] as const
export type SettingsKind = (typeof SETTINGS_KINDS)[number]
