// Recent searches on this device, newest first.
import { readPreference, writePreference } from '../session/storage/preferences.ts'

const MOST = 6

/** Adds a search at the front and removes an equal earlier search (ignoring case). Keeps at most `MOST` searches. */
export const withRecent = (recent: readonly string[], text: string): string[] => {
  const query = text.trim()
  if (query === '') return [...recent]
  return [query, ...recent.filter(each => each.toLowerCase() !== query.toLowerCase())].slice(0, MOST)
}

export function parseRecent(stored: string | undefined): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(each => typeof each === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export const readRecent = (): string[] => parseRecent(readPreference('recent-searches'))

export const rememberSearch = (text: string): void =>
  writePreference('recent-searches', JSON.stringify(withRecent(readRecent(), text)))

export const forgetSearches = (): void => writePreference('recent-searches', undefined)
