// Gives FullCalendar only the entries of the visible dates, because each one costs rendering time.
import type { EventInput } from '@fullcalendar/react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useHidden } from '../../design/deleting/use-removal.ts'
import { useLanguage } from '../../session/language.tsx'
import { type Dates, entriesBetween, holidaysBetween } from '../entries/entries.ts'
import { isGone } from '../entries/gone.ts'
import { movesIn, withMoves } from '../entries/pending-moves.ts'
import { eventsOf, holidayEvents, within } from './events.ts'

type Range = { startStr: string; endStr: string }
type Source = (range: Range, give: (events: EventInput[]) => void) => void

/**
 * FullCalendar asks when its dates change and gets a synchronous answer, so that it renders only once.
 * `version` changes after a reload; FullCalendar refetches only if the visible entries changed.
 */
export function useSource(version: string, zone: string, discover: boolean, askAgain: () => void): Source {
  const queries = useQueryClient()
  const { language } = useLanguage()
  const hidden = useHidden()
  const shown = useRef<{ dates: Dates; things: readonly unknown[] }>(undefined)
  const latest = useRef({ hidden, language })
  latest.current = { hidden, language }

  const read = useCallback(
    (dates: Dates) => {
      const pending = latest.current.hidden
      const known = withMoves(entriesBetween(queries, dates, zone, discover), movesIn(pending))
      const entries = within(known, dates, zone).filter(entry => !isGone(entry, pending))
      return { entries, holidays: holidaysBetween(queries, dates, latest.current.language) }
    },
    [queries, zone, discover],
  )

  // Not used by the effect, but they trigger it.
  const reason = `${version} ${language} ${[...hidden].join()}`
  useEffect(() => {
    if (!shown.current || reason === '') return
    const { dates, things } = shown.current
    const { entries, holidays } = read(dates)
    if (!isSame([...holidays, ...entries], things)) askAgain()
  }, [reason, read, askAgain])

  return useCallback(
    (range, give) => {
      const dates = { start: range.startStr.slice(0, 10), end: range.endStr.slice(0, 10) }
      const { entries, holidays } = read(dates)
      shown.current = { dates, things: [...holidays, ...entries] }
      give([...holidayEvents(holidays), ...eventsOf(entries, zone)])
    },
    [read, zone],
  )
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])
