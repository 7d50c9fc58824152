// Preferences stored in this browser; without storage they last as long as the page.
import { storage } from './browser-storage.ts'

export type PreferenceName =
  | 'language'
  | 'theme'
  | 'timezone'
  | 'calendar-view'
  | 'holidays'
  | 'home'
  | 'week-start'

export const readPreference = (name: PreferenceName): string | undefined =>
  storage.getItem(`daymark.${name}`) ?? undefined

export const writePreference = (name: PreferenceName, value: string): void =>
  storage.setItem(`daymark.${name}`, value)

/** The user's time zone: chosen, or the device's. */
export const timezone = (): string =>
  readPreference('timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'

export function applyTheme(theme: string | undefined = readPreference('theme')): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}
