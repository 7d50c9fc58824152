// Keeps the stored preferences of this browser in line with the person's, and guesses on the first visit.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient, useSession } from '../../session/provider.tsx'
import { timezone, useStored, writePreference } from '../../session/storage/preferences.ts'
import { useSync } from '../context.ts'
import { missingValues } from './cached.ts'
import { guessPreferences } from './guess.ts'
import { cachePreferences, usePreferences } from './use-preferences.ts'

export function FollowPreferences() {
  const { shown, query } = usePreferences()
  const { account } = useSession()
  useGuess(shown, query.dataUpdatedAt)
  useEffect(() => {
    if (!shown) return
    cachePreferences(shown)
    writePreference('preferences-of', account)
  }, [shown, account])
  useFreshDays()
  return null
}

/** Once per window, and only with data of this visit, because older data may lack what was set elsewhere since. */
function useGuess(shown: ReturnType<typeof usePreferences>['shown'], updatedAt: number): void {
  const client = useClient()
  const { account } = useSession()
  const sync = useSync()
  const opened = useRef(Date.now())
  const isDone = useRef(false)
  useEffect(() => {
    if (!sync || !shown || isDone.current || updatedAt < opened.current) return
    isDone.current = true
    const body = missingValues(shown, guessPreferences(account))
    // Not remembered for undo: the person did nothing.
    if (body) sync.live.write(client.users.updatePreferences, { body }).done.catch(() => {})
  }, [sync, shown, updatedAt, client, account])
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
