import { version } from 'virtual:news-version'
import { useEffect } from 'react'
import { readPreference, useStored, writePreference } from '../../session/storage/preferences.ts'

export const markNewsAsSeen = (): void => writePreference('seen-version', version)

export function useUnseenNews(): boolean {
  const seen = useStored(() => readPreference('seen-version'))
  // On the first visit, nothing is news.
  useEffect(() => {
    if (seen === undefined) markNewsAsSeen()
  }, [seen])
  return seen !== undefined && seen !== version
}
