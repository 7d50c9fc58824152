// What this browser remembers of a person's choices. A browser that forbids storage simply forgets.
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

/** The person's zone: chosen, or that of the device. */
export const timezone = (): string =>
  readPreference('timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'

export function applyTheme(theme: string | undefined = readPreference('theme')): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}
