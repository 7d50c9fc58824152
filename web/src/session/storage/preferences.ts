// Stores copies of the user's preferences for the first paint and for offline use. Also stores values that apply only
// to this browser.
import { useSyncExternalStore } from 'react'
import { storage } from './browser-storage.ts'

export type PreferenceName =
  | 'language'
  | 'theme'
  | 'timezone'
  | 'calendar-view'
  | 'other-calendars'
  | 'holidays'
  | 'home'
  | 'week-start'
  | 'time-format'
  | 'working-hours'
  | 'timer-minutes'
  | 'default-list'
  | 'todo-order'
  | 'day-todos'
  | 'calendar-side'
  | 'recent-searches'
  | 'focus-sound'
  | 'idle-detection'
  | 'last-input'
  /** The user's id, followed by the state of the first steps. */
  | 'first-run'
  /** The last version whose news the user has seen. */
  | 'seen-version'
  /** The id of the user who owns the stored values. */
  | 'preferences-of'

const PREFIX = 'daymark.'
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** The event fires only for changes in other windows. */
globalThis.addEventListener?.('storage', event => {
  if (event.key?.startsWith(PREFIX)) notify()
})

export const readPreference = (name: PreferenceName): string | undefined =>
  storage.getItem(PREFIX + name) ?? undefined

export function writePreference(name: PreferenceName, value: string | undefined): void {
  if (readPreference(name) === value) return
  if (value === undefined) storage.removeItem(PREFIX + name)
  else storage.setItem(PREFIX + name, value)
  notify()
}

/** Returns a function that unsubscribes. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `read` must return an identical value until a preference changes. */
export const useStored = <T>(read: () => T): T => useSyncExternalStore(onPreferences, read)

/** Returns the user's choice, otherwise the device's time zone. */
export const timezone = (): string => readPreference('timezone') ?? deviceZone()

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'

export function applyTheme(theme: string | undefined = readPreference('theme')): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}
