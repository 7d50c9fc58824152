// Keeps the stored preferences of this browser in line with the person's, and guesses on the first visit.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
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
  useEffect(() => {
    if (!shown) return
    // Data of an earlier visit may lack what was set elsewhere since, so nothing is guessed from it.
    const isFresh = query.dataUpdatedAt >= opened.current
    if (!isGuessed.current && !(isFresh && sync)) return cachePreferences(setValues(shown))
    const missing = isGuessed.current ? undefined : missingValues(shown, guessPreferences(account))
    isGuessed.current = true
    // Not remembered for undo, because the person did nothing. It shows at once, and then it is stored here too.
    if (missing) sync?.live.write(client.users.updatePreferences, { body: missing }).done.catch(() => {})
    else cachePreferences(shown)
    writePreference('preferences-of', account)
  }, [shown, query.dataUpdatedAt, sync, client, account])
  useFreshDays()
  return null
}

/** Lists by day are different lists in another time zone. */
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
