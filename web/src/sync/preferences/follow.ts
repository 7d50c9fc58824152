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
    // Waits until the outbox has loaded. Without its pending changes, older values would replace newer ones.
    if (!shown || !isLoaded) return
    // A guess needs fresh data, because cached data may lack preferences that were just set on another device.
    const isFresh = query.dataUpdatedAt >= opened.current
    if (!isGuessed.current && !(isFresh && sync)) return cachePreferences(setValues(shown))
    const missing = isGuessed.current ? undefined : missingValues(shown, guessPreferences(account))
    isGuessed.current = true
    // The write bypasses the undo stack, because it is not a user action. It changes `shown`, so this effect runs again
    // and stores the values.
    if (missing) sync?.live.write(client.users.updatePreferences, { body: missing }).done.catch(() => {})
    else cachePreferences(shown)
    writePreference('preferences-of', account)
  }, [shown, isLoaded, query.dataUpdatedAt, sync, client, account])
  useFreshDays()
  return null
}

/** Reloads all lists when the time zone changes, because it decides which items belong to a day. */
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
