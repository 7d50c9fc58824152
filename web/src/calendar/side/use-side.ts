// Wide windows show the panel next to the calendar and remember the choice. Narrow windows show a sheet.
import { useCallback, useState, useSyncExternalStore } from 'react'
import { readPreference, useStored, writePreference } from '../../session/storage/preferences.ts'

const WIDE = '(min-width: 1101px)'

export function useSide() {
  const isWide = useSyncExternalStore(
    notify => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => matchMedia(WIDE).matches,
  )
  const isKept = useStored(() => readPreference('calendar-side') !== 'closed')
  const [isSheet, setSheet] = useState(false)
  const toggle = useCallback(() => {
    if (isWide)
      writePreference('calendar-side', readPreference('calendar-side') === 'closed' ? undefined : 'closed')
    else setSheet(old => !old)
  }, [isWide])
  return {
    isBeside: isWide && isKept,
    isSheet: !isWide && isSheet,
    isOpen: isWide ? isKept : isSheet,
    toggle,
  }
}
