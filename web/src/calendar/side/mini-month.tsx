import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { datesOf, type Month, monthOf } from '../../design/dates/month.ts'
import { MonthGrid } from '../../design/dates/month-grid.tsx'
import { dateOf } from '../../design/format.ts'
import { useTexts } from '../../session/language.tsx'
import { addDays, localOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { type Dates, useEntries } from '../entries/entries.ts'
import { entrySpan } from '../entries/span.ts'
import { shownBetween } from '../grid/use-source.ts'
import { sideTexts } from './texts.ts'

interface Props {
  dates: Dates
  onDate: (date: string) => void
}

export function MiniMonth({ dates, onDate }: Props) {
  const t = useTexts(sideTexts)
  const today = dateOf()
  const shown = today >= dates.start && today < dates.end ? today : middleOf(dates)
  const [focused, setFocused] = useState(shown)
  // Follows the calendar when it shows other dates.
  useEffect(() => setFocused(shown), [shown])
  const month = monthOf(focused)
  const busy = useBusyDays(month)
  return (
    <section aria-label={t.month}>
      <MonthGrid
        focused={focused}
        onFocused={setFocused}
        onChoose={onDate}
        lookOf={date => ({
          className: dayClass(date, dates, busy.has(date)),
          ...(busy.has(date) && { label: t.dayWithEntries }),
        })}
      />
    </section>
  )
}

const dayClass = (date: string, { start, end }: Dates, isBusy: boolean): string =>
  `${date >= start && date < end ? 'visible' : ''} ${isBusy ? 'busy' : ''}`

const DAYS_OF_MONTH_VIEW = 28

/**
 * Returns a date in the month to show. Skips the first week of a long range, because a month view may start in the
 * previous month.
 */
const middleOf = ({ start, end }: Dates): string =>
  addDays(start, DAYS_OF_MONTH_VIEW) <= end ? addDays(start, 7) : start

/** Returns the days that have entries. Loads the month if it is not cached. */
function useBusyDays(month: Month): ReadonlySet<string> {
  const queries = useQueryClient()
  const zone = timezone()
  const dates = useMemo(() => {
    const { start_date: start, end_date: end } = datesOf(month)
    return { start, end }
  }, [month])
  const { version } = useEntries(dates, false)
  const waiting = useShownEntries()
  const tag = useTagOf()
  // The days are recomputed when the cached month changes, because `version` changes with it.
  const state = useMemo(() => ({ version, waiting, tag }), [version, waiting, tag])
  return useMemo(() => {
    const days = new Set<string>()
    for (const entry of shownBetween(queries, dates, { zone, discover: false, ...state })) {
      const { start, end } = entrySpan(entry, zone)
      const last = localOf(Math.max(start, end - 1), zone).date
      for (let date = localOf(start, zone).date; date <= last && date < dates.end; date = addDays(date, 1))
        days.add(date)
    }
    return days
  }, [queries, dates, zone, state])
}
