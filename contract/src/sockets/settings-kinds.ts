// The lists of the settings that the live socket announces. Without schemas, so that the web app can use them alone.

/** They are not in the change log, because they are rights of access or data of other servers. */
export const SETTINGS_KINDS = ['feed', 'subscription', 'device_password'] as const
export type SettingsKind = (typeof SETTINGS_KINDS)[number]
