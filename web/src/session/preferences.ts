// What this browser remembers of a person's choices. A browser that forbids storage simply forgets.
export type PreferenceName = 'language' | 'theme' | 'timezone' | 'calendar-view' | 'holidays'

export function readPreference(name: PreferenceName): string | undefined {
  try {
    return localStorage.getItem(`daymark.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export function writePreference(name: PreferenceName, value: string): void {
  try {
    localStorage.setItem(`daymark.${name}`, value)
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

/** The person's zone: chosen, or that of the device. */
export const timezone = (): string =>
  readPreference('timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'

export function applyTheme(theme: string | undefined = readPreference('theme')): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}
