import { withEntries } from '@daymark/client'
import type { Preferences } from '@daymark/contract/people/preferences'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useClient } from '../../session/provider.tsx'
import { FOLLOWED } from '../../session/storage/followed.ts'
import { applyTheme, writePreference } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../context.ts'
import { useAction } from '../use-write.ts'
import { cachedValues, type PreferenceValues } from './cached.ts'

export function usePreferences() {
  const client = useClient()
  const query = useQuery({
    ...FOLLOWED,
    queryKey: ['preferences'],
    queryFn: () => client.users.preferences(),
  })
  const entries = useShownEntries()
  const { data } = query
  const shown = useMemo(() => data && withWaiting(data, entries), [data, entries])
  return { query, shown }
}

const withWaiting = (known: Preferences, entries: ReturnType<typeof useShownEntries>): Preferences =>
  withEntries('preferences', new Map([[known.id, known]]), entries).get(known.id) ?? known

/** Stores the values in this browser, where every page reads them. */
export function cachePreferences(values: PreferenceValues): void {
  for (const [name, value] of cachedValues(values)) writePreference(name, value)
  applyTheme()
}

/** Applies preferences on this device immediately, before they are sent. */
export function useSavePreferences(): (values: PreferenceValues) => void {
  const client = useClient()
  const act = useAction()
  return useCallback(
    values => {
      cachePreferences(values)
      act(live => live.write(client.users.updatePreferences, { body: values }))
    },
    [client, act],
  )
}
