// Keeps the signed-in user's preferences in this browser. They are used for the first paint and while offline.
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
  /** The id of the user, followed by the state of the first steps. */
  | 'first-run'
  /** The version whose news the user has seen. */
  | 'seen-version'
  /** The id of the user to whom the stored values belong. */
  | 'preferences-of'

const PREFIX = 'daymark.'
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** Notifies listeners when another window of this browser has changed a value. */
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

/** Calls the listener after every change. Returns a function that unsubscribes. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Subscribes to a value derived from preferences. `read` must return the same value until something changes. */
export const useStored = <T>(read: () => T): T => useSyncExternalStore(onPreferences, read)

/** The chosen time zone, or the device's. */
export const timezone = (): string => readPreference('timezone') ?? deviceZone()

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'

export function applyTheme(theme: string | undefined = readPreference('theme')): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}
