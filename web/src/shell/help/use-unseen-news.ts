// Remembers the version whose news the user has seen. A dot marks unseen news.

import { version } from 'virtual:news-version'
import { useEffect } from 'react'
import { readPreference, useStored, writePreference } from '../../session/storage/preferences.ts'

export const markNewsAsSeen = (): void => writePreference('seen-version', version)

export function useUnseenNews(): boolean {
  const seen = useStored(() => readPreference('seen-version'))
  // Nothing is new on the first visit.
  useEffect(() => {
    if (seen === undefined) markNewsAsSeen()
  }, [seen])
  return seen !== undefined && seen !== version
}
