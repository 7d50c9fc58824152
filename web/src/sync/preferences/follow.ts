// Copies the user's preferences to this browser, and guesses missing ones on the first visit.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient, useSession } from '../../session/provider.tsx'
import { timezone, useStored, writePreference } from '../../session/storage/preferences.ts'
import { useSync } from '../context.ts'
import { missingValues, setValues } from './cached.ts'
import { guessPreferences } from './guess.ts'
import { cachePreferences, usePreferences } from './use-preferences.ts'

export function FollowPreferences() {
  const { shown, query } = usePreferences()
  const client = useClient()
  const { account } = useSession()
  const sync = useSync()
  const opened = useRef(Date.now())
  const isGuessed = useRef(false)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void sync?.live.outbox.loaded.then(() => setLoaded(true)), [sync])
  useEffect(() => {
    // Waits for the pending changes, because otherwise older values would replace them.
    if (!shown || !isLoaded) return
    // Guesses need fresh data, because cached data may lack preferences that were just set on another device.
    const isFresh = query.dataUpdatedAt >= opened.current
    if (!isGuessed.current && !(isFresh && sync)) return cachePreferences(setValues(shown))
    const missing = isGuessed.current ? undefined : missingValues(shown, guessPreferences(account))
    isGuessed.current = true
    // This write is not on the undo stack, because the user did nothing. When it is shown, this effect runs again and
    // stores the values in this browser.
    if (missing) sync?.live.write(client.users.updatePreferences, { body: missing }).done.catch(() => {})
    else cachePreferences(shown)
    writePreference('preferences-of', account)
  }, [shown, isLoaded, query.dataUpdatedAt, sync, client, account])
  useFreshDays()
  return null
}

/** Reloads all lists after a change of the time zone, because lists by day then have other content. */
function useFreshDays(): void {
  const queries = useQueryClient()
  const zone = useStored(timezone)
  const known = useRef(zone)
  useEffect(() => {
    if (known.current === zone) return
    known.current = zone
    void queries.invalidateQueries()
  }, [zone, queries])
}
